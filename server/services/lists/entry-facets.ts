import { and, eq, inArray, notInArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { APART } from "../../../app/lifecycle.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import { entries, entryCounts } from "../../../db/schema.ts";
import { KNOWN_STATUS } from "../entries/told.ts";

/** What entries are counted by, as columns of the entries or of their counts. */
export type Facets = Readonly<
	Record<"trackId" | "status" | "toldStatus" | "presence" | "isIncomplete" | "consent" | "isConfirmed", SQLWrapper>
>;

export const OF_ENTRIES: Facets = {
	trackId: entries.trackId,
	status: entries.status,
	toldStatus: KNOWN_STATUS,
	presence: entries.presence,
	isIncomplete: sql`${entries.incomplete} <> '[]'`,
	consent: sql`coalesce(${entries.consent}, -1)`,
	isConfirmed: sql`(${entries.confirmedAt} is not null)`,
};

/** The same for visitors: the status that was told is the only one. */
export const asToldOf = (of: Facets): Facets => ({ ...of, status: of.toldStatus });

/** The same columns, written so that SQLite uses no index. */
export const WALKING: Facets = {
	...OF_ENTRIES,
	trackId: sql`+${entries.trackId}`,
	status: sql`+${entries.status}`,
	toldStatus: sql`+${KNOWN_STATUS}`,
	presence: sql`+${entries.presence}`,
	isIncomplete: sql`+${entries.incomplete} <> '[]'`,
};

export const OF_COUNTS: Facets = entryCounts;

/**
 * Entries that organisers keep apart are in no list. Their numbers are few and have an index, so that lists read no more
 * rows than before.
 */
export const notApart = (id: SQLWrapper = entries.id): SQL =>
	sql`${id} not in (select apart.id from ${entries} apart where apart.apart_at is not null)`;

/** Like `notApart`, for `entry_counts`. */
export const countedInLists = notInArray(entryCounts.presence, APART);

/** Entries that have no track yet: of a call that asks for none, or of one where it was left open. */
export const withoutTrack = (of: Facets): SQL => inArray(sql`coalesce(${of.trackId}, '')`, ["", UNSELECTED_TRACK]);

/** Filters of every list; empty texts mean all. */
export function chosenIn(of: Facets, { track, status }: { track: string; status: string }): SQL | undefined {
	const inTrack = track === UNSELECTED_TRACK ? withoutTrack(of) : eq(of.trackId, track);
	return and(track ? inTrack : undefined, status ? eq(of.status, status) : undefined);
}
