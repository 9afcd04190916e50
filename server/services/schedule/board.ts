import { and, asc, eq, inArray, or } from "drizzle-orm";
import { type EntryKind, kindsThat } from "../../../app/kinds.ts";
import { type Grid, placesIn } from "../../../app/schedule/grid.ts";
import { entries } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { maySchedule, schedulable } from "../entries/schedulable.ts";
import type { Runtime } from "../runtime.ts";
import { type Possibilities, possibilitiesOf } from "./free-slots.ts";
import { placedIds, readGrid } from "./grid.ts";

const SCHEDULABLE_KINDS = kindsThat(({ schedulable }) => schedulable);

/** A talk as the schedule shows it to organisers. */
export interface BoardTalk {
	id: number;
	kind: EntryKind;
	title: string;
	name: string;
	org: string;
	trackId: string | null;
	/** It may have a place. */
	placeable: boolean;
	placed: boolean;
}

export interface Board {
	/** Shared, read-only. */
	grid: Grid;
	/** Schedulable talks and all scheduled entries, by id. */
	talks: ReadonlyMap<number, BoardTalk>;
	/** Of those that could have a place and have none: the fewest first. */
	waiting: readonly Possibilities[];
}

/** The organisers' draft with the talks that are or could be in it. */
export function createScheduleBoard({ db, event }: Pick<Runtime, "db" | "event">) {
	const present = db.remembering(read);
	const drafted = db.remembering(() => {
		const grid = readGrid(db.orm);
		return { grid, places: placesIn(grid) };
	});

	function read(): Board {
		const { grid, places } = drafted();
		const rows = db.orm
			.select({
				id: entries.id,
				title: entries.title,
				name: entries.name,
				org: entries.org,
				trackId: entries.trackId,
				kind: entries.kind,
				status: entries.status,
				presence: entries.presence,
				email: entries.emailFolded,
				userId: entries.userId,
			})
			.from(entries)
			.where(
				or(
					and(eq(entries.eventId, event.id()), inArray(entries.kind, SCHEDULABLE_KINDS), schedulable),
					inArray(entries.id, [...places.keys()]),
				),
			)
			.orderBy(asc(entries.id))
			.all();
		const talks = rows.map(({ status, presence, email: _, userId: __, ...talk }) => ({
			...talk,
			placeable: maySchedule({ kind: talk.kind, status, presence }),
			placed: places.has(talk.id),
		}));
		const placedRows = rows.flatMap((row) => {
			const place = places.get(row.id);
			return place ? [{ ...row, place }] : [];
		});
		const waiting = rows.filter((row) => !places.has(row.id) && maySchedule(row));
		return {
			grid,
			talks: new Map(talks.map((talk) => [talk.id, talk])),
			waiting: possibilitiesOf(grid, waiting, placedRows),
		};
	}

	function board(actor: Actor): Board {
		requireCan(actor, "entries.read");
		return present();
	}

	/** Where an entry has its place in the draft and whether it is to be taken off; or whether it waits for one. */
	function placeOf(actor: Actor, entry: Pick<EntryRow, "id" | "kind" | "status" | "presence">) {
		requireCan(actor, "entries.read");
		const place = drafted().places.get(entry.id);
		const may = maySchedule(entry);
		return { place, isLost: place !== undefined && !may, waits: place === undefined && may };
	}

	/** Which entries have a place in the draft. */
	function placed(actor: Actor): ReadonlySet<number> {
		requireCan(actor, "entries.read");
		return placedIds(db.orm);
	}

	return { board, placeOf, placed };
}
