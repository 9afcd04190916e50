/** What a search in the public schedule has found. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { formatDate } from "../programmes/window.ts";
import type { Asked } from "./schedule-address.server.ts";
import { talksFor } from "./schedule-day.server.ts";

export type Finds = ReturnType<typeof foundPage>;

/** Talks by day and time; where there are none, what to drop from the search. */
export function foundPage(context: AppLoadContext, asked: Asked) {
	const { services, t, locale } = context;
	const { q, track, path } = asked;
	const { days, total, alternatives } = services.scheduleSearch.search({ q, track });
	const talkOf = talksFor(context, asked);
	const values = { q, count: total, track: services.tracks.labeller(locale)(track) };
	const inTrack = track === "" ? "" : "InTrack";
	return {
		heading: t(total > 0 ? `publicSchedule.found${inTrack}` : `publicSchedule.foundNone${inTrack}`, values),
		days: days.map(({ id, date, sessions }) => ({
			id,
			date: formatDate(date, locale, "whole"),
			times: [...new Map(sessions.map(({ start, place }) => [start, place.time]))].map(([start, time]) => ({
				start,
				time,
				sessions: sessions
					.filter((session) => session.start === start)
					.map((session) => ({
						...talkOf(session),
						found: {
							title: session.title,
							name: session.name,
							org: session.org,
							abstract: session.abstract,
						},
					})),
			})),
		})),
		alternatives: alternatives.map((one) => ({
			path: path({ q: one.q, track: one.track }),
			label: labelOf(context, one, track),
		})),
	};
}

type Alternative = ReturnType<AppLoadContext["services"]["scheduleSearch"]["search"]>["alternatives"][number];

/** What is dropped: a word, the track or both. */
function labelOf({ t }: AppLoadContext, { dropped, track, total }: Alternative, chosen: string): string {
	const values = { word: dropped, count: total };
	if (track === chosen) return t("publicSchedule.withoutWord", values);
	return t(dropped ? "publicSchedule.inAllTracksWithout" : "publicSchedule.inAllTracks", values);
}
