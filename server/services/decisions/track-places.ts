import { and, count, eq, inArray, sql } from "drizzle-orm";
import { kindsThat } from "../../../app/kinds.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, slots } from "../../../db/schema.ts";
import { schedulable } from "../entries/schedulable.ts";

export const WITH_TRACKS = kindsThat(({ hasTracks }) => hasTracks);

/** The track of an entry, also of one without. */
export const trackOf = sql<string>`coalesce(${entries.trackId}, ${UNSELECTED_TRACK})`;

/** How many accepted entries of the event each track has. */
export function acceptedByTrack(tx: Orm, eventId: number): ReadonlyMap<string, number> {
	return countBy(
		tx
			.select({ trackId: trackOf, n: count() })
			.from(entries)
			.where(and(eq(entries.eventId, eventId), inArray(entries.kind, WITH_TRACKS), schedulable))
			.groupBy(trackOf)
			.all(),
	);
}

/** How many slots of the grid each track has. A track without any has no plan yet. */
export function slotsByTrack(tx: Orm): ReadonlyMap<string, number> {
	return countBy(tx.select({ trackId: slots.trackId, n: count() }).from(slots).groupBy(slots.trackId).all());
}

const countBy = (rows: readonly { trackId: string; n: number }[]) =>
	new Map(rows.map(({ trackId, n }) => [trackId, n]));
