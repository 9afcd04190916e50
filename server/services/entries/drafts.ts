import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type RawForm, textOf } from "../../../app/programmes/answers.ts";
import type { Programme } from "../../../app/programmes/define.ts";
import { numberIn } from "../../../app/programmes/number.ts";
import { can } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { draftLinks, drafts, entries, users } from "../../../db/schema.ts";
import { roleOf } from "../accounts/accounts.ts";
import { type Actor, draftSubjects, type SignedIn } from "../actor.ts";
import type { Photos } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import { isKept, makeRoom } from "./draft-limits.ts";
import type { DraftLinks } from "./draft-links.ts";
import { holdsAll, isPartOf, photosIn, toKeep } from "./draft-values.ts";
import type { OwnEntries } from "./own-entries.ts";
import { draftName, type Submission } from "./submission.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** More than every field of the largest form filled to its cap with what people write. */
const MOST_BYTES = 512 * 1024;
/** Versions of one draft; the oldest goes for a further one. The script of a form keeps as many in its browser. */
const MOST_VERSIONS = 4;
/** Size of all versions of a draft. */
const MOST_BYTES_OF_ALL = 2 * MOST_BYTES;

export interface Draft {
	/** As typed, by control name. */
	values: RawForm;
	/** Name of the photo kept with it. */
	photo: string | undefined;
	/** When it was kept. It also tells one version from another. */
	savedAt: number;
	/** Where it is found. */
	place: DraftPlace;
}

/**
 * In the reader's account; wherever its link is opened, in this browser as well (`link`), or in the one of whoever sent
 * the link (`received`); or in this browser only.
 */
export type DraftPlace = "account" | "link" | "received" | "browser";

/** A draft as its author's list shows it. */
export interface ListedDraft {
	programme: Programme;
	event: string | undefined;
	title: string;
	savedAt: number;
}

export type Drafts = ReturnType<typeof createDrafts>;

type About = Pick<Submission, "programme" | "place" | "id" | "token" | "isSwitched">;

