import { DAY_MINUTES, timeOf } from "../../../app/schedule/grid.ts";
import { instantOf, isoIn } from "./calendar-files.ts";
import type { PublicDay, PublicSession, PublishedSchedule } from "./public-schedule.ts";
import { uuidOf } from "./uuid.ts";
import { writeXml } from "./xml.ts";

export interface FrabParts {
	schedule: PublishedSchedule;
	/** Name of the conference. */
	product: string;
	zone: string;
	/** The portal's origin: with it the names of sessions are unique in the world. */
	origin: string;
	/** What a track is called in the reader's language. */
	trackOf: (id: string) => string;
	/** Public texts of a talk. */
	textsOf: (session: PublicSession) => { title: string; abstract: string; bio: string; language: "en" | "zh" };
}

type Frab = ReturnType<typeof frabOf>;

const DEFAULT_SLOT_MINUTES = 30;

/**
 * The schedule in the frab format (c3voc's schema). Special events are left out, because apps would offer to rate
 * them.
 */
export function frabOf({ schedule, product, zone, origin, trackOf, textsOf }: FrabParts) {
	const { days, version } = schedule;
	const acronym = acronymOf(product);
	const guid = (path: string) => uuidOf(origin, path);
	const sessions = days.flatMap((day) => day.sessions);
	const shortest = Math.min(...sessions.map(({ place }) => place.minutes));
	const dates = days.map(({ date }) => date).sort();

	/** Every session needs a room: a track without one gives its own name. */
	const roomOf = (day: PublicDay, trackId: string) =>
		day.tracks.find(({ id }) => id === trackId)?.room || trackOf(trackId);

	const roomsOf = (day: PublicDay) => [...new Set(tracksOf(day).map((id) => roomOf(day, id)))];

	function eventOf(day: PublicDay, session: PublicSession) {
		const { entry, place, start } = session;
		const { title, abstract, bio, language } = textsOf(session);
		const person = { name: entry.name, biography: bio };
		return {
			guid: guid(`/schedule/${entry.id}`),
			id: entry.id,
			date: start,
			start: place.time,
			duration: timeOf(place.minutes),
			room: roomOf(day, place.trackId),
			slug: `${acronym}-talk-${entry.id}`,
			url: `${origin}/schedule/${entry.id}`,
			title,
			subtitle: "",
			track: trackOf(place.trackId),
			type: "talk",
			language,
			abstract,
			description: "",
			logo: entry.photo ? `${origin}/uploads/${entry.photo}.jpg` : null,
			persons: [entry.photo ? { ...person, avatar: `${origin}/uploads/${entry.photo}.jpg` } : person],
			links: [],
			attachments: [],
		};
	}

	return {
		version: String(version),
		url: `${origin}/schedule`,
		base_url: origin,
		conference: {
			acronym,
			title: product,
			start: dates[0] ?? "",
			end: dates.at(-1) ?? "",
			daysCount: days.length,
			timeslot_duration: timeOf(Number.isFinite(shortest) ? shortest : DEFAULT_SLOT_MINUTES),
			time_zone_name: zone,
			url: `${origin}/schedule`,
			tracks: [...new Set(days.flatMap(tracksOf).map((id) => trackOf(id)))].map((name) => ({ name })),
			rooms: [...new Set(days.flatMap(roomsOf))].map((name) => ({ name, guid: guid(`/schedule#${name}`) })),
			days: days.map((day, index) => ({
				index: index + 1,
				date: day.date,
				...hoursOf(day, zone),
				rooms: Object.fromEntries(
					roomsOf(day).map((room) => [
						room,
						day.sessions.filter(({ place }) => roomOf(day, place.trackId) === room).map((one) => eventOf(day, one)),
					]),
				),
			})),
		},
	};
}

export function frabJson(schedule: Frab): string {
	const $schema = "https://c3voc.de/schedule/schema.json";
	return JSON.stringify({ $schema, generator: { name: "rostrum" }, schedule });
}

/** The same as XML. The order of elements is part of that format. */
export function frabXml({ version, url, base_url, conference }: Frab): string {
	const { acronym, title, start, end, daysCount, timeslot_duration, time_zone_name, tracks, rooms, days } = conference;
	const guids = new Map(rooms.map(({ name, guid }) => [name, guid]));
	return writeXml({
		schedule: {
			generator: { "@name": "rostrum" },
			url: `${url}.xml`,
			version,
			conference: {
				acronym,
				title,
				start,
				end,
				days: daysCount,
				timeslot_duration,
				base_url,
				url,
				time_zone_name,
				track: tracks.map(({ name }) => ({ "@name": name })),
			},
			day: days.map((day) => ({
				"@index": day.index,
				"@date": day.date,
				"@start": day.day_start,
				"@end": day.day_end,
				room: Object.entries(day.rooms).map(([name, events]) => ({
					"@name": name,
					"@guid": guids.get(name),
					event: events.map(({ guid, id, logo, persons, links: _, attachments: __, ...event }) => ({
						"@guid": guid,
						"@id": id,
						...event,
						logo: logo ?? "",
						persons: { person: persons.map(({ name }) => ({ "#text": name })) },
						links: "",
						attachments: "",
					})),
				})),
			})),
		},
	});
}

/** Acronym for slugs: letters and digits, at least four (both schemas require it). */
function acronymOf(product: string): string {
	const name = product
		.normalize("NFKD")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "");
	return name.length < 4 ? `conf${name}` : name;
}

/** Those listed for a day, and any other that has a talk then. */
function tracksOf({ tracks, sessions }: PublicDay): string[] {
	return [...new Set([...tracks.map(({ id }) => id), ...sessions.map(({ place }) => place.trackId)])];
}

/** Start of the first to end of the last session; the whole day if there is none. */
function hoursOf({ date, sessions, specials }: PublicDay, zone: string) {
	const midnight = instantOf({ date, time: "00:00" }, zone);
	const spans = [
		...sessions.map(({ start, place }) => ({ start, minutes: place.minutes })),
		...specials,
		...(sessions.length + specials.length === 0 ? [{ start: isoIn(midnight, zone), minutes: DAY_MINUTES }] : []),
	].map(({ start, minutes }) => ({ from: Date.parse(start), to: Date.parse(start) + minutes * 60_000 }));
	return {
		day_start: isoIn(Math.min(...spans.map(({ from }) => from)), zone),
		day_end: isoIn(Math.max(...spans.map(({ to }) => to)), zone),
	};
}
