/** Addresses of the public schedule: what one asks for, and how the state of the page is written in one. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath } from "../components/lists/list-url.ts";
import { notFound } from "../http.ts";
import { firstCharacters } from "../programmes/shown-again.ts";
import { ALL_DAYS, LONGEST_SEARCH } from "../schedule/address.ts";

export type Published = NonNullable<ReturnType<AppLoadContext["services"]["publicSchedule"]["current"]>>;
export type Day = Published["days"][number];
export type Session = Day["sessions"][number];

/** What the page can be asked for. Empty texts ask for nothing. */
interface Address {
	day?: string;
	track?: string;
	q?: string;
}

/** @param slug the event that the address names, if it names one @throws Response 404 if it is none of the archived ones */
export function requireEvent(context: AppLoadContext, slug: string | undefined): void {
	if (slug !== undefined && !context.archived) throw notFound(context);
}

export type Asked = ReturnType<typeof askedFor>;

/** What an address asks for. A day or track that is none is dropped; without a day it is today, else the first. */
export function askedFor(
	{ services, now, schedulePath: base }: AppLoadContext,
	{ days }: Published,
	search: URLSearchParams,
) {
	const today = services.publicSchedule.dayAt(now);
	const wanted = search.get("day");
	const tracks = tracksIn(days);
	const isWhole = wanted === ALL_DAYS && days.length > 1;
	const day = days.find(({ id }) => id === wanted) ?? today ?? days[0];
	const track = tracks.find((id) => id === search.get("track")) ?? "";
	const q = searchIn(search);
	return {
		today,
		isWhole,
		day,
		track,
		q,
		/** All that have something in them, in their order. */
		tracks,
		path: (state: Address) => pathTo(base, days, today, state),
		/** The address itself, in one spelling. */
		own: pathTo(base, days, today, q ? { q, track } : { day: isWhole ? ALL_DAYS : day?.id, track }),
	};
}

/** A day's page without a filter. */
export function dayPath({ services, now, schedulePath: base }: AppLoadContext, dayId: string): string {
	const days = services.publicSchedule.current()?.days ?? [];
	return pathTo(base, days, services.publicSchedule.dayAt(now), { day: dayId });
}

/** Without a day the address would change its meaning each day of the event, so the first day is named as well. */
function pathTo(
	base: string,
	days: readonly Day[],
	today: Day | undefined,
	{ day = "", track = "", q = "" }: Address,
): string {
	return listPath(base, { day: day === days[0]?.id && !today ? "" : day, track, q });
}

/** What is searched for. A text that is too long is cut, and the page shows what it has searched for. */
function searchIn(search: URLSearchParams): string {
	return firstCharacters((search.get("q") ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim(), LONGEST_SEARCH).trim();
}

/** Tracks in which something takes place, in the order in which they are listed. */
export function tracksIn(days: readonly Day[]): string[] {
	const used = days.flatMap(({ tracks, sessions, specials }) => {
		const busy = [...sessions.map(({ place }) => place.trackId), ...specials.map(({ trackId }) => trackId)];
		return [...tracks.map(({ id }) => id).filter((id) => busy.includes(id)), ...busy];
	});
	return [...new Set(used)].filter((id) => id !== null);
}
