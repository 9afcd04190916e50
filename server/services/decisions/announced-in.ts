import { and, inArray, sql } from "drizzle-orm";
import type { LetterKind, MailState } from "../../../app/enumerations.ts";
import { DECISION_LETTERS } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { outbox } from "../../../db/schema.ts";

/** Whether an entry, one of these, has a mail that tells a decision in one of these states. */
export function announcedIn(tx: Orm, about: readonly { id: number }[], states: readonly MailState[]) {
	const ids = JSON.stringify(about.map(({ id }) => id));
	const found = tx
		.select({ entryId: outbox.entryId, kind: outbox.kind })
		.from(outbox)
		.where(
			and(
				sql`${outbox.entryId} in (select value from json_each(${ids}))`,
				inArray(outbox.kind, [...DECISION_LETTERS]),
				inArray(outbox.state, [...states]),
			),
		)
		.all();
	const all = new Set(found.map(({ entryId, kind }) => `${entryId} ${kind}`));
	return ({ id }: { id: number }, kind: LetterKind): boolean => all.has(`${id} ${kind}`);
}
