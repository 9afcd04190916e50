import { and, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { entries } from "../../../db/schema.ts";

/** An order of entries: by a place in SQL, then against the order of their numbers; without a place by number. */
export interface EntryOrder {
	place: SQL | undefined;
	isDescending: boolean;
}

/**
 * Condition for the entries before another one. It compares with that entry's sort key and does not count rows, since
 * the entry may have left the list. @param key the sort key, as the database returns it
 */
export function standsBefore(id: number, key: unknown, { place, isDescending }: EntryOrder): SQL | undefined {
	const isNearer = isDescending === !place ? gt(entries.id, id) : lt(entries.id, id);
	if (!place) return isNearer;
	// In SQLite, NULL sorts before everything.
	if (key === null) {
		const tied = and(isNull(place), isNearer);
		return isDescending ? or(isNotNull(place), tied) : tied;
	}
	const tied = and(sql`${place} = ${key}`, isNearer);
	return isDescending ? or(sql`${place} > ${key}`, tied) : or(isNull(place), sql`${place} < ${key}`, tied);
}
