import { and, asc, count, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { isActive } from "../../../app/lifecycle.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, lateEntries } from "../../../db/schema.ts";
import { type Actor, requireCan, visitorSubject } from "../actor.ts";
import type { Photos } from "../photos/photos.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import type { Columns, EntryRow } from "./entry-rows.ts";
import type { EntryWriting } from "./entry-writing.ts";
import { shownEntry } from "./shown-entry.ts";
import { draftName, type Submission } from "./submission.ts";

const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
/** Forms that organisers are shown at once. */
const MOST_SHOWN = 200;

type LateRow = typeof lateEntries.$inferSelect;

/** A late form as organisers see it. */
export interface ShownLate {
	id: number;
	name: string;
	email: string;
	title: string;
	arrivedAt: number;
	declined: boolean;
	/** Spot id of the entry it changes. */
	changes: string | undefined;
	shown: ReturnType<typeof shownEntry>;
}

/** A validated late form and its sender. */
interface Matter {
	submission: Submission;
	columns: Columns;
	/** Its fingerprint. */
	key: string;
	/** Account, browser or session; undefined: unknown. */
	sender: string | undefined;
}

export type LateEntries = ReturnType<typeof createLateEntries>;

/** Late submissions: opened in time, arrived shortly after the closing time. Organisers let them in or decline them. */
export function createLateEntries(
	{ db, log, now, registry }: Runtime,
	{ photos, tracks, writing }: { photos: Photos; tracks: Tracks; writing: EntryWriting },
) {
	/**
	 * Stores a validated late form. It replaces earlier late forms by the same sender about the same matter.
	 * @returns the entry if it has been stored in time in the meantime, for example by a second click
	 */
	async function keep(actor: Actor, matter: Matter): Promise<EntryRow | undefined> {
		const { submission, columns, key, sender } = matter;
		const { programme, id, locale } = submission;
		const row = {
			form: draftName(submission),
			locale,
			category: programme.category,
			entryId: id || null,
			userId: actor.user?.id ?? null,
			subject: sender ?? null,
			content: columns,
			emailFolded: columns.emailFolded,
			photo: columns.photo,
			submissionKey: key,
			arrivedAt: now(),
			declinedAt: null,
		};
		const inTime = await db.write((tx) => {
			const twin = tx.select().from(entries).where(eq(entries.submissionKey, key)).get();
			if (twin) return twin;
			const earlier = tx.select().from(lateEntries).where(isSame(matter)).get();
			if (earlier) tx.update(lateEntries).set(row).where(eq(lateEntries.id, earlier.id)).run();
			else tx.insert(lateEntries).values(row).run();
			photos.exchange(tx, actor, [earlier?.photo], [row.photo]);
		});
		if (!inTime) log.info({ event: "late entry", category: programme.category }, "a late form is kept");
		return inTime;
	}

	/** Whether this submission is already waiting. */
	function isWaiting(key: string): boolean {
		const waits = and(eq(lateEntries.submissionKey, key), isNull(lateEntries.declinedAt));
		return db.orm.select().from(lateEntries).where(waits).get() !== undefined;
	}

	/** Deletes late forms replaced by a submission in time (the call was extended): letting them in would revert it. */
	function drop(tx: Orm, actor: Actor, matter: Matter): void {
		const { id } = matter.submission;
		const replaced = id > 0 ? eq(lateEntries.entryId, id) : isSame(matter);
		remove(tx, actor, replaced);
	}

	function remove(tx: Orm, actor: Pick<Actor, "network">, which: SQL): void {
		const gone = tx.delete(lateEntries).where(which).returning().all();
		const before = gone.map(({ photo }) => photo);
		photos.exchange(tx, actor, before, []);
	}

	/** The actor's late forms that organisers have not decided about. */
	function ofSender({ user, visitor }: Actor): { id: number; category: string; title: string; arrivedAt: number }[] {
		const mine: SQL[] = [];
		if (user) mine.push(eq(lateEntries.userId, user.id));
		if (visitor) mine.push(eq(lateEntries.subject, visitorSubject(visitor)));
		if (mine.length === 0) return [];
		return db.orm
			.select()
			.from(lateEntries)
			.where(and(or(...mine), isNull(lateEntries.declinedAt)))
			.orderBy(desc(lateEntries.arrivedAt))
			.limit(MOST_SHOWN)
			.all()
			.map((row) => ({ id: row.id, category: row.category, title: contentOf(row).title, arrivedAt: row.arrivedAt }));
	}

	/** How many organisers have not decided about. */
	function waiting(actor: Actor): number {
		requireCan(actor, "entries.manage");
		return db.orm.select({ n: count() }).from(lateEntries).where(isNull(lateEntries.declinedAt)).get()?.n ?? 0;
	}

	/** Those that wait in the order in which they came, then those that were declined, the last first. */
	function list(actor: Actor, locale: Locale): ShownLate[] {
		requireCan(actor, "entries.manage");
		const all = (state: SQL, order: SQL) =>
			db.orm.select().from(lateEntries).where(state).orderBy(order).limit(MOST_SHOWN).all();
		const labels = tracks.labels(locale);
		const waiting = all(isNull(lateEntries.declinedAt), asc(lateEntries.id));
		return [...waiting, ...all(isNotNull(lateEntries.declinedAt), desc(lateEntries.declinedAt))].map((row) => {
			const columns = contentOf(row);
			const { name, email, title, kind, trackId } = columns;
			return {
				id: row.id,
				name,
				email,
				title,
				arrivedAt: row.arrivedAt,
				declined: row.declinedAt !== null,
				changes: row.entryId === null ? undefined : spotId({ kind, id: row.entryId }),
				shown: shownEntry(
					registry(),
					{ ...columns, category: row.category },
					{ audience: "admin", locale, track: labels.get(trackId) },
				),
			};
		});
	}

	/**
	 * Lets a form in: creates or updates the entry and sends the receipt.
	 * @param seen arrival time of the version the organiser saw
	 * @returns the entry, or why not: already decided, sent again, or its entry was withdrawn
	 */
	async function letIn(actor: Actor, id: number, seen: number): Promise<EntryRow | "gone" | "changed" | "withdrawn"> {
		const organiser = requireCan(actor, "entries.manage");
		const outcome = await db.write((tx) => {
			const late = asSeen(tx, id, seen);
			if (typeof late === "string") return late;
			const row = late.entryId === null ? insert(tx, late) : change(tx, late, late.entryId);
			if (!row) return "withdrawn";
			tx.delete(lateEntries).where(eq(lateEntries.id, id)).run();
			tx.insert(entryLog)
				.values({ entryId: row.id, at: now(), actorId: organiser.id, type: "Late", state: row.status })
				.run();
			return row;
		});
		if (typeof outcome !== "string")
			log.info({ event: "late entry let in", entry: outcome.id, user: organiser.id }, "a late form was let in");
		return outcome;
	}

	function insert(tx: Orm, late: LateRow): EntryRow {
		const { category, userId, locale, submissionKey, arrivedAt } = late;
		const columns = contentOf(late);
		return writing.insert(tx, { id: userId }, { category, userId, locale, submissionKey, arrivedAt, columns });
	}

	function change(tx: Orm, late: LateRow, entryId: number): EntryRow | undefined {
		const present = tx.select().from(entries).where(eq(entries.id, entryId)).get();
		if (!present || !isActive(present)) return;
		return writing.update(tx, { id: late.userId }, present, contentOf(late), false);
	}

	/** Decides against a form, which can still be let in later. Repeating it succeeds. @param seen as for `letIn` */
	async function decline(actor: Actor, id: number, seen: number): Promise<"declined" | "gone" | "changed"> {
		const organiser = requireCan(actor, "entries.manage");
		const outcome = await db.write((tx) => {
			const late = asSeen(tx, id, seen);
			if (typeof late === "string") return late;
			tx.update(lateEntries).set({ declinedAt: now() }).where(eq(lateEntries.id, id)).run();
			return "declined";
		});
		if (outcome === "declined")
			log.info({ event: "late entry declined", late: id, user: organiser.id }, "a late form was declined");
		return outcome;
	}

	/** The version the organiser saw; a newer one must be read first. */
	function asSeen(tx: Orm, id: number, seen: number): LateRow | "gone" | "changed" {
		const late = tx.select().from(lateEntries).where(eq(lateEntries.id, id)).get();
		if (!late) return "gone";
		return late.arrivedAt === seen ? late : "changed";
	}

	/** Removes forms that are a year old, whatever was decided. */
	async function sweep(): Promise<void> {
		await db.settle((tx) => remove(tx, {}, lt(lateEntries.arrivedAt, now() - KEPT_MS)));
	}

	return { keep, isWaiting, drop, ofSender, waiting, list, letIn, decline, sweep };
}

/**
 * Late forms about the same matter: the same submission; or, by the same sender, an edit of the same entry or a new
 * entry with the same person and title. Another title is another talk, and both stay.
 */
function isSame({ submission, columns, key, sender }: Matter): SQL {
	const again = eq(lateEntries.submissionKey, key);
	if (sender === undefined) return again;
	const { title, name, emailFolded } = columns;
	const content = (field: "title" | "name", value: string) =>
		sql`${lateEntries.content} ->> ${`$.${field}`} = ${value}`;
	const corrected = and(
		eq(lateEntries.subject, sender),
		eq(lateEntries.form, draftName(submission)),
		...(submission.id > 0
			? []
			: [eq(lateEntries.emailFolded, emailFolded), content("title", title), content("name", name)]),
	);
	return or(again, corrected) as SQL;
}

/** What the entry gets. The fields of the columns are checked when they are stored. */
export function contentOf({ content }: LateRow): Columns {
	return content as Columns;
}
