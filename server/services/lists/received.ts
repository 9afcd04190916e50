import { and, count, eq, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import { dayAfter, dayOf } from "../../../app/programmes/window.ts";
import { entries } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";
import { instantOf } from "../schedule/calendar-files.ts";
import { notApart } from "./entry-facets.ts";

/** Bars that a chart has at most and, so that a single day does not fill it, at least. */
const MOST_BARS = 40;
const LEAST_BARS = 10;

export type PeriodUnit = "day" | "week" | "month";

/** Days of the calendar where the event is, as `2025-09-13`, with the entries that came on them. */
export interface Period {
	first: string;
	last: string;
	value: number;
}

/** When entries of the event came. */
export function createReceived({ db, event }: Pick<Runtime, "db" | "event">) {
	const counting = (...more: SQL[]) =>
		db.orm
			.select({ n: count() })
			.from(entries)
			.where(
				and(
					eq(entries.eventId, sql.placeholder("event")),
					gte(entries.createdAt, sql.placeholder("begin")),
					lt(entries.createdAt, sql.placeholder("end")),
					notApart(),
					...more,
				),
			)
			.prepare();
	const ofAll = counting();
	const ofOne = counting(eq(entries.category, sql.placeholder("call")));

	/** Entries that came from the first day of each period to the last; of one call or, without one, of all. */
	function within(periods: readonly Omit<Period, "value">[], call?: string): Period[] {
		const midnight = (date: string) => instantOf({ date, time: "00:00" }, event.zone());
		return periods.map(({ first, last }) => {
			const values = { event: event.id(), begin: midnight(first), end: midnight(dayAfter(last, 1)) };
			const found = call === undefined ? ofAll.get(values) : ofOne.get({ ...values, call });
			return { first, last, value: found?.n ?? 0 };
		});
	}

	/** From the first entry to the last by day, or by the shortest longer unit that makes no more than forty bars. */
	function overTime(call?: string): { unit: PeriodUnit; periods: Period[] } {
		const span = db.orm
			.select({ first: min(entries.createdAt), last: max(entries.createdAt) })
			.from(entries)
			.where(
				and(eq(entries.eventId, event.id()), call === undefined ? undefined : eq(entries.category, call), notApart()),
			)
			.get();
		if (!span || span.first === null || span.last === null) return { unit: "day", periods: [] };
		const [first, last] = [dayOf(span.first, event.zone()), dayOf(span.last, event.zone())];
		const made = UNITS.map((unit) => ({ unit, periods: periodsOf(unit, first, last) }));
		const fitting = made.find(({ periods }) => periods.length <= MOST_BARS) ?? made.at(-1);
		return { unit: fitting?.unit ?? "day", periods: within(fitting?.periods ?? [], call) };
	}

	return { within, overTime };
}

const UNITS = ["day", "week", "month"] as const satisfies readonly PeriodUnit[];

/** The first day of the unit that a day is in. Weeks begin on Monday. */
function beginOf(unit: PeriodUnit, day: string): string {
	if (unit === "day") return day;
	if (unit === "month") return `${day.slice(0, 7)}-01`;
	return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The first day of the unit before or after that of a first day. */
function neighbourOf(unit: PeriodUnit, begin: string, by: 1 | -1): string {
	return beginOf(unit, dayAfter(begin, by === 1 ? { day: 1, week: 7, month: 31 }[unit] : -1));
}

/** The periods of two days and those between; some before where they are few. */
function periodsOf(unit: PeriodUnit, first: string, last: string): Omit<Period, "value">[] {
	let begin = beginOf(unit, first);
	const begins = [begin];
	while (begin < beginOf(unit, last)) {
		begin = neighbourOf(unit, begin, 1);
		begins.push(begin);
	}
	begin = beginOf(unit, first);
	while (begins.length < LEAST_BARS) {
		begin = neighbourOf(unit, begin, -1);
		begins.unshift(begin);
	}
	return begins.map((day) => ({ first: day, last: dayAfter(neighbourOf(unit, day, 1), -1) }));
}