/** Unsubmitted forms, kept for 30 days for an account or a browser's cookie. */
export function createDrafts(
	{ db, now, registry }: Runtime,
	{ links, own, photos }: { links: DraftLinks; own: OwnEntries; photos: Photos },
) {
	/** Whose drafts of a form someone finds: their own, and the one that a link they hold leads to. */
	function whose(actor: Actor, about: About) {
		const linked = links.subjectOf(about);
		const subjects = [...draftSubjects(actor), ...(linked ? [linked] : [])];
		return and(inArray(drafts.subject, subjects), eq(drafts.form, draftName(about)));
	}

	/**
	 * Stores a posted form as a draft. Versions that the form did not start from (`draftBase` says from which it did)
	 * came from other pages and devices and are kept as well. Answers that the form does not ask for, such as those of another
	 * track, stay. A visitor's draft may displace older ones of visitors; one that a person logged in goes on with moves
	 * to the account, without its links.
	 * @param owner the account it belongs to although its session has ended
	 * @returns when it was stored; undefined if there is nobody to store it for, they may not change the entry, or it
	 * is far too large
	 */
	async function save(
		actor: Actor,
		about: About,
		posted: RawForm,
		photo: string | undefined,
		owner?: number,
	): Promise<number | undefined> {
		const subject = owner === undefined ? links.keeperOf(actor, about) : `user:${owner}`;
		if (!subject) return;
		const form = draftName(about);
		return db.write((tx) => {
			// The person may have been erased while the form was being processed.
			const account = subject.startsWith("user:") ? accountOf(tx, subject) : undefined;
			if (subject.startsWith("user:") && !account) return;
			if (!mayChange(tx, account, about, posted)) return;
			const mine = and(eq(drafts.subject, subject), eq(drafts.form, form));
			const isBase = eq(drafts.updatedAt, numberIn(textOf(posted, "draftBase")));
			const visitors = and(whose(actor, about), isBase, isNotNull(drafts.network));
			const present = tx.select().from(drafts).where(mine).get() ?? (actor.user && moved(tx, visitors, subject));
			const values = toKeep(about, posted, photo, present?.values ?? {});
			if (sizeOf(values) > MOST_BYTES) return;
			const older = olderThan(values, present, textOf(posted, "draftBase"));
			// Two posts within one millisecond must not look like one version.
			const updatedAt = Math.max(now(), (present?.updatedAt ?? 0) + 1);
			const network = account ? null : (actor.network ?? "");
			const row = { values, updatedAt, older, network, bytes: sizeOfAll({ values, older }), gaveWayAt: null };
			tx.insert(drafts)
				.values({ subject, form, ...row })
				.onConflictDoUpdate({ target: [drafts.subject, drafts.form], set: row })
				.run();
			if (!account) makeRoom(tx, { subject, form, network }, now());
			else photos.exchange(tx, actor, photosIn(present), photosIn({ values, older }), { isInDraft: true });
			return updatedAt;
		});
	}

	/** A visitor's draft that becomes an account's. Its links end: they went to an address that anybody could name. */
	function moved(tx: Orm, visitors: SQL | undefined, subject: string) {
		const [row] = tx.select().from(drafts).where(visitors).limit(1).all();
		if (!row) return;
		const mine = and(eq(drafts.subject, row.subject), eq(drafts.form, row.form));
		tx.delete(draftLinks)
			.where(and(eq(draftLinks.subject, row.subject), eq(draftLinks.form, row.form)))
			.run();
		return tx.update(drafts).set({ subject, network: null }).where(mine).returning().get();
	}

	/** Whether there is an entry for such a draft, and it may be changed by the account it would belong to, or by its link. */
	function mayChange(tx: Orm, user: Account | undefined, { programme, place, id }: About, posted: RawForm): boolean {
		if (place.editor && !can(user?.role, "entries.manage")) return false;
		if (id === 0) return true;
		const mine = and(eq(entries.id, id), eq(entries.category, programme.category));
		return (
			tx
				.select({ id: entries.id })
				.from(entries)
				.where(and(mine, own.mayEdit({ user }, { id, form: posted })))
				.get() !== undefined
		);
	}

	/** Whether a draft would be kept at all. */
	function mayKeep(actor: Actor, about: About, posted: RawForm, owner?: number): boolean {
		const subject = owner === undefined ? links.keeperOf(actor, about) : `user:${owner}`;
		const account = subject?.startsWith("user:") ? accountOf(db.orm, subject) : undefined;
		return subject !== undefined && mayChange(db.orm, account, about, posted);
	}

	/** When a draft was kept for this form that gave way to others since; undefined where none did. */
	function gaveWay(actor: Actor, about: About): number | undefined {
		return db.orm
			.select()
			.from(drafts)
			.where(and(whose(actor, about), isNotNull(drafts.gaveWayAt)))
			.get()?.updatedAt;
	}

	/** The available versions, newest first: an old draft of the account must not hide a new one of this browser. */
	function versions(actor: Actor, about: About): Draft[] {
		const rows = db.orm
			.select()
			.from(drafts)
			.where(and(whose(actor, about), isKept))
			.all();
		return rows
			.flatMap((row) => {
				const place = placeOf(actor, about, row.subject);
				return versionsOf(row).map(({ values, savedAt }) => toDraft(values, savedAt, place));
			})
			.sort((a, b) => b.savedAt - a.savedAt);
	}

	/**
	 * The account whose draft a link opens, or to whose address it was mailed, if its owner has proven the mailbox. Links of
	 * visitors end when their draft becomes an account's.
	 */
	function provenAccountOf(tx: Orm, about: About): number | undefined {
		const subject = links.subjectOf(about);
		const id = subject?.startsWith("user:") ? Number(subject.slice("user:".length)) : links.mailedTo(about);
		if (id === undefined) return;
		const proven = and(eq(users.id, id), isNotNull(users.verifiedAt), isNull(users.disabledAt));
		return tx.select({ id: users.id }).from(users).where(proven).get()?.id;
	}

	/** Where a draft is found that is kept for someone, or that is kept now. */
	function placeOf(actor: Actor, about: About, subject = links.keeperOf(actor, about)): DraftPlace {
		if (actor.user && subject === `user:${actor.user.id}`) return "account";
		if (!subject || !links.isLinked(subject, about)) return "browser";
		return draftSubjects(actor).includes(subject) ? "link" : "received";
	}

	/**
	 * Drafts of new entries, for the author's list, those of archived programmes too. Those of present entries are found
	 * where the entry is edited.
	 */
	function list(actor: Actor): ListedDraft[] {
		// Only the key is read of drafts that the list does not show: there is one for each entry, of 512 KB in each version.
		const keys = db.orm
			.select({ subject: drafts.subject, form: drafts.form })
			.from(drafts)
			.where(inArray(drafts.subject, draftSubjects(actor)))
			.all();
		const rows = keys.flatMap(({ subject, form }) => {
			const [category = "", event] = form.split("?event=");
			const programme = registry().every.find((one) => one.category === category);
			const mine = and(eq(drafts.subject, subject), eq(drafts.form, form), isKept);
			const row =
				programme &&
				db.orm
					.select({ savedAt: drafts.updatedAt, title: titleIn(programme) })
					.from(drafts)
					.where(mine)
					.get();
			return programme && row ? [{ form, programme, event, ...row, title: row.title.trim() }] : [];
		});
		const newest = new Map<string, (typeof rows)[number]>();
		for (const row of rows.sort((one, other) => other.savedAt - one.savedAt))
			if (!newest.has(row.form)) newest.set(row.form, row);
		return [...newest.values()].map(({ form: _, ...row }) => row);
	}

	/** Deletes a version at its author's request, or all versions if none is named (0). @returns how many are left */
	async function discard(actor: Actor, about: About, savedAt: number): Promise<number> {
		await db.settle((tx) => {
			if (!savedAt) return drop(tx, actor, about);
			for (const row of tx.select().from(drafts).where(whose(actor, about)).all()) {
				const mine = and(eq(drafts.subject, row.subject), eq(drafts.form, row.form));
				const left = asRow(versionsOf(row).filter((one) => one.savedAt !== savedAt));
				if (left) tx.update(drafts).set(left).where(mine).run();
				else tx.delete(drafts).where(mine).run();
			}
		});
		return versions(actor, about).length;
	}

	/** Forgets all versions of a draft. */
	function drop(tx: Orm, actor: Actor, about: About): void {
		const dropped = tx.delete(drafts).where(whose(actor, about)).returning().all();
		photos.exchange(tx, actor, dropped.flatMap(photosIn), []);
	}

	/**
	 * Forgets the draft of a form that was accepted, in the transaction that stores it. Versions that were typed elsewhere
	 * and are not part of the form stay: nobody has sent them.
	 */
	function settle(tx: Orm, actor: Actor, about: About, accepted: RawForm): void {
		const base = numberIn(textOf(accepted, "draftBase"));
		const sent = toKeep(about, accepted, undefined, {});
		const rows = tx
			.select()
			.from(drafts)
			.where(and(whose(actor, about), isKept))
			.all();
		drop(tx, actor, about);
		for (const row of rows) {
			const unsent = asRow(versionsOf(row).filter((one) => one.savedAt !== base && !isPartOf(one.values, sent)));
			if (!unsent) continue;
			tx.insert(drafts)
				.values({ ...row, ...unsent })
				.run();
			if (!row.network) photos.exchange(tx, actor, [], photosIn(unsent), { isInDraft: true });
		}
	}

	async function sweep(): Promise<void> {
		await db.settle((tx) =>
			tx
				.delete(drafts)
				.where(lt(drafts.updatedAt, now() - KEPT_MS))
				.run(),
		);
	}

	return { save, mayKeep, gaveWay, versions, placeOf, list, discard, settle, sweep, provenAccountOf };
}

