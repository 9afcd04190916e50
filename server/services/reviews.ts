import { and, asc, count, desc, eq, inArray, like, type SQL, sql } from "drizzle-orm";
import { PAGE_SIZE, type Status } from "../../app/enumerations.ts";
import { entries, entryLog, users } from "../../db/schema.ts";
import { AppError } from "../errors.ts";
import { type Actor, requireAdmin } from "./actor.ts";
import type { EntryRow } from "./entry-store.ts";
import { foldForSearch } from "./fold.ts";
import type { Runtime } from "./runtime.ts";

export interface ReviewQuery {
	q: string;
	track: string;
	status: Status | "";
	page: number;
}

export type ReviewRow = Pick<
	EntryRow,
	"id" | "category" | "name" | "org" | "title" | "trackId" | "status" | "incomplete" | "withdrawnAt" | "updatedAt"
> & {
	/** Counts down from the total, as the default order does. */
	displayIndex: number;
};

export interface ReviewPage {
	rows: ReviewRow[];
	total: number;
	page: number;
	pages: number;
}

export type Reviews = ReturnType<typeof createReviews>;

export function createReviews({ db, now }: Runtime) {
	function matching(categories: readonly string[], { q, track, status }: ReviewQuery): SQL | undefined {
		const pattern = `%${foldForSearch(q).replace(/[\\%_]/g, "\\$&")}%`;
		return and(
			// With the plus the index of categories is left alone: reading from the newest entry on is already in order.
			sql`+${inArray(entries.category, [...categories])}`,
			q ? sql`${like(entries.searchText, pattern)} escape '\\'` : undefined,
			track ? eq(entries.trackId, track) : undefined,
			status ? eq(entries.status, status) : undefined,
		);
	}

	/** One page of entries, newest first. A page beyond the end is the last one. */
	function list(actor: Actor, categories: readonly string[], query: ReviewQuery): ReviewPage {
		requireAdmin(actor);
		const where = matching(categories, query);
		const total = db.orm.select({ n: count() }).from(entries).where(where).get()?.n ?? 0;
		const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
		const page = Math.min(Math.max(1, query.page), pages);
		const rows = db.orm
			.select({
				id: entries.id,
				category: entries.category,
				name: entries.name,
				org: entries.org,
				title: entries.title,
				trackId: entries.trackId,
				status: entries.status,
				incomplete: entries.incomplete,
				withdrawnAt: entries.withdrawnAt,
				updatedAt: entries.updatedAt,
			})
			.from(entries)
			.where(where)
			.orderBy(desc(entries.id))
			.limit(PAGE_SIZE)
			.offset((page - 1) * PAGE_SIZE)
			.all()
			.map((row, index) => ({ ...row, displayIndex: total - (page - 1) * PAGE_SIZE - index }));
		return { rows, total, page, pages };
	}

	/** Everything about one entry, with its log. @throws AppError NOT_FOUND */
	function details(actor: Actor, id: number) {
		requireAdmin(actor);
		const entry = db.orm.select().from(entries).where(eq(entries.id, id)).get();
		if (!entry) throw new AppError("NOT_FOUND");
		const log = db.orm
			.select({
				id: entryLog.id,
				at: entryLog.at,
				type: entryLog.type,
				state: entryLog.state,
				changes: entryLog.changes,
				by: users.email,
			})
			.from(entryLog)
			.leftJoin(users, eq(users.id, entryLog.actorId))
			.where(eq(entryLog.entryId, id))
			.orderBy(asc(entryLog.id))
			.all();
		return { entry, log };
	}

	/** All entries of some programmes, complete, for administrators. In order of their numbers. */
	function exportAll(actor: Actor, categories: readonly string[]): EntryRow[] {
		requireAdmin(actor);
		return db.orm
			.select()
			.from(entries)
			.where(inArray(entries.category, [...categories]))
			.orderBy(asc(entries.id))
			.all();
	}

	/**
	 * Sets statuses, any from any (specification section 4), each change logged with who and when. `was` is what the
	 * administrator saw: where it no longer holds, that entry is left alone and named in `stale`, and so is one with an
	 * unknown id.
	 */
	async function setStatuses(
		actor: Actor,
		changes: readonly { id: number; was: Status; status: Status }[],
	): Promise<{ saved: number[]; stale: { id: number; now: Status; by: string }[] }> {
		const admin = requireAdmin(actor);
		return db.write((tx) => {
			const saved: number[] = [];
			const stale: { id: number; now: Status; by: string }[] = [];
			for (const { id, was, status } of changes) {
				const row = tx
					.update(entries)
					.set({ status })
					.where(and(eq(entries.id, id), eq(entries.status, was)))
					.returning({ id: entries.id })
					.get();
				if (row) {
					tx.insert(entryLog)
						.values({
							entryId: id,
							at: now(),
							actorId: admin.id,
							type: "Status",
							state: status,
							changes: { status: { from: was, to: status } },
						})
						.run();
					saved.push(id);
					continue;
				}
				const holder = tx
					.select({ now: entries.status, by: users.email })
					.from(entries)
					.leftJoin(entryLog, and(eq(entryLog.entryId, entries.id), eq(entryLog.type, "Status")))
					.leftJoin(users, eq(users.id, entryLog.actorId))
					.where(eq(entries.id, id))
					.orderBy(desc(entryLog.id))
					.limit(1)
					.get();
				if (holder) stale.push({ id, now: holder.now, by: holder.by ?? "" });
			}
			return { saved, stale };
		});
	}

	return { list, details, exportAll, setStatuses };
}
