import { and, desc, eq, or, sql } from "drizzle-orm";
import { can } from "../../../app/roles.ts";
import { outbox } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { Runtime } from "../runtime.ts";
import { folded } from "./deliveries.ts";
import { shownTo } from "./hidden-mails.ts";

/** Mails that the details of an entry show; the outbox has the others. */
const MOST = 30;

/** The mails that went to the people of an entry. */
export function createEntryMails(runtime: Pick<Runtime, "db" | "event" | "registry">) {
	/** Those about an entry or to its address, the newest first; none for a reader who may not read mails. */
	return function mailsTo(actor: Actor, { id, email }: Pick<EntryRow, "id" | "email">) {
		if (!actor.user || !can(actor.user.role, "mails.manage")) return [];
		const toAddress = email === "" ? undefined : eq(folded, sql`lower(${email})`);
		return runtime.db.orm
			.select()
			.from(outbox)
			.where(and(or(eq(outbox.entryId, id), toAddress), shownTo(runtime, actor.user)))
			.orderBy(desc(outbox.id))
			.limit(MOST)
			.all();
	};
}
