import { and, asc, eq } from "drizzle-orm";
import { minutesOf, specialAt, timeOf } from "../app/schedule/grid.ts";
import type { Orm } from "./client.ts";
import { days, dayTracks, slots, specialEvents, tracks } from "./schema.ts";

/** Half-hour slots from 09:00, the last at 17:30, on the two days of the event (decisions 6.15). */
const DAYS = [
	{ id: "day1", date: "2025-09-13" },
	{ id: "day2", date: "2025-09-14" },
];
const FIRST = "09:00";
const LAST = "17:30";
const MINUTES = 30;

const SPECIALS = [
	{ dayId: "day1", time: "09:00", minutes: 30, title: "Opening", titleZh: "开幕式" },
	{ dayId: "day1", time: "12:00", minutes: 60, title: "Lunch", titleZh: "午餐" },
	{ dayId: "day1", time: "15:00", minutes: 30, title: "Tea break", titleZh: "茶歇" },
	{ dayId: "day2", time: "12:00", minutes: 60, title: "Lunch", titleZh: "午餐" },
	{ dayId: "day2", time: "15:00", minutes: 30, title: "Tea break", titleZh: "茶歇" },
	{ dayId: "day2", time: "17:30", minutes: 30, title: "Closing", titleZh: "闭幕式" },
];

/** Creates the default grid: active tracks on both days, and special events. */
export function layDefaultGrid(tx: Orm): void {
	if (tx.select({ id: days.id }).from(days).limit(1).get()) return;
	const shown = tx
		.select({ id: tracks.id })
		.from(tracks)
		.where(and(eq(tracks.kind, "track"), eq(tracks.active, true)))
		.orderBy(asc(tracks.position))
		.all();
	for (const day of DAYS) {
		tx.insert(days).values(day).run();
		const specials = SPECIALS.filter(({ dayId }) => dayId === day.id).map((special, id) => ({
			id,
			trackId: null,
			description: "",
			descriptionZh: "",
			...special,
		}));
		for (const { id: trackId } of shown) {
			tx.insert(dayTracks).values({ dayId: day.id, trackId }).run();
			for (let at = minutesOf(FIRST); at <= minutesOf(LAST); at += MINUTES) {
				const slot = { dayId: day.id, trackId, time: timeOf(at), minutes: MINUTES };
				if (!specialAt({ specials }, slot)) tx.insert(slots).values(slot).run();
			}
		}
		for (const { id: _, ...special } of specials) tx.insert(specialEvents).values(special).run();
	}
}
