/** One entry as organisers read it: everything about it, and the entries beside it in their list. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { EntryKind } from "../kinds.ts";
import type { readList } from "../schemas/listing.ts";
import { archivedEntry } from "./archived-entries.server.ts";
import { shownDetails } from "./entry-details.server.ts";
import { inList, listedEntries } from "./listed-entries.server.ts";
import { seenAtOnce } from "./status-audience.server.ts";

/**
 * An entry to be read beside its list. @param query of the list
 * @throws AppError NOT_FOUND; Response 404 for an entry of another kind; Response 302 to that of an archived event
 */
export function readingIn(
	context: AppLoadContext,
	kind: EntryKind,
	query: ReturnType<typeof readList>["query"],
	id: number,
) {
	const { services, actor } = context;
	const elsewhere = archivedEntry(context, id);
	if (elsewhere) throw elsewhere;
	const details = services.triage.details(actor, id);
	const listed = inList(context, kind, details.entry);
	const call = services.registry().programmeOf(listed.category);
	return {
		...shownDetails(context, details),
		...listedEntries(context).ofKind(listed),
		/** Who sees a status as soon as it is set; "" where it is told later. */
		seen: seenAtOnce(context, listed),
		/** Names its call, if that is archived. */
		archived: call.archived ? call.label[context.locale] : "",
		beside: services.lists.neighbours(actor, kind, query, listed.id),
	};
}

export type Reading = ReturnType<typeof readingIn>;
