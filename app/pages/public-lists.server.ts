/** What the public tables show: talks, and the works of the showcase. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { notFound } from "../http.ts";
import { formatInstant } from "../programmes/window.ts";
import { entryNumber, knownTrack, listQuery } from "../schemas/listing.ts";

const talks = listQuery(["id", "title", "name", "tracks", "status"]).omit({ need: true });
const works = listQuery(["id", "name", "org", "country", "title"]).pick({ q: true, sort: true, page: true });

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
		rows: rows.map((row) => ({
			id: row.id,
			displayIndex: row.displayIndex,
			name: row.name,
			org: row.org,
			title: row.title || t("entry.untitled"),
			track: labels.get(row.trackId) ?? t("entry.trackMissing"),
			status: row.status,
			emailSent: row.emailSent,
			updated: formatInstant(row.updatedAt, zone, locale),
		})),
		tracks: services.tracks.options(locale, [state.track]).filter((track) => !track.divider),
	};
}

export function publicWorksPage({ services, locale, zone }: AppLoadContext, search: URLSearchParams) {
	const state = worksQuery(search);
	const { rows, ...about } = services.publicEntries.page("aigc", state);
	const last = services.publicEntries.lastReceived("aigc");
	return {
		...about,
		state: { q: state.q, sort: state.sort, page: about.page },
		lastReceived: last === undefined ? undefined : formatInstant(last, zone, locale),
		rows: rows.map((row) => ({
			id: row.id,
			name: row.name,
			org: row.org,
			title: row.title,
			country: String(row.answers.country ?? ""),
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
export async function publicDetails(context: AppLoadContext, kind: "talk" | "aigc", search: URLSearchParams) {
	const modal = search.get("modal");
	if (modal === null) return;
	const { services, locale, zone } = context;
	const entry = services.publicEntries.one(kind, entryNumber.parse(search.get("id")));
	if (modal !== "details" || !entry) throw notFound(context);
	const shown = services.publicEntries.asShown(entry, locale);
	return {
		title: entry.title,
		status: entry.status,
		emailSent: entry.emailSent,
		created: formatInstant(entry.createdAt, zone, locale),
		updated: formatInstant(entry.updatedAt, zone, locale),
		shown: { ...shown, photoSize: await services.photos.sizeOf(shown.photo) },
	};
}
