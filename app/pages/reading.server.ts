/** One entry as organisers read it: everything about it, and the entries beside it in their list. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { pageTitle } from "../http.ts";
import type { EntryKind } from "../kinds.ts";
import { UNSELECTED_TRACK } from "../programmes/answers.ts";
import { programmeOf } from "../programmes/index.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { shownDetails } from "./entry-details.server.ts";
import { inList } from "./proposals.server.ts";

/**
 * The entry that the address of a list names, to be read beside the list.
 * @throws AppError NOT_FOUND; Response 404 for an entry of another kind
 */
export function readingIn(context: AppLoadContext, kind: EntryKind, search: URLSearchParams) {
	const { services, actor, t, locale } = context;
	const { query } = readList(kind, search, services.tracks.ids());
	const details = services.triage.details(actor, entryNumber.parse(search.get("id")));
	const { entry } = details;
	const listed = inList(context, kind, entry);
	const labels = services.tracks.labels(locale);
	const title = entry.title || t("entry.untitled");
	return {
		...shownDetails(context, details),
		title,
		pageTitle: pageTitle(context, title),
		name: entry.name,
		org: entry.org,
		call: services.callNames.of(entry, locale),
		trackId: entry.trackId ?? UNSELECTED_TRACK,
		track: labels.get(entry.trackId) ?? t("entry.trackMissing"),
		panel: [...entry.panelists.map((id) => labels.get(id) ?? id), ...entry.keywords],
		changed: listed.changed,
		acceptMail: listed.acceptMail,
		archived: programmeOf(entry.category).archived === true,
		beside: services.lists.neighbours(actor, kind, query, entry.id),
	};
}

export type Reading = ReturnType<typeof readingIn>;
