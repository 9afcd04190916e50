/** What the pages of the public schedule show. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath } from "../components/lists/list-url.ts";
import { notFound } from "../http.ts";
import { formatDate, formatInstant, formatOffset } from "../programmes/window.ts";
import { endOf, eventTitle } from "../schedule/grid.ts";
import { entryNumber } from "../schemas/listing.ts";

const BASE = "/schedule";

type Published = NonNullable<ReturnType<AppLoadContext["services"]["publicSchedule"]["current"]>>;
type Day = Published["days"][number];

/** The day that is asked for, by time. Undefined before the first release. A day or track that is none is dropped. */
export function schedulePage(context: AppLoadContext, search: URLSearchParams) {
	const { services, locale, zone } = context;
	const released = services.publicSchedule.current();
	if (!released) return;
	const { version, at, note, days } = released;
	const day = days.find(({ id }) => id === search.get("day")) ?? days[0];
	const track = tracksIn(days).find((id) => id === search.get("track")) ?? "";
	const trackOf = services.tracks.labeller(locale);
	const path = (state: { day?: string; track?: string }) => {
		const { day: dayId = "", track: trackId = "" } = state;
		return listPath(BASE, { day: dayId === days[0]?.id ? "" : dayId, track: trackId });
	};
	const columns = day ? tracksIn([day]) : [];
	return {
		version,
		released: formatInstant(at, zone, locale),
		note: linesOf(note),
		hasChanges: version > 1,
		days: days.map(({ id, date }) => ({
			id,
			label: formatDate(date, locale, "short"),
			path: path({ day: id, track }),
			current: id === day?.id,
		})),
		date: day && formatDate(day.date, locale, "whole"),
		zone: formatOffset(day ? Date.parse(`${day.date}T12:00Z`) : at, zone),
		all: path({ day: day?.id ?? "" }),
		track,
		tracks: (track && !columns.includes(track) ? [...columns, track] : columns).map((id) => ({
			id,
			label: trackOf(id),
			room: day?.tracks.find((one) => one.id === id)?.room ?? "",
			path: path({ day: day?.id ?? "", track: id }),
		})),
		times: day ? timesOf(context, day, track, columns) : [],
	};
}

/** What each release has changed. */
export function versionsPage({ services, locale, zone }: AppLoadContext) {
	return services.scheduleFiles.versions(locale).map(({ version, at, note, changes }) => ({
		...{ version, released: formatInstant(at, zone, locale), note: linesOf(note), changes },
	}));
}

/** Organisers may write a note in both languages, a line each. */
const linesOf = (note: string) => [...new Set(note.split("\n").filter((line) => line.trim() !== ""))];

/** Tracks in which something takes place, in the order in which they are listed. */
function tracksIn(days: readonly Day[]): string[] {
	const used = days.flatMap(({ tracks, sessions, specials }) => {
		const busy = [...sessions.map(({ place }) => place.trackId), ...specials.map(({ trackId }) => trackId)];
		return [...tracks.map(({ id }) => id).filter((id) => busy.includes(id)), ...busy];
	});
	return [...new Set(used)].filter((id) => id !== null);
}

/** Groups sessions by start time: those for everyone first, then by track. */
function timesOf(context: AppLoadContext, day: Day, track: string, columns: readonly string[]) {
	const { services, t, locale } = context;
	const trackOf = services.tracks.labeller(locale);
	const sessions = day.sessions.filter(({ place }) => track === "" || place.trackId === track);
	// Lunch alone is no answer to who asks for a track.
	if (track !== "" && sessions.length === 0) return [];
	const specials = day.specials.filter(({ trackId }) => track === "" || trackId === null || trackId === track);
	const starts = new Map(
		[...specials, ...sessions].map(({ start, ...one }) => [start, "time" in one ? one.time : one.place.time]),
	);
	return [...starts]
		.sort(([one], [other]) => one.localeCompare(other))
		.map(([start, time]) => ({
			start,
			time,
			specials: specials
				.filter((event) => event.start === start)
				.map((event) => ({
					id: event.id,
					title: eventTitle(event, locale),
					description: (locale === "zh" && event.descriptionZh) || event.description,
					span: `${event.time}–${endOf(event)}`,
					column: event.trackId === null ? 0 : columns.indexOf(event.trackId) + 1,
				})),
			sessions: sessions
				.filter((session) => session.start === start)
				.map(({ entry, place }) => ({
					id: entry.id,
					title: entry.title || t("entry.untitled"),
					name: entry.name,
					org: entry.org,
					span: `${place.time}–${endOf(place)}`,
					track: trackOf(place.trackId),
					room: place.room,
					language: String(entry.answers.language ?? ""),
					column: columns.indexOf(place.trackId) + 1,
				})),
		}));
}

/**
 * One talk.
 * @throws Response 404 if it is not in the released schedule or not public
 */
export async function sessionPage(context: AppLoadContext, id: string | undefined) {
	const { services, t, locale, zone } = context;
	const session = services.publicSchedule.session(entryNumber.parse(id));
	if (!session) throw notFound(context);
	const { entry, place, start } = session;
	const { answers, photo } = services.publicEntries.asShown(entry, locale);
	const text = (name: string) => String(answers[name] ?? "");
	const isFirst = services.publicSchedule.current()?.days[0]?.id === place.dayId;
	return {
		id: entry.id,
		title: entry.title || t("entry.untitled"),
		start,
		date: formatDate(place.date, locale, "whole"),
		span: `${place.time}–${endOf(place)}`,
		zone: formatOffset(Date.parse(start), zone),
		back: { path: listPath(BASE, { day: isFirst ? "" : place.dayId }), day: formatDate(place.date, locale, "short") },
		track: services.tracks.labeller(locale)(place.trackId),
		room: place.room,
		photo,
		photoSize: await services.photos.sizeOf(photo),
		...{ name: entry.name, org: entry.org, role: text("role"), bio: text("bio") },
		...{ abstract: text("abstract"), language: text("language") },
	};
}
