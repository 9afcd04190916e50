/** What is on at a moment, and what comes next. The server marks a page with it, and the browser keeps the marks true. */

export interface Timed {
	/** `2025-09-13T09:00:00+08:00`: its time where the event is. */
	start: string;
	minutes: number;
}

export type Live = "now" | "next" | undefined;

const LENGTH_OF_DAY = "2025-09-13".length;
const LENGTH_OF_SECONDS = "2025-09-13T09:00:00".length;

/**
 * For each talk or event, whether it is on now, or among those that start next on the same day. Nothing that starts on
 * another day is next, so nothing is marked the evening before the event. @param instant milliseconds since the epoch
 */
export function liveAt(items: readonly Timed[], instant: number): Live[] {
	const waiting = items.filter((item) => Date.parse(item.start) > instant && isToday(item, instant));
	const soonest = Math.min(...waiting.map(({ start }) => Date.parse(start)));
	return items.map(({ start, minutes }) => {
		const begins = Date.parse(start);
		if (begins <= instant && instant < begins + minutes * 60_000) return "now";
		return begins === soonest ? "next" : undefined;
	});
}

/** Whether an instant is on the day of an item, by the clocks at the event. */
function isToday({ start }: Timed, instant: number): boolean {
	const offset = Date.parse(`${start.slice(0, LENGTH_OF_SECONDS)}Z`) - Date.parse(start);
	return new Date(instant + offset).toISOString().slice(0, LENGTH_OF_DAY) === start.slice(0, LENGTH_OF_DAY);
}
