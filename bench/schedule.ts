import { and, eq, inArray, isNull, notInArray } from "drizzle-orm";
import { dayTracks, entries, releases, slots, tracks } from "../db/schema.ts";
import { readGrid } from "../server/services/schedule/grid.ts";
import type { Part } from "./report.ts";
import { besideHello } from "./throughput.ts";
import { fillVolume, withDirectory, withVolume } from "./volumes.ts";

const TRACKS = 8;
const PLACED = 200;
/** One in four is accepted. */
const TALKS = 4 * PLACED;

/** The schedule of two days, eight tracks and eighteen half hours with two hundred talks: the organisers' and the public one. */
export function measureSchedule(): Promise<Part> {
	return withDirectory(async (volume) => {
		const cookie = await fillVolume(volume, TALKS);
		await placeTalks(volume, PLACED);
		return besideHello(volume, "Schedule", [
			{
				what: "/schedule, no cookie",
				path: "/schedule",
				target: 0.4,
				how: `the first of two days with ${PLACED} talks, kept ready by the page cache`,
			},
			{
				what: "/schedule, rendered each time",
				path: "/schedule?utm_source=mail",
				how: "a parameter that the page cache does not know",
			},
			{
				what: `/admin/schedule, ${PLACED} entries placed`,
				path: "/admin/schedule",
				cookie,
				how: `signed in, both days with all ${TRACKS} tracks`,
			},
			{
				what: "/admin/schedule, one track",
				path: "/admin/schedule?entries=ai-next&track=ai-next",
				cookie,
				how: "signed in, where entries are placed",
			},
		]);
	});
}

/**
 * Fills the shipped grid, less the tracks that are too many, from the first hour of the first day on, and releases it.
 * @returns the numbers of the talks, in that order
 */
export async function placeTalks(directory: string, count: number): Promise<number[]> {
	return withVolume(directory, ({ db }) =>
		db.write((tx) => {
			const kept = tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.kind, "track")).limit(TRACKS);
			tx.delete(slots).where(notInArray(slots.trackId, kept)).run();
			tx.delete(dayTracks).where(notInArray(dayTracks.trackId, kept)).run();
			const accepted = tx
				.select({ id: entries.id })
				.from(entries)
				.where(eq(entries.status, "Accept"))
				.limit(count)
				.all();
			const ids = accepted.map(({ id }) => id);
			tx.update(entries).set({ incomplete: [], consent: true }).where(inArray(entries.id, ids)).run();
			const free = tx
				.select()
				.from(slots)
				.where(isNull(slots.entryId))
				.orderBy(slots.dayId, slots.time, slots.trackId)
				.all();
			for (const [index, entryId] of ids.entries()) {
				const slot = free[index];
				if (!slot) throw new Error("more talks than slots");
				tx.update(slots)
					.set({ entryId })
					.where(and(eq(slots.dayId, slot.dayId), eq(slots.trackId, slot.trackId), eq(slots.time, slot.time)))
					.run();
			}
			tx.insert(releases)
				.values({ at: Date.now(), grid: readGrid(tx) })
				.run();
			return ids;
		}),
	);
}
