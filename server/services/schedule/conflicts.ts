import { inArray } from "drizzle-orm";
import type { EntryKind } from "../../../app/kinds.ts";
import { isActive } from "../../../app/lifecycle.ts";
import { overlap, type Place, placesIn } from "../../../app/schedule/grid.ts";
import { entries } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import { maySchedule } from "../entries/schedulable.ts";
import { asTold } from "../entries/told.ts";
import type { Runtime } from "../runtime.ts";
import { readGrid } from "./grid.ts";
import { samePerson } from "./same-person.ts";

/** A problem of the draft. */
export type Conflict =
	/** One person in two places at one time. */
	| { kind: "person"; name: string; sessions: [Clash, Clash] }
	/** No longer accepted, or withdrawn: left out of the next release, unless its author was not told yet. */
	| { kind: "lost"; why: "withdrawn" | "status" | "untold"; session: Clash }
	/** The entry's track differs from its slot's. */
	| { kind: "misplaced"; why: "track"; session: Clash }
	/** Accepted but not public: incomplete, or without consent. */
	| { kind: "unseen"; why: "incomplete" | "consent"; session: Clash };

export interface Clash {
	id: number;
	kind: EntryKind;
	title: string;
	place: Place;
}

/** It is about an entry that is to be taken off. */
export const isLost = (conflict: Conflict) => conflict.kind === "lost";

/** Conflicts of scheduled entries, those of people first. */
export function createScheduleConflicts({ db, config }: Pick<Runtime, "db" | "config">) {
	const found = db.remembering(find);

	function find(): Conflict[] {
		const places = placesIn(readGrid(db.orm));
		const placed = db.orm
			.select({
				id: entries.id,
				title: entries.title,
				name: entries.name,
				email: entries.emailFolded,
				userId: entries.userId,
				kind: entries.kind,
				status: entries.status,
				toldStatus: entries.toldStatus,
				presence: entries.presence,
				incomplete: entries.incomplete,
				consent: entries.consent,
				trackId: entries.trackId,
			})
			.from(entries)
			.where(inArray(entries.id, [...places.keys()]))
			.all()
			.flatMap((row) => {
				const place = places.get(row.id);
				return place ? { ...row, place } : [];
			});
		const all: Conflict[] = [];
		for (const [index, one] of placed.entries()) {
			for (const other of placed.slice(index + 1)) {
				if (!samePerson(one, other) || one.place.dayId !== other.place.dayId || !overlap(one.place, other.place))
					continue;
				all.push({ kind: "person", name: one.name, sessions: [clash(one), clash(other)] });
			}
		}
		for (const one of placed) {
			if (one.trackId !== one.place.trackId) all.push({ kind: "misplaced", why: "track", session: clash(one) });
			if (!isActive(one)) all.push({ kind: "lost", why: "withdrawn", session: clash(one) });
			else if (!maySchedule(one)) {
				all.push({ kind: "lost", why: maySchedule(asTold(one)) ? "untold" : "status", session: clash(one) });
			} else if (one.incomplete.length > 0) all.push({ kind: "unseen", why: "incomplete", session: clash(one) });
			else if (one.consent === false || (config.publicRequireConsent && !one.consent)) {
				all.push({ kind: "unseen", why: "consent", session: clash(one) });
			}
		}
		return all;
	}

	return function conflicts(actor: Actor): readonly Conflict[] {
		requireCan(actor, "entries.read");
		return found();
	};
}

function clash({ id, kind, title, place }: Clash): Clash {
	return { id, kind, title, place };
}
