import { and, asc, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import { PRESENCE_AFTER } from "../../../app/lifecycle.ts";
import { entries, entryLog, users } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import { SPAM_KEPT_MS } from "../privacy/retention.ts";
import type { Runtime } from "../runtime.ts";
import type { Triage } from "./triage.ts";

/** Entries on a page. */
const PAGE = 50;

/** `removed`: as spam. `unchecked`: waiting for organisers. */
export type ApartList = "removed" | "unchecked";

/** The lines of the log that say who removed an entry and put it back. */
const REMOVAL: (typeof entryLog.$inferSelect)["type"] = "Spam";

const PRESENCE_OF = {
	removed: PRESENCE_AFTER.removingAsSpam,
	unchecked: PRESENCE_AFTER.holding,
} as const satisfies Record<ApartList, string>;

export type Spam = ReturnType<typeof createSpam>;

/** The entries of the event that organisers keep apart from all lists. */
export function createSpam(
	{ db, event }: Pick<Runtime, "db" | "event">,
	{ triage }: { triage: Pick<Triage, "change"> },
) {
	const isOf = (list: ApartList) =>
		and(isNotNull(entries.apartAt), eq(entries.eventId, event.id()), eq(entries.presence, PRESENCE_OF[list]));

	const counted = db.remembering((list: ApartList): number => {
		return db.orm.select({ n: count() }).from(entries).where(isOf(list)).get()?.n ?? 0;
	});

	/** How many entries each list has. */
	function counts(actor: Actor): Record<ApartList, number> {
		requireCan(actor, "entries.read");
		return { removed: counted("removed"), unchecked: counted("unchecked") };
	}

	/** A page of a list: the last removed first, or the longest waiting first. A page beyond the end gives the last one. */
	function list(actor: Actor, which: ApartList, wanted: number) {
		const total = counts(actor)[which];
		const pages = Math.max(1, Math.ceil(total / PAGE));
		const page = Math.min(Math.max(1, wanted), pages);
		const { id, kind, category, title, name, email, createdAt, apartAt } = entries;
		const [isNewestFirst, since] = [which === "removed", sql<number>`${apartAt}`];
		// Written out: a query of one table names its columns without it.
		const by = sql<string | null>`(select u.email from ${entryLog} l left join ${users} u on u.id = l.actor_id
			where l.entry_id = ${entries}.id and l.type = ${REMOVAL} order by l.id desc limit 1)`;
		const rows = db.orm
			.select({ id, kind, category, title, name, email, createdAt, since, by })
			.from(entries)
			.where(isOf(which))
			.orderBy(isNewestFirst ? desc(apartAt) : asc(apartAt), asc(id))
			.limit(PAGE)
			.offset((page - 1) * PAGE)
			.all();
		return { rows: rows.map((row) => ({ ...row, erasedAt: row.since + SPAM_KEPT_MS })), total, page, pages };
	}

	/** Lets entries into their lists, or removes them as spam, in one change that can be undone. */
	function decide(actor: Actor, ids: readonly number[], to: "none" | (typeof PRESENCE_OF)["removed"]) {
		return triage.change(
			actor,
			ids.map((id) => ({ id, kind: "apart", to })),
			true,
		);
	}

	return { counts, list, decide };
}
