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
}

/** Dates and state alone: what visitors see of a call follows from them. */
export type WindowSettings = Omit<ProgrammeSettings, "tells">;

/** The same for equal settings. */
export const textOfSettings = ({ state, opens, closes, link, tells }: ProgrammeSettings) =>
	[state, opens, closes, link, tells].join(" ");

/** Settings of an archived programme. */
export const CLOSED = { state: "closed", opensAt: null, closesAt: null, link: null, tells: "at once" } as const;

/** Settings as their form has them. @param zone of the event */
export function toSettings(
	zone: string,
	{ state, opensAt, closesAt, link, tells }: ProgrammeWindow & Pick<ProgrammeSettings, "tells">,
) {
	const day = (instant: number | null) =>
		instant === null ? "" : new TZDate(instant, zone).toISOString().slice(0, 10);
	return { state, opens: day(opensAt), closes: day(closesAt), link: link ?? "", tells } satisfies ProgrammeSettings;
}

/** Opening dates count from 00:00:00, closing dates to 23:59:59, in the event's zone. */
export function toWindow(zone: string, { state, opens, closes, link }: WindowSettings): ProgrammeWindow {
	const instant = (day: string, ...time: [number, number, number]) => {
		if (day === "") return null;
		const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
		const at = new TZDate(year, month - 1, date, ...time, zone);
		if (at.toISOString().slice(0, 10) !== day) throw new AppError("BAD_REQUEST");
		return at.getTime();
	};
	return { state, opensAt: instant(opens, 0, 0, 0), closesAt: instant(closes, 23, 59, 59), link: link || null };
}
