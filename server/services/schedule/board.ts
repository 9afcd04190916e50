import { and, asc, inArray, or } from "drizzle-orm";
import { kindsThat } from "../../../app/kinds.ts";
import { type Grid, placesIn } from "../../../app/schedule/grid.ts";
import { entries } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import { maySchedule, schedulable } from "../entries/schedulable.ts";
import type { Runtime } from "../runtime.ts";
import { placedIds, readGrid } from "./grid.ts";

const SCHEDULABLE_KINDS = kindsThat(({ schedulable }) => schedulable);

/** A talk as the schedule shows it to organisers. */
export interface BoardTalk {
	id: number;
	title: string;
	name: string;
	org: string;
	trackId: string | null;
	/** It may have a place. */
	placeable: boolean;
	placed: boolean;
}

export interface Board {
	/** Callers share it and do not change it. */
	grid: Grid;
	/** Accepted talks, placed or not, and whatever else has a place; by number. */
	talks: ReadonlyMap<number, BoardTalk>;
}

/** The organisers' draft with the talks that are or could be in it. */
export function createScheduleBoard({ db }: Pick<Runtime, "db">) {
	const present = db.remembering(read);

	function read(): Board {
		const grid = readGrid(db.orm);
		const places = placesIn(grid);
		const rows = db.orm
			.select({
				...{ id: entries.id, title: entries.title, name: entries.name, org: entries.org },
				...{ trackId: entries.trackId, kind: entries.kind, status: entries.status, presence: entries.presence },
			})
			.from(entries)
			.where(or(and(inArray(entries.kind, SCHEDULABLE_KINDS), schedulable), inArray(entries.id, [...places.keys()])))
			.orderBy(asc(entries.id))
			.all();
		const talks = rows.map(({ kind, status, presence, ...talk }) => ({
			...talk,
			placeable: maySchedule({ kind, status, presence }),
			placed: places.has(talk.id),
		}));
		return { grid, talks: new Map(talks.map((talk) => [talk.id, talk])) };
	}

	function board(actor: Actor): Board {
		requireCan(actor, "entries.read");
		return present();
	}

	/** Which entries have a place in the draft. */
	function placed(actor: Actor): ReadonlySet<number> {
		requireCan(actor, "entries.read");
		return placedIds(db.orm);
	}

	return { board, placed };
}
