import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sum } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { drafts } from "../../../db/schema.ts";

const MIB = 1024 * 1024;
/**
 * Limits on visitors' drafts. A lecture hall may share a network; a visitor may have every form, its variants and a
 * few edits.
 */
export const VISITORS_DRAFTS = {
	ofVisitor: { rows: 20, bytes: 2 * MIB },
	ofNetwork: { rows: 300, bytes: 10 * MIB },
	ofAll: { rows: 20_000, bytes: 100 * MIB },
	/** Number of deleted drafts that are remembered, to tell their authors. */
	gone: 20_000,
} as const;

type Named = Pick<typeof drafts.$inferSelect, "subject" | "form" | "network">;

/**
 * Makes room for a visitor's draft, in the transaction that stored it: the oldest are deleted, first those of the
 * same browser, then of the same network, then of any visitor. Drafts of accounts are never deleted.
 */
export function makeRoom(tx: Orm, kept: Named, at: number): void {
	const others = or(ne(drafts.subject, kept.subject), ne(drafts.form, kept.form));
	const isVisitors = isNotNull(drafts.network);
	giveWay(and(isVisitors, eq(drafts.subject, kept.subject)), VISITORS_DRAFTS.ofVisitor);
	giveWay(eq(drafts.network, kept.network ?? ""), VISITORS_DRAFTS.ofNetwork);
	giveWay(isVisitors, VISITORS_DRAFTS.ofAll);
	forgetGone();

	function giveWay(which: SQL | undefined, most: { rows: number; bytes: number }): void {
		const present = tx
			.select({ rows: count(), bytes: sum(drafts.bytes) })
			.from(drafts)
			.where(which)
			.get();
		let rows = (present?.rows ?? 0) - most.rows;
		let bytes = Number(present?.bytes ?? 0) - most.bytes;
		if (rows <= 0 && bytes <= 0) return;
		const oldest = tx
			.select({ subject: drafts.subject, form: drafts.form, bytes: drafts.bytes })
			.from(drafts)
			.where(and(which, others))
			.orderBy(asc(drafts.updatedAt))
			.all();
		const gone = { values: {}, older: [], network: null, bytes: 0, gaveWayAt: at };
		for (const row of oldest) {
			if (rows <= 0 && bytes <= 0) return;
			tx.update(drafts)
				.set(gone)
				.where(and(eq(drafts.subject, row.subject), eq(drafts.form, row.form)))
				.run();
			rows -= 1;
			bytes -= row.bytes;
		}
	}

	function forgetGone(): void {
		const latest = tx
			.select({ gaveWayAt: drafts.gaveWayAt })
			.from(drafts)
			.where(isNotNull(drafts.gaveWayAt))
			.orderBy(desc(drafts.gaveWayAt))
			.limit(1)
			.offset(VISITORS_DRAFTS.gone);
		tx.delete(drafts).where(inArray(drafts.gaveWayAt, latest)).run();
	}
}

/** Drafts there are; one that gave way is only remembered. */
export const isKept = isNull(drafts.gaveWayAt);
