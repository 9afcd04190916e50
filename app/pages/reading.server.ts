/** One entry as organisers read it: everything about it, and the entries beside it in their list. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { Readable } from "../hooks/readings.ts";
import { pageTitle, safePath, siteTitle } from "../http.ts";
import type { EntryKind } from "../kinds.ts";
import { idRead } from "../open-in-list.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { archivedEntry } from "./archived-entries.server.ts";
import { shownDetails } from "./entry-details.server.ts";
import { listedEntries } from "./listed-entries.server.ts";
import { inList } from "./proposals.server.ts";
import { seenAtOnce } from "./status-audience.server.ts";

/**
 * The entry that the address of a list names, to be read beside the list.
 * @throws AppError NOT_FOUND; Response 404 for an entry of another kind; Response 302 to that of an archived event
 */
export function readingIn(context: AppLoadContext, kind: EntryKind, search: URLSearchParams) {
	const { services, actor } = context;
	const { query } = readList(kind, search, services.tracks.ids(), services.registry());
	const id = entryNumber.parse(search.get("id"));
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

/**
 * The same where the address names one (in the browser a glimpse of another may take its place), and the page's title.
 * @param list what it is called without an entry
 */
export function readingAsked(
	context: AppLoadContext,
	kind: EntryKind,
	search: URLSearchParams,
	list: string,
): { reading: Readable | undefined; from: string; title: string; site: string } {
	const reading = idRead(search) === undefined ? undefined : readingIn(context, kind, search);
	const title = reading ? reading.title || reading.reference : list;
	const from = reading ? safePath(search.get("return") ?? "", "") : "";
	return { reading, from, title: pageTitle(context, title), site: siteTitle(context) };
}
