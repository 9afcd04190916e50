import type { ProgrammeState } from "../enumerations.ts";
import type { Locale } from "./define.ts";
import { marks } from "./marks.ts";

/** When a programme takes entries. Instants are milliseconds since the epoch; `closesAt` is the last one inside. */
export interface ProgrammeWindow {
	state: ProgrammeState;
	opensAt: number | null;
	closesAt: number | null;
	link: string | null;
}

/** Milliseconds after the closing time during which a form begun in time is kept for the organisers. */
const GRACE_MS = 10 * 60_000;

/** The first instant after a closing date, which lasts to the end of its last second. */
function endOf({ closesAt }: ProgrammeWindow): number {
	return closesAt === null ? Number.POSITIVE_INFINITY : closesAt + 1_000;
}

/** Whether a form that arrives at one instant and was begun at another is late, but within the grace period. */
export function isInGrace(window: ProgrammeWindow, instant: number, begun: number): boolean {
	const end = endOf(window);
	return window.state === "dates" && begun < end && instant >= end && instant < end + GRACE_MS;
}

export function isOpenAt(window: ProgrammeWindow, instant: number): boolean {
	switch (window.state) {
		case "open":
			return true;
		case "dates":
			return (window.opensAt === null || instant >= window.opensAt) && instant < endOf(window);
		case "closed":
		case "external":
			return false;
	}
}

export type Phase = "open" | "soon" | "closed" | "external";

export function phaseAt(window: ProgrammeWindow, instant: number): Phase {
	return window.state === "external" ? window.state : phaseAnywhere(window, instant);
}

/**
 * The phase of a programme: before its dates it opens soon, and is not closed. Another site takes entries for as long as
 * its dates say: nobody opens or closes it here.
 */
export function phaseAnywhere(window: ProgrammeWindow, instant: number): Exclude<Phase, "external"> {
	const here: ProgrammeWindow = window.state === "external" ? { ...window, state: "dates" } : window;
	if (isOpenAt(here, instant)) return "open";
	return here.state === "dates" && here.opensAt !== null && instant < here.opensAt ? "soon" : "closed";
}

/** Whether a closed call has no date that has passed: if it was never opened by hand either, it is yet to open. */
export function isWithoutPast({ state, opensAt, closesAt }: ProgrammeWindow, instant: number): boolean {
	return state === "closed" && (opensAt === null ? closesAt === null : instant < opensAt);
}

/** An instant with its zone spelled as an offset, as in `18 Aug 2025 23:59 (UTC+8)`; never an abbreviation like CST. */
export function formatInstant(instant: number, zone: string, locale: Locale, month: Month = "short"): string {
	return `${formatLocal(instant, zone, locale, month)}${inBrackets(instant, zone, locale)}`;
}

/** The same on pages that name the zone once, for all their times. */
export function formatLocal(instant: number, zone: string, locale: Locale, month: Month = "short"): string {
	const { day, time } = formatters(zone, locale, month);
	return `${day.format(instant)} ${time.format(instant)}`;
}

/** A zone at an instant, as in `UTC+8`. */
export function formatOffset(instant: number, zone: string): string {
	const { offset } = formatters(zone, "en", "short");
	const name = offset.formatToParts(instant).find((part) => part.type === "timeZoneName")?.value;
	// Versions of Node differ in whether they say the offset 0.
	return (name ?? "UTC").replace("GMT", "UTC").replace(/\+0$/, "");
}

/** A zone at an instant as it stands behind a time, as in ` (UTC+8)`. */
export function inBrackets(instant: number, zone: string, locale: Locale): string {
	return marks[locale].brackets(formatOffset(instant, zone));
}

/** A day in the event's zone, as in `18 Aug 2025`. */
export function formatDay(instant: number, zone: string, locale: Locale): string {
	return formatters(zone, locale, "short").day.format(instant);
}

/** A day of the calendar with its weekday, as in `Sat 13 Sep`, or whole. @param date `2025-09-13` */
export function formatDate(date: string, locale: Locale, length: "short" | "whole"): string {
	const { brief, whole } = formatters("UTC", locale, "short");
	return (length === "short" ? brief : whole).format(Date.parse(date));
}

/** The day of an instant where the event is, as `2025-09-13`. */
export function dayOf(instant: number, zone: string): string {
	const parts = new Map(
		formatters(zone, "en", "short")
			.calendar.formatToParts(instant)
			.map(({ type, value }) => [type, value]),
	);
	return ["year", "month", "day"].map((part) => parts.get(part as Intl.DateTimeFormatPartTypes)).join("-");
}

/** Another day of the calendar, so many days later: a day of the clock has an hour more or less twice a year. */
export function dayAfter(day: string, days: number): string {
	return new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/**
 * Days from a first to a last one, as in `13–14 September 2025`: what both have in common is said once. Browsers and Node
 * would write the Chinese ones in digits and slashes. @param first `2025-09-13`
 */
export function formatDays(first: string, last: string, locale: Locale, month: Month = "long"): string {
	const [from = "", to = ""] = [first, last].map((date) =>
		formatters("UTC", locale, month).day.format(Date.parse(date)),
	);
	if (first === last) return from;
	const isOneYear = first.slice(0, 4) === last.slice(0, 4);
	const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
	if (locale === "zh")
		return `${from}至${isOneMonth ? to.replace(/^.*月/, "") : isOneYear ? to.replace(/^.*年/, "") : to}`;
	return isOneMonth ? `${from.replace(/ .*/, "")}–${to}` : `${isOneYear ? from.replace(/ \d+$/, "") : from} – ${to}`;
}

type Month = "short" | "long";

interface Formatters {
	day: Intl.DateTimeFormat;
	time: Intl.DateTimeFormat;
	offset: Intl.DateTimeFormat;
	brief: Intl.DateTimeFormat;
	whole: Intl.DateTimeFormat;
	calendar: Intl.DateTimeFormat;
}

const known = new Map<string, Formatters>();

/** Making a formatter costs a hundred times its use, and there are only a few. */
function formatters(timeZone: string, locale: Locale, month: Month): Formatters {
	const key = `${timeZone} ${locale} ${month}`;
	let pair = known.get(key);
	if (!pair) {
		const language = locale === "zh" ? "zh-CN" : "en-GB";
		pair = {
			day: new Intl.DateTimeFormat(language, {
				timeZone,
				day: "numeric",
				month: locale === "zh" ? "long" : month,
				year: "numeric",
			}),
			time: new Intl.DateTimeFormat(language, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
			offset: new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }),
			brief: new Intl.DateTimeFormat(language, { timeZone, weekday: "short", day: "numeric", month }),
			whole: new Intl.DateTimeFormat(language, { timeZone, dateStyle: "full" }),
			calendar: new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
		};
		known.set(key, pair);
	}
	return pair;
}

/** Whether the last day of an event has passed where it takes place. @param now milliseconds since the epoch */
export function hasEnded(days: { last: string } | undefined, now: number, zone: string): boolean {
	return days !== undefined && dayOf(now, zone) > days.last;
}
