import { and, eq, isNull, or } from "drizzle-orm";
import { type Answers, type RawForm, textOf } from "../../app/programmes/answers.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { idFromSpot, programmeOf } from "../../app/programmes/index.ts";
import { entries } from "../../db/schema.ts";
import { type Actor, requireUser } from "./actor.ts";
import { type EntryRow, toAnswers, toForm } from "./entry-store.ts";
import type { PrivateLinks } from "./private-links.ts";
import type { Runtime } from "./runtime.ts";
import type { Tracks } from "./tracks.ts";

/** Sections of a form that stay the same from one talk to the next. */
const ABOUT_THE_PERSON = new Set(["presenter", "links"]);

export type OwnEntries = ReturnType<typeof createOwnEntries>;

/** Entries as their authors may read and change them. */
export function createOwnEntries({ db, log }: Runtime, { links, tracks }: { links: PrivateLinks; tracks: Tracks }) {
	/** The condition under which an entry may be changed: by its owner, an administrator, or the private link's holder. */
	function mayEdit(actor: Actor, { id, form }: { id: number; form: RawForm }) {
		if (actor.user?.isAdmin) return;
		const version = links.versionOf(id, textOf(form, "key"));
		const byOwner = actor.user && eq(entries.userId, actor.user.id);
		const byLink = version !== undefined && and(isNull(entries.userId), eq(entries.linkVersion, version));
		return or(byOwner, byLink || eq(entries.id, -1));
	}

	/** The entries of the person signed in, newest change first. */
	function listOwn(actor: Actor): EntryRow[] {
		const user = requireUser(actor);
		const own = db.orm.select().from(entries).where(eq(entries.userId, user.id)).all();
		return own.sort((a, b) => b.updatedAt - a.updatedAt);
	}

	/**
	 * One entry for whoever may read and change it: its owner, an administrator, or the holder of its private link.
	 * Undefined otherwise, whether it exists or not.
	 */
	function ownEntry(actor: Actor, spot: string, key: string): EntryRow | undefined {
		const id = idFromSpot(spot);
		if (id === 0 || (!actor.user && !key)) return;
		const mine = mayEdit(actor, { id, form: { key } });
		return db.orm
			.select()
			.from(entries)
			.where(and(eq(entries.id, id), mine))
			.get();
	}

	/**
	 * What a new form starts with for somebody signed in: who they are, from their latest entry, else from the account.
	 * The talk itself starts empty.
	 */
	function prefill(actor: Actor): RawForm {
		if (!actor.user) return {};
		const [latest] = listOwn(actor);
		if (!latest) return { name: actor.user.name, email: actor.user.email };
		const programme = programmeOf(latest.category);
		const about = new Set(
			programme.fields.filter(({ section }) => ABOUT_THE_PERSON.has(section)).map(({ name }) => name),
		);
		return Object.fromEntries(Object.entries(toForm(latest)).filter(([name]) => about.has(name)));
	}

	/** The number a spot id stands for. One that cannot be read is logged and means a new entry (specification 7). */
	function idOf(spot: string): number {
		const id = /^\d+$/.test(spot) ? Number(spot) : idFromSpot(spot);
		if (!Number.isSafeInteger(id)) return 0;
		if (id === 0 && spot !== "" && spot !== "0") log.warn({ event: "unreadable spot id" }, "unreadable spot id");
		return id;
	}

	/** An entry for the details pages: answers by field name, the photo, the track's label in this language. */
	function asShown(
		row: EntryRow,
		locale: Locale,
	): { category: string; answers: Answers; photo: string | null; track?: string } {
		const { category, photo } = row;
		return { category, photo, answers: toAnswers(row), track: tracks.labels(locale).get(row.trackId) };
	}

	return { mayEdit, listOwn, ownEntry, prefill, idOf, asForm: toForm, asShown };
}
