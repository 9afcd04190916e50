/** Who sees a status as soon as it is set. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { EntryKind } from "../kinds.ts";

/** The last part of the name of the text that says so, of entries in these calls; undefined where it is told later. */
export function audienceOf({ services }: AppLoadContext, kind: EntryKind, categories: readonly string[]) {
	if (!categories.some(services.programmes.tellsAtOnce)) return;
	return services.publicEntries.showsStatus(kind) ? "seenByAll" : "seenByAuthor";
}
