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
							...{ title: session.title, name: session.name, org: session.org, abstract: session.abstract },
						},
					})),
			})),
		})),
		alternatives: alternatives.map((one) => ({
			path: path({ q: one.q, track: one.track }),
			label: one.dropped
				? t("publicSchedule.withoutWord", { word: one.dropped, count: one.total })
				: t("publicSchedule.inAllTracks", { count: one.total }),
		})),
	};
}
