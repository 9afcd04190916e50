import { and, eq } from "drizzle-orm";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { INVITATION_STATUSES, NOTES, type Notes, notesIn, REGISTRATIONS } from "../../../app/programmes/forum.ts";
import { malformedFields, type Problem } from "../../../app/programmes/problems.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import { logEdit } from "../entries/entry-edits.ts";
import { lastBy } from "../entries/entry-log.ts";
import { differences, toAnswers, toColumns } from "../entries/entry-rows.ts";
import type { Outcome } from "../entries/triage.ts";
import type { Runtime } from "../runtime.ts";

export type NotesOutcome =
	| { state: "saved" | "same" }
	/** Somebody was faster: their address. */
	| { state: "stale"; by: string }
	| { state: "wrong"; problems: Problem[] };

export type Forum = ReturnType<typeof createForum>;

/** What organisers do with registrations for the forum. */
export function createForum({ db, event, now: moment, registry }: Runtime) {
	/**
	 * Replaces the notes of a registration, if it still has those the organiser saw; logged with what changed.
	 * @throws AppError NOT_FOUND
	 */
	async function note(actor: Actor, id: number, was: Notes, to: Notes, locale: Locale): Promise<NotesOutcome> {
		const admin = requireCan(actor, "entries.manage");
		const fields = registry().fieldsOfKind("forum");
		const problems = malformedFields({ fields }, to, { t: translators[locale], locale, tracks: new Set() });
		if (problems.length > 0) return { state: "wrong", problems };
		return db.write((tx): NotesOutcome => {
			const outcome = replace(tx, admin.id, id, was, to);
			if (outcome === undefined) throw new AppError("NOT_FOUND");
			return outcome;
		});
	}

	/**
	 * Stores invitation states, each on its own: if `was` no longer matches, that registration is left alone and listed
	 * in `stale`. Unknown ones are skipped.
	 * @throws AppError BAD_REQUEST for a value that does not exist
	 */
	async function invite(actor: Actor, changes: readonly { id: number; was: string; to: string }[]): Promise<Outcome> {
		const admin = requireCan(actor, "entries.manage");
		const known = ["", ...INVITATION_STATUSES.map(({ value }) => value)];
		if (!changes.every(({ to }) => known.includes(to))) throw new AppError("BAD_REQUEST");
		return db.write((tx) => {
			const outcome: Outcome = { saved: [], stale: [], misplaced: [], kept: [] };
			for (const { id, was, to } of changes) {
				const one = replace(tx, admin.id, id, { invitationConfirmed: was }, { invitationConfirmed: to });
				if (one?.state === "stale") {
					outcome.stale.push({ id, kind: "invitation", now: [one.now.invitationConfirmed], by: one.by });
				} else if (one) outcome.saved.push(id);
			}
			return outcome;
		});
	}

	/** Replaces the notes that are named, if they still are what `was` says; undefined where there is no registration. */
	function replace(tx: Orm, actorId: number, id: number, was: Partial<Notes>, to: Partial<Notes>) {
		const present = tx
			.select()
			.from(entries)
			.where(and(eq(entries.id, id), eq(entries.eventId, event.id()), eq(entries.kind, REGISTRATIONS)))
			.get();
		if (!present) return;
		const answers = toAnswers(registry(), present);
		const now = notesIn(answers);
		const named = NOTES.filter((name) => to[name] !== undefined);
		if (named.some((name) => was[name] !== now[name])) {
			return { state: "stale" as const, now, by: lastBy(tx, id, "Edited") };
		}
		const changed = named.filter((name) => was[name] !== to[name]);
		if (changed.length === 0) return { state: "same" as const };
		const noted = Object.fromEntries(changed.map((name) => [name, to[name]]));
		const columns = toColumns(registry().programmeOf(present.category, present), { ...answers, ...noted });
		const changes = differences(registry(), present, { ...columns, photo: present.photo });
		const at = moment();
		tx.update(entries)
			.set({ answers: columns.answers, publicText: columns.publicText, searchText: columns.searchText, updatedAt: at })
			.where(eq(entries.id, id))
			.run();
		logEdit(tx, { entryId: id, at, actorId, state: present.status }, changes);
		return { state: "saved" as const };
	}

	return { note, invite };
}
