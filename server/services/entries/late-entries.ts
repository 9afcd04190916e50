import { and, desc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { entries, lateEntries } from "../../../db/schema.ts";
import { type Actor, visitorSubject } from "../actor.ts";
import type { Photos } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import type { Columns, EntryRow } from "./entry-rows.ts";
import { draftName, type Submission } from "./submission.ts";

const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
/** Late forms shown at once. */
export const MOST_SHOWN = 200;

export type LateRow = typeof lateEntries.$inferSelect;

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

/** Late submissions: opened in time, arrived shortly after the closing time. */
export function createLateEntries({ db, log, now }: Runtime, { photos }: { photos: Photos }) {
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

	/** Removes forms that are a year old, whatever was decided. */
	async function sweep(): Promise<void> {
		await db.settle((tx) => remove(tx, {}, lt(lateEntries.arrivedAt, now() - KEPT_MS)));
	}

	return { keep, isWaiting, drop, ofSender, sweep };
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
