import { asc, desc, type SQL } from "drizzle-orm";
import type { EntryKind } from "../../../app/kinds.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { entries } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";
import { ofKind } from "./entry-query.ts";

export type CallNames = ReturnType<typeof createCallNames>;

/** Names of calls, for lists and files with entries of several calls. */
export function createCallNames({ db, event, registry }: Pick<Runtime, "db" | "event" | "registry">) {
	/** Whether the entries of a kind belong to more than one call, archived ones included. */
	const areSeveral = db.remembering((kind: EntryKind) => {
		// By the index on calls, from both ends.
		const first = (order: SQL) =>
			db.orm.select({ category: entries.category }).from(entries).where(ofKind(kind, event)).orderBy(order).limit(1);
		return first(asc(entries.category)).get()?.category !== first(desc(entries.category)).get()?.category;
	});

	/** The name of an entry's call; undefined if all entries of its kind belong to it. */
	function of({ kind, category }: { kind: EntryKind; category: string }, locale: Locale): string | undefined {
		return areSeveral(kind) ? registry().programmeOf(category).label[locale] : undefined;
	}

	return { areSeveral, of };
}
