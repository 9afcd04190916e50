/** What the organisers' tables of works and nominations show, and what their buttons do. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { notFound, seeOther } from "../http.ts";
import { programmeOf, spotId } from "../programmes/index.ts";
import { formatInstant, formatLocal } from "../programmes/window.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { choicesIn, tickedIds } from "../schemas/triage.ts";
import { shownDetails } from "./entry-details.server.ts";
import { consoleFinding } from "./finding.server.ts";
import { foundText } from "./found-text.server.ts";
import { exportPath, orNotNow, type Report, saveRows } from "./proposal-actions.server.ts";
import { takeView, viewsOf } from "./saved-views.server.ts";

export type WorkKind = "aigc" | "nomination";

export function worksPage(context: AppLoadContext, kind: WorkKind, search: URLSearchParams) {
	const { services, actor, locale, zone } = context;
	const { state, filters, query } = readList(kind, search, services.tracks.ids());
	const { rows, ...about } = services.lists.list(actor, kind, query);
	const last = services.lists.lastReceived(actor, kind);
	const text = (answer: unknown) => (typeof answer === "string" ? answer : "");
	return {
		...about,
		state: { ...state, page: about.page },
		views: viewsOf(context, kind, search),
		finding: consoleFinding(context, kind, { state, query }, about.total),
		track: filters.spotlightTrack ?? "",
		lastReceived: last === undefined ? undefined : formatInstant(last, zone, locale),
		rows: rows.map((row) => ({
			id: row.id,
			reference: spotId(row),
			category: row.category,
			call: programmeOf(row.category).label[locale],
			callOfSeveral: services.callNames.of(row, locale),
			name: row.name,
			org: row.org,
			title: row.title,
			found: foundText(row, state.q, locale, [row.title, row.name, row.org]),
			country: text(row.answers.country),
			track: text(row.answers.spotlightTrack),
			owner: text(row.answers.ownername),
			status: row.status,
			incomplete: row.incomplete,
			presence: row.presence,
			updated: formatLocal(row.updatedAt, zone, locale),
		})),
	};
}

/** Everything about the entry the address names. @throws Response 404 for one that is not there or of another kind */
export function entryDetails(context: AppLoadContext, kind: string, search: URLSearchParams) {
	const modal = search.get("modal");
	if (modal === null) return;
	const details = context.services.triage.details(context.actor, entryNumber.parse(search.get("id")));
	if (modal !== "details" || details.entry.kind !== kind) throw notFound(context);
	return shownDetails(context, details);
}

export async function takeWorks(context: AppLoadContext, kind: WorkKind, url: URL): Promise<Report | Response> {
	const { form } = context;
	if ("do.csv" in form) return seeOther(exportPath(kind, url, tickedIds(form)));
	const take = async () => (await takeView(context, kind, url)) ?? saveRows(context);
	return orNotNow(context, take, { kept: choicesIn(form) });
}
