/** What the organisers' lists of works and nominations show, and what their buttons do. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { notFound, pageTitle, seeOther } from "../http.ts";
import { BULK, DETAILS } from "../open-in-list.ts";
import { countryIn } from "../programmes/countries.ts";
import { formatLocal } from "../programmes/window.ts";
import { readList } from "../schemas/listing.ts";
import { choicesIn } from "../schemas/triage.ts";
import { writeTo } from "./broadcasts.server.ts";
import { bulkQuestion, lastBulk, takeBulk } from "./bulk-changes.server.ts";
import { consoleFinding, needsOffered } from "./finding.server.ts";
import { foundText } from "./found-text.server.ts";
import { inRow, listedEntries } from "./listed-entries.server.ts";
import { orNotNow, pathForRows, type Report, saveRows } from "./proposal-actions.server.ts";
import { readingAsked } from "./reading.server.ts";
import { takeView, viewsOf } from "./saved-views.server.ts";
import { removedLink } from "./spam.server.ts";

export type WorkKind = "aigc" | "nomination";

/**
 * The list that an address names, with the entry that is read in it. @param title of the list
 * @throws Response 404 for what is not there
 */
export function worksPage(context: AppLoadContext, kind: WorkKind, search: URLSearchParams, title: string) {
	const modal = search.get("modal");
	if (modal !== null && modal !== DETAILS && modal !== BULK) throw notFound(context);
	const asked = readingAsked(context, kind, search, title);
	const list = worksList(context, kind, search, asked.reading?.id);
	const question = modal === BULK ? bulkQuestion(context, kind, search, list.total) : undefined;
	return { ...asked, list, modal: question, title: question ? pageTitle(context, question.title) : asked.title };
}

function worksList(context: AppLoadContext, kind: WorkKind, search: URLSearchParams, around: number | undefined) {
	const { services, actor, locale, zone } = context;
	const { state, filters, query } = readList(kind, search, services.tracks.ids(), services.registry());
	const { rows, ...about } = services.lists.list(actor, kind, query, around);
	const { ofRow } = listedEntries(context);
	const last = services.lists.lastReceived(actor, kind);
	const text = (answer: unknown) => (typeof answer === "string" ? answer : "");
	return {
		...about,
		state: { ...state, page: about.page },
		views: viewsOf(context, kind, search),
		needs: needsOffered(context, kind),
		finding: consoleFinding(context, kind, { state, query }, about.total),
		write: writeTo(context, kind, state),
		batch: lastBulk(context),
		removed: removedLink(context),
		track: filters.spotlightTrack ?? "",
		lastReceived: last === undefined ? undefined : formatLocal(last, zone, locale),
		rows: rows.map((row) => {
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
		}),
	};
}

export type WorksList = ReturnType<typeof worksList>;

export async function takeWorks(context: AppLoadContext, kind: WorkKind, url: URL): Promise<Report | Response> {
	const { form } = context;
	const elsewhere = pathForRows(context, kind, url);
	if (elsewhere) return seeOther(elsewhere);
	const take = async () =>
		(await takeView(context, kind, url)) ?? (await takeBulk(context, kind, url)) ?? saveRows(context);
	return orNotNow(context, take, { kept: choicesIn(form) });
}
