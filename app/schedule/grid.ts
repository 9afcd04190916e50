/** The schedule's grid: days, their tracks, the slots of each, and what takes place beside the entries. Pure. */

export interface Grid {
	days: GridDay[];
}

export interface GridDay {
	id: string;
	/** `2025-09-13`, where the event is. */
	date: string;
	/** In the order in which tracks are listed. */
	tracks: { id: string; room: string }[];
	/** By time, then in the order of the tracks. */
	slots: GridSlot[];
	/** By time. */
	specials: SpecialEvent[];
}

export interface GridSlot {
	trackId: string;
	/** `HH:MM`, where the event is. */
	time: string;
	minutes: number;
	entryId: number | null;
}

export interface SpecialEvent {
	id: number;
	/** Null: all tracks of the day. */
	trackId: string | null;
	time: string;
	minutes: number;
	title: string;
	titleZh: string;
	description: string;
	descriptionZh: string;
}

/** What an event is called in a language; organisers may leave out the Chinese. */
export function eventTitle({ title, titleZh }: Pick<SpecialEvent, "title" | "titleZh">, locale: string): string {
	return (locale === "zh" && titleZh) || title;
}

/** What names a slot. */
export interface SlotName {
	dayId: string;
	trackId: string;
	time: string;
}

/** An entry's place. */
export interface Place extends SlotName {
	date: string;
	minutes: number;
	room: string;
}

/** `day-track-time` (decisions 6.15): neither a day nor a time has a dash in it, tracks may. */
export function slotKey({ dayId, trackId, time }: SlotName): string {
	return `${dayId}-${trackId}-${time}`;
}

/** The parts of such a key; undefined for what is none. */
export function slotOf(key: string): SlotName | undefined {
	const [, dayId = "", trackId = "", time = ""] = /^([a-z0-9]+)-(.+)-(\d\d:\d\d)$/.exec(key) ?? [];
	return dayId ? { dayId, trackId, time } : undefined;
}

/** How forms name an entry and where it was seen: `12@day1-ai-next-09:00`. */
export function entryAt(id: number, at: SlotName): string {
	return `${id}@${slotKey(at)}`;
}

/** Minutes in a day. */
export const DAY_MINUTES = 24 * 60;

/** Minutes since midnight of `HH:MM`. */
export function minutesOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** `HH:MM` of minutes since midnight. What lies behind midnight is shown from 00:00 again. */
export function timeOf(minutes: number): string {
	const within = minutes % DAY_MINUTES;
	return `${String(Math.floor(within / 60)).padStart(2, "0")}:${String(within % 60).padStart(2, "0")}`;
}

interface Span {
	time: string;
	minutes: number;
}

/** When it is over, as `HH:MM`. */
export function endOf({ time, minutes }: Span): string {
	return timeOf(minutesOf(time) + minutes);
}

/** Whether two things on one day take place at one time; where one ends as the other begins they do not. */
export function overlap(a: Span, b: Span): boolean {
	return minutesOf(a.time) < minutesOf(b.time) + b.minutes && minutesOf(b.time) < minutesOf(a.time) + a.minutes;
}

/** The event that takes a slot's place: in that track or in all, at that time. */
export function specialAt(day: Pick<GridDay, "specials">, slot: { trackId: string } & Span): SpecialEvent | undefined {
	return day.specials.find(
		(event) => (event.trackId === null || event.trackId === slot.trackId) && overlap(event, slot),
	);
}

/** The place of each entry, by its number. */
export function placesIn(grid: Grid): Map<number, Place> {
	const places = new Map<number, Place>();
	for (const { id: dayId, date, tracks, slots } of grid.days) {
		for (const { entryId, trackId, time, minutes } of slots) {
			if (entryId === null) continue;
			const room = tracks.find(({ id }) => id === trackId)?.room ?? "";
			places.set(entryId, { dayId, date, trackId, time, minutes, room });
		}
	}
	return places;
}
