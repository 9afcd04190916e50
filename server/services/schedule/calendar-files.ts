import { TZDate } from "@date-fns/tz";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Place } from "../../../app/schedule/grid.ts";
import { withoutControls } from "./xml.ts";

/** One entry in a calendar. */
export interface CalendarSession {
	id: number;
	title: string;
	place: Place;
	/** Its track as it is called in the reader's language. */
	track: string;
	speakers: readonly string[];
	/** Its page, where it may be shown. */
	address?: string;
	description?: string;
}

export interface CalendarParts {
	/** What the calendar is called. */
	name: string;
	zone: string;
	/** City or venue of the conference, or "". */
	city: string;
	/** The portal's origin: its host makes the sessions' names unique in the world. */
	origin: string;
	/** Milliseconds since the epoch. */
	madeAt: number;
	/** Version of the schedule: a calendar that has a session replaces it by one of a higher version. */
	version: number;
	/** Marks the sessions as cancelled, so that calendars remove them. */
	cancelled?: boolean;
	/** The organizer of the sessions in mailed files: RFC 5546 requires one, above all for cancellations. */
	organizer?: { name: string; email: string };
	sessions: readonly CalendarSession[];
}

/** An iCalendar file (RFC 5545). Instants are in UTC, which every calendar shows in its owner's zone. */
export function calendarOf(parts: CalendarParts): string {
	const { name, zone, city, origin, madeAt, version, cancelled, organizer, sessions } = parts;
	const host = new URL(origin).hostname;
	const calendar = ical({ name, prodId: { company: "rostrum", product: "schedule", language: "EN" } });
	calendar.method(cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH);
	for (const { id, title, place, track, speakers, address, description } of sessions) {
		const start = instantOf(place, zone);
		calendar.createEvent({
			id: `talk-${id}@${host}`,
			sequence: version,
			stamp: new Date(madeAt),
			start: new Date(start),
			end: new Date(start + place.minutes * 60_000),
			summary: withoutControls(title),
			// A conference that names no rooms sends people to tracks.
			location: withoutControls([place.room || track, city].filter(Boolean).join(", ")),
			categories: [{ name: withoutControls(track) }],
			description: withoutControls([speakers.join(", "), description].filter(Boolean).join("\n\n")),
			...(address && { url: address }),
			...(organizer && { organizer }),
			...(cancelled && { status: ICalEventStatus.CANCELLED }),
		});
	}
	// Every line ends, the last one too.
	return `${calendar.toString()}\r\n`;
}

/** The instant of a time of the grid, milliseconds since the epoch. @param zone IANA name of the event's zone */
export function instantOf({ date, time }: Pick<Place, "date" | "time">, zone: string): number {
	const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
	const [hour = 0, minute = 0] = time.split(":").map(Number);
	// Parsed in the event's zone; a string would be parsed in the machine's.
	return new TZDate(year, month - 1, day, hour, minute, zone).getTime();
}

/** An instant as it is written where the event is: `2025-09-13T09:00:00+08:00`. @param instant milliseconds since the epoch */
export function isoIn(instant: number, zone: string): string {
	return new TZDate(instant, zone).toISOString().replace(/\.\d+/, "");
}
