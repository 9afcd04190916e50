import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { EntryKind } from "../../../app/kinds.ts";
import { referencesIn } from "../../../app/search/references.ts";
import { entries } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";
import { notApart } from "./entry-facets.ts";

/** An entry that a search on the list of another kind names. */
export interface ReferencedEntry {
	kind: EntryKind;
	id: number;
}

/** @param kind the kind of the list that is searched */
export function entriesByReference(
	{ db, event }: Pick<Runtime, "db" | "event">,
	kind: EntryKind,
	q: string,
): ReferencedEntry[] {
	const named = referencesIn(q);
	if (named.length === 0) return [];
	const ids = named.map(({ id }) => id);
	return db.orm
		.select({ kind: entries.kind, id: entries.id })
		.from(entries)
		.where(and(inArray(entries.id, ids), ne(entries.kind, kind), eq(entries.eventId, event.id()), notApart()))
		.orderBy(asc(entries.id))
		.all()
		.filter((entry) => named.some(({ kind, id }) => id === entry.id && (kind ?? entry.kind) === entry.kind));
}
