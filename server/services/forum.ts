import { and, eq } from "drizzle-orm";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { NOTES, type Notes, notesIn, forum as programme } from "../../app/programmes/forum.ts";
import { malformedFields, type Problem } from "../../app/programmes/problems.ts";
import { entries, entryLog } from "../../db/schema.ts";
import { AppError } from "../errors.ts";
import { type Actor, requireAdmin } from "./actor.ts";
import { lastBy } from "./entry-log.ts";
import { differences, toAnswers, toColumns } from "./entry-store.ts";
import type { Runtime } from "./runtime.ts";

export type NotesOutcome =
	| { state: "saved" | "same" }
	/** Somebody was faster: their address. */
	| { state: "stale"; by: string }
	| { state: "wrong"; problems: Problem[] };

export type Forum = ReturnType<typeof createForum>;

/** What organisers do with registrations for the forum. */
export function createForum({ db, now }: Runtime) {
	/**
	 * Replaces the notes of a registration, if it still has those the organiser saw; logged with what changed.
	 * @throws AppError NOT_FOUND
	 */
	async function note(actor: Actor, id: number, was: Notes, to: Notes, locale: Locale): Promise<NotesOutcome> {
		const admin = requireAdmin(actor);
		const problems = malformedFields(programme, to, { t: translators[locale], locale, tracks: new Set() });
		if (problems.length > 0) return { state: "wrong", problems };
		return db.write((tx): NotesOutcome => {
			const present = tx
				.select()
				.from(entries)
				.where(and(eq(entries.id, id), eq(entries.category, programme.category)))
				.get();
			if (!present) throw new AppError("NOT_FOUND");
			const answers = toAnswers(present);
			if (NOTES.some((name) => was[name] !== notesIn(answers)[name])) {
				return { state: "stale", by: lastBy(tx, id, "Edited") };
			}
			const changed = NOTES.filter((name) => was[name] !== to[name]);
			if (changed.length === 0) return { state: "same" };
			const noted = Object.fromEntries(changed.map((name) => [name, to[name]]));
			const columns = toColumns(programme, { ...answers, ...noted });
			const changes = differences(present, { ...columns, photo: present.photo });
			const at = now();
			tx.update(entries)
				.set({ answers: columns.answers, searchText: columns.searchText, updatedAt: at })
				.where(eq(entries.id, id))
				.run();
			tx.insert(entryLog)
				.values({ entryId: id, at, actorId: admin.id, type: "Edited", state: present.status, changes })
				.run();
			return { state: "saved" };
		});
	}

	return { note };
}
