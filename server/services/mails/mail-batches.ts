import { asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MailState } from "../../../app/enumerations.ts";
import { entries, outbox } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";

/** Mails on a page. */
const PAGE = 25;

/** Mails that were written together: those of a release of decisions, or of a broadcast. By its number. */
export type MailBatch = { decisionRelease: number } | { broadcast: number };

/** Mails by their state. */
export type MailCounts = Partial<Record<MailState, number>>;

/** Whether a mail is one of a batch, in SQL. */
export function isOfBatch(batch: MailBatch): SQL {
	return "broadcast" in batch
		? eq(outbox.broadcast, batch.broadcast)
		: eq(outbox.decisionRelease, batch.decisionRelease);
}

/** How far the mails of a batch are. */
export function createMailBatches({ db }: Pick<Runtime, "db">) {
	function countsOf(batch: MailBatch): MailCounts {
		const rows = db.orm
			.select({ state: outbox.state, n: count() })
			.from(outbox)
			.where(isOfBatch(batch))
			.groupBy(outbox.state)
			.all();
		return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
	}

	/** How many mails of each kind a batch has. */
	function kindsOf(batch: MailBatch): ReadonlyMap<string, number> {
		const rows = db.orm.select({ kind: outbox.kind, n: count() }).from(outbox);
		const counted = rows.where(isOfBatch(batch)).groupBy(outbox.kind).all();
		return new Map(counted.map(({ kind, n }) => [kind, n]));
	}

	/** A page of its mails, those that failed first; a page beyond the end gives the last one. */
	function pageOf(batch: MailBatch, wanted: number) {
		const total = Object.values(countsOf(batch)).reduce((sum, n) => sum + n, 0);
		const pages = Math.max(1, Math.ceil(total / PAGE));
		const page = Math.min(wanted, pages);
		const { id, entryId, kind: mail, toAddress, subject, state, lastError } = outbox;
		const rows = db.orm
			.select({ id, entryId, kind: entries.kind, mail, title: entries.title, toAddress, subject, state, lastError })
			.from(outbox)
			.leftJoin(entries, eq(entries.id, outbox.entryId))
			.where(isOfBatch(batch))
			.orderBy(desc(sql`${outbox.state} = 'failed'`), asc(outbox.id))
			.limit(PAGE)
			.offset((page - 1) * PAGE)
			.all();
		return { rows, page, pages };
	}

	return { countsOf, kindsOf, pageOf };
}

export type MailBatches = ReturnType<typeof createMailBatches>;
