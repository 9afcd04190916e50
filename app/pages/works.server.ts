/** What the organisers' lists of works and nominations show, and what their buttons do. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { DETAILS } from "../fragments.ts";
import { notFound, seeOther } from "../http.ts";
import { BULK, KEYS } from "../open-in-list.ts";
import { countryIn } from "../programmes/countries.ts";
import { formatLocal } from "../programmes/window.ts";
import { readList } from "../schemas/listing.ts";
import { choicesIn } from "../schemas/triage.ts";
import { writeTo } from "./broadcasts.server.ts";
import { bulkQuestion, lastBulk, takeBulk } from "./bulk-changes.server.ts";
import { entryListPage, keysOf, type Listed } from "./entry-list.server.ts";
import { consoleFinding, needsOffered } from "./finding.server.ts";
import { foundText } from "./found-text.server.ts";
import { inRow, listedEntries } from "./listed-entries.server.ts";
import { orNotNow, pathForRows, type Report, saveRows } from "./proposal-actions.server.ts";
import { takeView, viewsOf } from "./saved-views.server.ts";
import { removedLink } from "./spam.server.ts";

export type WorkKind = "aigc" | "nomination";

/**
 * The page of works or nominations that an address names. @param title of the list
 * @throws as `entryListPage`
 */
export const worksPage = (context: AppLoadContext, kind: WorkKind, search: URLSearchParams, title: string) =>
	entryListPage(context, search, works(context, kind, search, title));

function works(context: AppLoadContext, kind: WorkKind, search: URLSearchParams, title: string) {
	const { services, actor, locale, zone } = context;
	const { state, filters, query } = readList(kind, search, services.tracks.ids(), services.registry());
	const { ofRow } = listedEntries(context);
	const text = (answer: unknown) => (typeof answer === "string" ? answer : "");
	return {
		kind,
		title,
		state,
		query,
		about: { track: filters.spotlightTrack ?? "" },
		rowOf: (row: Listed) => {
			const shown = ofRow(row);
			return {
				...shown,
				programme: services.registry().programmeOf(row.category).label[locale],
				found: foundText(services.registry(), row, state.q, locale, [shown.title, shown.name, shown.org]),
				country: inRow(countryIn(text(row.answers.country), locale), "person"),
				track: text(row.answers.spotlightTrack),
				owner: inRow(text(row.answers.ownername), "person"),
				updated: formatLocal(row.updatedAt, zone, locale),
			};
		},
		more: (total: number) => {
			const last = services.lists.lastReceived(actor, kind);
			return {
				views: viewsOf(context, kind, search),
				needs: needsOffered(context, kind),
				finding: consoleFinding(context, kind, { state, query }, total),
				write: writeTo(context, kind, state),
				batch: lastBulk(context),
				removed: removedLink(context),
				lastReceived: last === undefined ? undefined : formatLocal(last, zone, locale),
			};
		},
		dialog: () => {
			const name = search.get("modal");
			if (name === null || name === DETAILS) return;
			if (name === KEYS) return keysOf(context);
			if (name !== BULK) throw notFound(context);
			return bulkQuestion(context, kind, search);
		},
	};
}

export type WorksPage = ReturnType<typeof worksPage>;

export async function takeWorks(context: AppLoadContext, kind: WorkKind, url: URL): Promise<Report | Response> {
	const { form } = context;
	const elsewhere = pathForRows(context, kind, url);
	if (elsewhere) return seeOther(elsewhere);
	const take = async () =>
		(await takeView(context, kind, url)) ?? (await takeBulk(context, kind, url)) ?? saveRows(context);
	return orNotNow(context, take, { kept: choicesIn(form) });
}
