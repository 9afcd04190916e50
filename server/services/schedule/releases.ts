import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { changesBetween, type ScheduleChange } from "../../../app/schedule/changes.ts";
import type { Grid } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, releases, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import { maySchedule } from "../entries/schedulable.ts";
import { asTold } from "../entries/told.ts";
import type { Runtime } from "../runtime.ts";
import { readGrid } from "./grid.ts";
import type { ReleaseLetters } from "./release-letters.ts";

export interface Release {
	/** Counts the releases of all events. */
	id: number;
	/** Counts those of its event, from 1. */
	version: number;
	/** Milliseconds since the epoch. */
	at: number;
	note: string;
	grid: Grid;
}

/** A version in the history, with what it changed. */
type ListedRelease = Omit<Release, "grid"> & {
	/** Address of who released it; "" for accounts that are gone. */
	by: string;
	changes: ScheduleChange[];
};

/** Versions on a page of the history, and the changes beyond which there are fewer. */
const PAGE = 10;
const PAGE_CHANGES = 400;

const NOTHING: Grid = { days: [] };

export type Releases = ReturnType<typeof createReleases>;

/** Released versions of the schedule. The draft is visible to organisers only. */
export function createReleases({ db, event, now }: Runtime, { letters }: { letters: ReleaseLetters }) {
	/** What visitors see, or undefined before the first release. */
	const current = db.remembering((): Release | undefined => {
		const last = newest(db.orm);
		return last && releaseOf(last);
	});

	const compared = db.remembering(() => {
		const last = newest(db.orm);
		const grid = releasable(db.orm);
		return {
			version: (last?.number ?? 0) + 1,
			/** Identifies this state of the draft, so that exactly what was reviewed is released. */
			draft: nameOf(grid),
			changes: changesBetween(last?.grid ?? NOTHING, grid),
		};
	});

	/** What the next release would change, and in which version it would come. */
	function pending(actor: Actor) {
		requireCan(actor, "schedule.manage");
		return compared();
	}

	/** How many speakers it would be told to, and to how many of them because they were not told of an earlier version. */
	function lettersDue(actor: Actor): { count: number; earlier: number } {
		requireCan(actor, "schedule.manage");
		const changed = new Set(compared().changes.flatMap((change) => ("entryId" in change ? change.entryId : [])));
		const due = letters.due(db.orm, releasable(db.orm));
		return { count: due.length, earlier: due.filter(({ entry }) => !changed.has(entry.id)).length };
	}

	/**
	 * Releases the draft without entries that are no longer accepted.
	 * @param given.draft state that was reviewed, so that nothing unseen is published
	 * @returns version and number of mails
	 * @throws AppError CONFLICT if the draft changed or was released meanwhile
	 */
	async function release(
		actor: Actor,
		{ draft, note, withLetters }: { draft: string; note: string; withLetters: boolean },
	): Promise<{ version: number; letters: number }> {
		const admin = requireCan(actor, "schedule.manage");
		return db.write((tx) => {
			const last = newest(tx);
			const grid = releasable(tx);
			if (nameOf(grid) !== draft) throw new AppError("CONFLICT");
			const isDone = last !== undefined && nameOf(last.grid) === draft;
			// A double click finds the version already released.
			if (isDone && (last.actorId !== admin.id || last.note !== note)) throw new AppError("CONFLICT");
			if (isDone) return released(tx, admin.id, last, withLetters);
			const number = (last?.number ?? 0) + 1;
			const made = tx
				.insert(releases)
				.values({ eventId: event.id(), number, at: now(), actorId: admin.id, note, grid })
				.returning()
				.get();
			letters.cancelUntrue(tx, grid);
			return released(tx, admin.id, made, withLetters);
		});
	}

	function released(tx: Orm, actorId: number, row: ReleaseRow, withLetters: boolean) {
		return { version: row.number, letters: withLetters ? letters.enqueue(tx, actorId, releaseOf(row)) : 0 };
	}

	/** Notifies speakers of the current version who were not notified yet. @returns how many */
	async function tell(actor: Actor): Promise<number> {
		const admin = requireCan(actor, "schedule.manage");
		return db.write((tx) => {
			const last = newest(tx);
			return last ? letters.enqueue(tx, admin.id, releaseOf(last)) : 0;
		});
	}

	function versions(most: number, before = Number.MAX_SAFE_INTEGER): ListedRelease[] {
		// One more: the oldest of them changed the one before it.
		const rows = db.orm
			.select({ row: releases, by: users.email })
			.from(releases)
			.leftJoin(users, eq(users.id, releases.actorId))
			.where(and(eq(releases.eventId, event.id()), lt(releases.number, before)))
			.orderBy(desc(releases.number))
			.limit(most + 1)
			.all();
		return rows.slice(0, most).map(({ row, by }, at) => {
			const { grid, ...about } = releaseOf(row);
			return { ...about, by: by ?? "", changes: changesBetween(rows[at + 1]?.row.grid ?? NOTHING, grid) };
		});
	}

	/** The newest versions, the newest first, with what each changed: for visitors, who do not learn who released them. */
	function newestVersions(most: number): Omit<ListedRelease, "by">[] {
		return versions(most).map(({ by: _, ...version }) => version);
	}

	/**
	 * A page of the history, the newest version first. It has fewer versions where they changed a lot.
	 * @param before only versions before this one
	 * @returns `older`: the version before which there are more
	 */
	function history(actor: Actor, before?: number) {
		requireCan(actor, "schedule.manage");
		let changes = 0;
		const shown = versions(PAGE, before).filter((version, at) => {
			changes += version.changes.length;
			return at === 0 || changes <= PAGE_CHANGES;
		});
		const last = shown.at(-1)?.version ?? 1;
		return { versions: shown, older: last > 1 ? last : undefined };
	}

	function newest(tx: Orm): ReleaseRow | undefined {
		const ofEvent = eq(releases.eventId, event.id());
		return tx.select().from(releases).where(ofEvent).orderBy(desc(releases.version)).limit(1).get();
	}

	return { current, pending, lettersDue, release, tell, newestVersions, history };
}

function nameOf(grid: Grid): string {
	return sha256(JSON.stringify(grid)).toString("hex").slice(0, 16);
}

type ReleaseRow = typeof releases.$inferSelect;

const releaseOf = ({ version: id, number: version, at, note, grid }: ReleaseRow): Release => ({
	id,
	version,
	at,
	note,
	grid,
});

/**
 * The draft without free slots, and without entries that have lost their place among the accepted. One whose author does
 * not know that yet keeps it: a place taken away would tell.
 */
function releasable(tx: Orm): Grid {
	const grid = readGrid(tx);
	const placed = grid.days.flatMap(({ slots }) => slots.flatMap(({ entryId }) => entryId ?? []));
	const schedulable = new Set(
		tx
			.select({
				id: entries.id,
				kind: entries.kind,
				status: entries.status,
				toldStatus: entries.toldStatus,
				presence: entries.presence,
			})
			.from(entries)
			.where(inArray(entries.id, placed))
			.all()
			.flatMap((entry) => (maySchedule(entry) || maySchedule(asTold(entry)) ? entry.id : [])),
	);
	return {
		days: grid.days.map((day) => ({
			...day,
			slots: day.slots.filter(({ entryId }) => entryId !== null && schedulable.has(entryId)),
		})),
	};
}
