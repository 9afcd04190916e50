import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { type RawForm, textOf } from "../../app/programmes/answers.ts";
import type { Programme } from "../../app/programmes/define.ts";
import { isAsked } from "../../app/programmes/forms.ts";
import { programmes } from "../../app/programmes/index.ts";
import type { Orm } from "../../db/client.ts";
import { drafts, users } from "../../db/schema.ts";
import { type Actor, visitorSubject } from "./actor.ts";
import type { Runtime } from "./runtime.ts";
import { draftName, type Submission } from "./submission.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** More than every field of the largest form filled to its cap with what people write. */
const MOST_BYTES = 512 * 1024;

export interface Draft {
	/** As typed, by control name. */
	values: RawForm;
	/** Name of the photo kept with it. */
	photo: string | undefined;
	/** When it was kept. It also tells one version from another. */
	savedAt: number;
}

/** A draft as its author's list shows it. */
export interface ListedDraft {
	programme: Programme;
	event: string | undefined;
	title: string;
	savedAt: number;
}

export type Drafts = ReturnType<typeof createDrafts>;

type About = Pick<Submission, "programme" | "place" | "id">;

/** What somebody typed and did not hand in: kept for 30 days, for the account or the browser's cookie. */
export function createDrafts({ db, now }: Runtime) {
	/** An account and the browser it is used in may both hold one. */
	function subjectsOf({ user, visitor }: Actor): string[] {
		return [user && `user:${user.id}`, visitor && visitorSubject(visitor)].filter(
			(subject) => typeof subject === "string",
		);
	}

	/**
	 * Keeps what was posted. A version that the form did not start from (it says from which: `draftBase`) came from
	 * another device: it stays within reach. Answers the form does not ask for, those of another track, stay as they were.
	 * @param owner the account it belongs to although nobody is signed in any more
	 * @returns when it was kept; undefined where there is nobody to keep it for, or far too much of it
	 */
	async function save(
		actor: Actor,
		about: About,
		posted: RawForm,
		photo: string | undefined,
		owner?: number,
	): Promise<number | undefined> {
		const subject = owner === undefined ? subjectsOf(actor)[0] : `user:${owner}`;
		if (!subject) return;
		const form = draftName(about);
		return db.write((tx) => {
			// Somebody may have been erased while the form was under way.
			if (subject.startsWith("user:") && !accountOf(tx, subject)) return;
			const present = tx
				.select()
				.from(drafts)
				.where(and(eq(drafts.subject, subject), eq(drafts.form, form)))
				.get();
			const values = toKeep(about, posted, photo, present?.values ?? {});
			if (Buffer.byteLength(JSON.stringify(values)) > MOST_BYTES) return;
			const foreign =
				present &&
				String(present.updatedAt) !== textOf(posted, "draftBase") &&
				JSON.stringify(present.values) !== JSON.stringify(values);
			const previous = foreign ? present.values : (present?.previous ?? null);
			const previousAt = foreign ? present.updatedAt : (present?.previousAt ?? null);
			// Two posts within one millisecond must not look like one version.
			const updatedAt = Math.max(now(), (present?.updatedAt ?? 0) + 1);
			const row = { values, updatedAt, previous, previousAt };
			tx.insert(drafts)
				.values({ subject, form, ...row })
				.onConflictDoUpdate({ target: [drafts.subject, drafts.form], set: row })
				.run();
			return updatedAt;
		});
	}

	/** The versions within reach, the newest first: what an account kept long ago must not hide what was typed just now. */
	function versions(actor: Actor, about: About): Draft[] {
		const rows = db.orm
			.select()
			.from(drafts)
			.where(and(inArray(drafts.subject, subjectsOf(actor)), eq(drafts.form, draftName(about))))
			.all();
		return rows
			.flatMap(({ values, updatedAt, previous, previousAt }) => [
				toDraft(values, updatedAt),
				...(previous && previousAt !== null ? [toDraft(previous, previousAt)] : []),
			])
			.sort((a, b) => b.savedAt - a.savedAt);
	}

	/** Drafts of new entries, for the author's list. Those of present entries are found where the entry is edited. */
	function list(actor: Actor): ListedDraft[] {
		const rows = db.orm
			.select()
			.from(drafts)
			.where(inArray(drafts.subject, subjectsOf(actor)))
			.orderBy(desc(drafts.updatedAt))
			.all();
		const shown = new Set<string>();
		return rows.flatMap(({ form, values, updatedAt }) => {
			const [category, event] = form.split("?event=");
			const programme = programmes.find((one) => one.category === category);
			if (!programme || shown.has(form)) return [];
			shown.add(form);
			const titles = programme.fields
				.filter(({ column }) => column === "title")
				.map(({ name }) => textOf(values, name));
			return [{ programme, event, title: titles.find(Boolean) ?? "", savedAt: updatedAt }];
		});
	}

	/**
	 * Forgets a version because its author says so, or all of them where none is named (0). @returns how many are left
	 */
	async function discard(actor: Actor, about: About, savedAt: number): Promise<number> {
		await db.settle((tx) => {
			if (!savedAt) return drop(tx, actor, about);
			const ofForm = and(inArray(drafts.subject, subjectsOf(actor)), eq(drafts.form, draftName(about)));
			for (const row of tx.select().from(drafts).where(ofForm).all()) {
				const { subject, form, previous, previousAt, updatedAt } = row;
				const mine = and(eq(drafts.subject, subject), eq(drafts.form, form));
				const older = { previous: null, previousAt: null };
				if (previousAt === savedAt) tx.update(drafts).set(older).where(mine).run();
				if (updatedAt !== savedAt) continue;
				if (previous === null || previousAt === null) tx.delete(drafts).where(mine).run();
				else
					tx.update(drafts)
						.set({ ...older, values: previous, updatedAt: previousAt })
						.where(mine)
						.run();
			}
		});
		return versions(actor, about).length;
	}

	/** Forgets a draft, in the transaction that stores what it was for. */
	function drop(tx: Orm, actor: Actor, about: About): void {
		const subjects = subjectsOf(actor);
		if (subjects.length === 0) return;
		tx.delete(drafts)
			.where(and(inArray(drafts.subject, subjects), eq(drafts.form, draftName(about))))
			.run();
	}

	async function sweep(): Promise<void> {
		await db.settle((tx) =>
			tx
				.delete(drafts)
				.where(lt(drafts.updatedAt, now() - KEPT_MS))
				.run(),
		);
	}

	return { save, versions, list, discard, drop, sweep };
}

/** The programme's own controls only: tokens and counts belong to one page or session and would be wrong in another. */
function toKeep({ programme, place }: About, posted: RawForm, photo: string | undefined, present: RawForm): RawForm {
	const values: Record<string, string | readonly string[]> = {};
	for (const field of programme.fields) {
		const value = (isAsked(programme, field, place) ? posted : present)[field.name];
		if (value !== undefined && field.kind !== "photo") values[field.name] = value;
	}
	return photo ? { ...values, photo } : values;
}

function toDraft({ photo, ...values }: RawForm, savedAt: number): Draft {
	return { values, photo: typeof photo === "string" ? photo : undefined, savedAt };
}

function accountOf(tx: Orm, subject: string): { id: number } | undefined {
	const id = Number(subject.slice("user:".length));
	return tx.select({ id: users.id }).from(users).where(eq(users.id, id)).get();
}
