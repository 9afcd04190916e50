/** One day of the public schedule as its page shows it. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { formatDate } from "../programmes/window.ts";
import { TRACK_HUES } from "../schedule/address.ts";
import { endOf, eventTitle } from "../schedule/grid.ts";
import { type Live, liveAt } from "../schedule/live.ts";
import { type Asked, type Day, type Session, tracksIn } from "./schedule-address.server.ts";

export type ShownDay = ReturnType<typeof shownDay>;
export type ShownTalk = ReturnType<ReturnType<typeof talksFor>>;

/** @param named how its links name the day; "all" where it is shown with the others */
export function shownDay(context: AppLoadContext, asked: Asked, day: Day, named: string = day.id) {
	const { services, locale } = context;
	const { track, path } = asked;
	const columns = tracksIn([day]);
	const trackOf = services.tracks.labeller(locale);
	return {
		id: day.id,
		date: formatDate(day.date, locale, "whole"),
		all: path({ day: named }),
		tracks: (track && !columns.includes(track) ? [...columns, track] : columns).map((id) => ({
			id,
			label: trackOf(id),
			room: day.tracks.find((one) => one.id === id)?.room ?? "",
			path: path({ day: named, track: id }),
			hue: hueOf(asked, id),
		})),
		times: timesOf(context, asked, day, columns),
	};
}

/** The colour of a track, from 1: the same on all days. 0 is for what is in no track. */
export function hueOf({ tracks }: Pick<Asked, "tracks">, trackId: string): number {
	return (tracks.indexOf(trackId) % TRACK_HUES) + 1;
}

/** Makes talks as cards show them. */
export function talksFor({ services, t, locale, schedulePath }: AppLoadContext, asked: Pick<Asked, "tracks">) {
	const trackOf = services.tracks.labeller(locale);
	return ({ entry, place, start }: Session) => ({
		id: entry.id,
		path: `${schedulePath}/${entry.id}`,
		title: entry.title || t("entry.untitled"),
		name: entry.name,
		org: entry.org,
		start,
		minutes: place.minutes,
		span: `${place.time}–${endOf(place)}`,
		track: trackOf(place.trackId),
		room: place.room,
		language: String(entry.answers.language ?? ""),
		hue: hueOf(asked, place.trackId),
	});
}

/** Groups sessions by start time: those for everyone first, then by track. */
function timesOf(context: AppLoadContext, asked: Asked, day: Day, columns: readonly string[]) {
	const { track } = asked;
	const talkOf = talksFor(context, asked);
	const talks = day.sessions.filter(({ place }) => track === "" || place.trackId === track);
	// A track with nothing but lunch counts as empty.
	if (track !== "" && talks.length === 0) return [];
	const events = day.specials.filter(({ trackId }) => track === "" || trackId === null || trackId === track);
	const liveOf = livesAt(
		[...events, ...talks.map(({ start, place: { minutes } }) => ({ start, minutes }))],
		context.now,
	);
	const starts = new Map<string, string>();
	for (const { start, time } of events) starts.set(start, time);
	for (const { start, place } of talks) starts.set(start, place.time);
	return [...starts]
		.sort(([one], [other]) => one.localeCompare(other))
		.map(([start, time]) => ({
			start,
			time,
			specials: events
				.filter((event) => event.start === start)
				.map((event) => ({
					id: event.id,
					title: eventTitle(event, context.locale),
					description: (context.locale === "zh" && event.descriptionZh) || event.description,
					minutes: event.minutes,
					span: `${event.time}–${endOf(event)}`,
					column: event.trackId === null ? 0 : columns.indexOf(event.trackId) + 1,
					live: liveOf(event),
				})),
			sessions: talks
				.filter((talk) => talk.start === start)
				.map((talk) => ({
					...talkOf(talk),
					column: columns.indexOf(talk.place.trackId) + 1,
					live: liveOf({ start, minutes: talk.place.minutes }),
				})),
		}));
}

/** What is on, and what is next, depends on start and length only. */
function livesAt(items: readonly { start: string; minutes: number }[], now: number) {
	const key = ({ start, minutes }: { start: string; minutes: number }) => `${start} ${minutes}`;
	const lives = liveAt(items, now);
	const known = new Map<string, Live>(items.map((item, index) => [key(item), lives[index]]));
	return (item: { start: string; minutes: number }): Live => known.get(key(item));
}

/** Where "now" is on the page: the first time at which something is on, else the one that comes next. */
export function anchorOf(days: readonly ShownDay[]): string | undefined {
	const times = days.flatMap((day) => day.times);
	const has = (live: Live) =>
		times.find(({ specials, sessions }) => [...specials, ...sessions].some((one) => one.live === live));
	return (has("now") ?? has("next"))?.start;
}
