import { TZDate } from "@date-fns/tz";
import type { ProgrammeState, Telling } from "../../../app/enumerations.ts";
import type { ProgrammeWindow } from "../../../app/programmes/window.ts";
import { AppError } from "../../errors.ts";

/** Settings of a programme; dates in the event's zone as `2025-08-18`, or "". */
export interface ProgrammeSettings {
	state: ProgrammeState;
	opens: string;
	closes: string;
	link: string;
	tells: Telling;
	/** Last day on which accepted authors may confirm that they take part, or "": they are not asked. */
	confirmBy: string;
	/** How many days before that they are reminded, in digits. */
	remindDays: string;
}

/** Dates and state alone: what visitors see of a call follows from them. */
export type WindowSettings = Pick<ProgrammeSettings, "state" | "opens" | "closes" | "link">;

/** The same for equal settings. */
export const textOfSettings = ({ state, opens, closes, link, tells, confirmBy, remindDays }: ProgrammeSettings) =>
	[state, opens, closes, link, tells, confirmBy, remindDays].join(" ");

/** Settings of an archived programme. */
export const CLOSED = {
	state: "closed",
	opensAt: null,
	closesAt: null,
	link: null,
	tells: "at once",
	confirmBy: null,
	remindDays: 3,
} as const;

/** The rows' columns beside state and dates. */
type Beside = Pick<ProgrammeSettings, "tells"> & { confirmBy: number | null; remindDays: number };

/** Settings as their form has them. @param zone of the event */
export function toSettings(zone: string, row: ProgrammeWindow & Beside): ProgrammeSettings {
	const day = (instant: number | null) =>
		instant === null ? "" : new TZDate(instant, zone).toISOString().slice(0, 10);
	const { state, opensAt, closesAt, link, tells, confirmBy, remindDays } = row;
	return {
		state,
		opens: day(opensAt),
		closes: day(closesAt),
		link: link ?? "",
		tells,
		confirmBy: day(confirmBy),
		remindDays: String(remindDays),
	};
}

/** Opening dates count from 00:00:00, closing dates to 23:59:59, in the event's zone. */
export function toWindow(zone: string, { state, opens, closes, link }: WindowSettings): ProgrammeWindow {
	return { state, opensAt: startOfDay(opens, zone), closesAt: endOfDay(closes, zone), link: link || null };
}

/** Settings as the columns of their row. @throws AppError BAD_REQUEST for days that do not exist */
export function toColumns(zone: string, settings: ProgrammeSettings): ProgrammeWindow & Beside {
	const { tells, confirmBy, remindDays } = settings;
	return {
		...toWindow(zone, settings),
		tells,
		confirmBy: endOfDay(confirmBy, zone),
		remindDays: Number(remindDays),
	};
}

/** The first second of a day; null for "". @throws AppError BAD_REQUEST for one that does not exist */
export const startOfDay = (day: string, zone: string) => instantIn(zone, day, [0, 0, 0]);

/** The last second of a day; null for "". @throws AppError BAD_REQUEST for one that does not exist */
export const endOfDay = (day: string, zone: string) => instantIn(zone, day, [23, 59, 59]);

function instantIn(zone: string, day: string, time: [number, number, number]): number | null {
	if (day === "") return null;
	const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
	const at = new TZDate(year, month - 1, date, ...time, zone);
	if (at.toISOString().slice(0, 10) !== day) throw new AppError("BAD_REQUEST");
	return at.getTime();
}
