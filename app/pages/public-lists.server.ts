/** What the public tables show: talks, and the works of the showcase. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { notFound } from "../http.ts";
import type { PublicKind } from "../kinds.ts";
import { countryIn } from "../programmes/countries.ts";
import { formatInstant } from "../programmes/window.ts";
import { entryNumber, knownTrack, listQuery } from "../schemas/listing.ts";
import { publicFinding } from "./finding.server.ts";
import { foundText } from "./found-text.server.ts";
import { publicSlot } from "./own-slot.server.ts";

const talks = listQuery(["id", "title", "name", "tracks", "status"]).omit({ need: true });
const works = listQuery(["id", "name", "org", "country", "title"]).pick({ q: true, sort: true, page: true });

/** The language of a talk in words; a value that is no choice any more as it is. */
function languageOf({ t }: AppLoadContext, language: unknown): string {
	return language === "Chinese" || language === "English"
		? t(`publicSchedule.languages.${language}`)
		: String(language ?? "");
}

/** @throws Response 404 where talks are not public */
export function publicTalksPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, t, locale, zone } = context;
	if (!services.publicEntries.isShown("talk")) throw notFound(context);
	const given = talks.parse(Object.fromEntries(search));
	const state = { ...given, track: knownTrack(given.track, services.tracks.ids()) };
	const labels = services.tracks.labels(locale);
	const { rows, ...about } = services.publicEntries.page("talk", state);
	return {
		...about,
		state: { ...state, page: about.page },
		finding: publicFinding(context, "talk", state, { state, total: about.total }),
		rows: rows.map((row) => ({
			id: row.id,
			displayIndex: row.displayIndex,
			name: row.name,
			org: row.org,
			title: row.title || t("entry.untitled"),
			found: foundText(services.registry(), row, state.q, locale, [row.title, row.name, row.org]),
			track: labels.get(row.trackId) ?? t("entry.trackMissing"),
			language: languageOf(context, row.answers.language),
			status: row.status,
			emailSent: row.emailSent,
			updated: formatInstant(row.updatedAt, zone, locale),
		})),
		tracks: services.tracks.listed(locale, [state.track]),
		// Where only accepted talks are public, their status says nothing.
		hasTracks: services.tracks.question([state.track]) === "asked",
		showsStatus: services.publicEntries.showsStatus("talk"),
		showsMail: services.publicEntries.showsMail(),
		statuses: services.publicEntries.statuses("talk"),
	};
}

export function publicWorksPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, locale, zone } = context;
	const state = worksQuery(search);
	const { rows, ...about } = services.publicEntries.page("aigc", state);
	const last = services.publicEntries.lastReceived("aigc");
	return {
		...about,
		state: { q: state.q, sort: state.sort, page: about.page },
		finding: publicFinding(context, "aigc", state, { state, total: about.total }),
		lastReceived: last === undefined ? undefined : formatInstant(last, zone, locale),
		rows: rows.map((row) => ({
			id: row.id,
			name: row.name,
			org: row.org,
			title: row.title,
			found: foundText(services.registry(), row, state.q, locale, [row.title, row.name, row.org]),
			country: countryIn(String(row.answers.country ?? ""), locale),
			track: String(row.answers.spotlightTrack ?? ""),
		})),
	};
}

/** What the address of the showcase asks for, for its page and its file. */
export function worksQuery(search: URLSearchParams) {
	return { track: "", status: "" as const, ...works.parse(Object.fromEntries(search)) };
}

/**
 * The details named by the address.
 * @throws Response 404 if missing or not public
 */
export async function publicDetails(context: AppLoadContext, kind: PublicKind, search: URLSearchParams) {
	const modal = search.get("modal");
	if (modal === null) return;
	const { services, locale, zone } = context;
	const entry = services.publicEntries.one(kind, entryNumber.parse(search.get("id")));
	if (modal !== "details" || !entry) throw notFound(context);
	const shown = services.publicEntries.asShown(entry, locale);
	return {
		id: entry.id,
		title: entry.title,
		status: entry.status,
		emailSent: entry.emailSent,
		slot: publicSlot(context, entry.id),
		created: formatInstant(entry.createdAt, zone, locale),
		updated: formatInstant(entry.updatedAt, zone, locale),
		shown: { ...shown, photoSize: await services.photos.sizeOf(shown.photo) },
	};
}

/** The address of a list or of an entry in it, without what only narrows or orders the list. */
export function publicPath(base: string, { page }: { page: number }, details: { id: number } | undefined): string {
	if (details) return `${base}?modal=details&id=${details.id}`;
	return page > 1 ? `${base}?page=${page}` : base;
}

/** `Nominations - AIGC Spotlight - Hangzhou`: the first showcase, and where the event takes place. */
export function worksTitle({ services, brand, t, locale }: AppLoadContext): string {
	const { find, categoriesOf } = services.registry();
	const call = find(categoriesOf("aigc")[0] ?? "")?.label[locale] ?? t("kind.aigc");
	return [t("works.title", { call }), brand.place].filter(Boolean).join(" - ");
}