function toDraft({ photo, ...values }: RawForm, savedAt: number, place: DraftPlace): Draft {
	return { values, photo: typeof photo === "string" ? photo : undefined, savedAt, place };
}

type Account = Pick<SignedIn, "id" | "role">;

function accountOf(tx: Orm, subject: string): Account | undefined {
	const id = Number(subject.slice("user:".length));
	const row = tx.select().from(users).where(eq(users.id, id)).get();
	return row && { id, role: roleOf(tx, row) };
}

/** The title that was typed; "" without one. Read by the database, which need not hand over the rest. */
function titleIn({ fields }: Programme): SQL<string> {
	const titles = fields.filter(({ column }) => column === "title");
	const typed = titles.map(({ name }) => sql`nullif(trim(${drafts.values} ->> ${`$."${name}"`}), '')`);
	return sql<string>`coalesce(${sql.join([...typed, sql`''`, sql`''`], sql`, `)})`;
}

/** Bytes as stored. */
function sizeOf(values: RawForm): number {
	return Buffer.byteLength(JSON.stringify(values));
}

function sizeOfAll({ values, older }: Pick<Row, "values" | "older">): number {
	return older.reduce((sum, one) => sum + sizeOf(one.values), sizeOf(values));
}

type Row = typeof drafts.$inferSelect;

/** All versions of a draft, newest first. */
function versionsOf({ values, updatedAt, older }: Pick<Row, "values" | "updatedAt" | "older">): Row["older"] {
	return [{ values, savedAt: updatedAt }, ...older];
}

/** The columns of a draft with these versions, newest first; undefined without any. */
function asRow([newest, ...older]: Row["older"]) {
	if (!newest) return;
	const { values, savedAt } = newest;
	return { values, updatedAt: savedAt, older, bytes: sizeOfAll({ values, older }) };
}

/**
 * The versions that stay beside new values: all but the one that the form started from (`base`) and those that the new
 * values are the same as. The oldest go where there are too many, or where all together are too large.
 */
function olderThan(values: RawForm, present: Row | undefined, base: string): Row["older"] {
	if (!present || present.gaveWayAt !== null) return [];
	const others = versionsOf(present).filter((one) => String(one.savedAt) !== base && !holdsAll(values, one.values));
	const older = others.slice(0, MOST_VERSIONS - 1);
	while (sizeOfAll({ values, older }) > MOST_BYTES_OF_ALL) older.pop();
	return older;
}
