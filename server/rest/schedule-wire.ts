import { z } from "zod";
import { can } from "../../app/roles.ts";
import { type Grid, specialAt } from "../../app/schedule/grid.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import type { BoardTalk } from "../services/schedule/board.ts";

export const session = z
	.object({
		time: z.string(),
		minutes: z.number().int(),
		special: z.boolean(),
		entry: z.object({ id: z.union([z.number(), z.string()]), title: z.string() }).nullable(),
		speakers: z.array(z.object({ name: z.string() })),
	})
	.meta({ id: "ScheduledSession" });

/** Days with their tracks and sessions, reserved times, and for organisers the talks without a slot. */
export const schedule = z
	.object({
		version: z.number().int(),
		entries: z.array(
			z.object({
				id: z.string(),
				date: z.string(),
				tracks: z.array(z.object({ id: z.string(), room: z.string(), sessions: z.array(session) })),
			}),
		),
		special: z.array(
			z.object({
				id: z.string(),
				name: z.string(),
				description: z.string(),
				dayId: z.string(),
				trackId: z.string().nullable(),
				time: z.string(),
				minutes: z.number().int(),
			}),
		),
		unscheduled: z
			.array(
				z.object({
					id: z.number(),
					title: z.string(),
					author: z.string(),
					tracks: z.string(),
					speakers: z.array(z.object({ name: z.string() })),
					scheduled: z.boolean(),
					special: z.boolean(),
				}),
			)
			.optional(),
	})
	.meta({ id: "Schedule" });

/** The released schedule; for who may read entries, the draft. */
export function scheduleFor(services: Services, actor: Actor) {
	if (can(actor.user?.role, "entries.read")) {
		const { grid, talks } = services.schedule.board(actor);
		const unscheduled = [...talks.values()]
			.filter(({ placed, placeable }) => placeable && !placed)
			.map(({ id, title, name, trackId }) => ({
				id,
				title,
				author: name,
				speakers: [{ name }],
				tracks: trackId ?? "",
				scheduled: false,
				special: false,
			}));
		const version = services.releases.current()?.version ?? 0;
		return { version, ...wireGrid(grid, (id) => talks.get(id)), unscheduled };
	}
	const released = services.publicSchedule.current();
	if (!released) return { version: 0, entries: [], special: [] };
	const shown = new Map(released.days.flatMap((day) => day.sessions.map(({ entry }) => [entry.id, entry])));
	const days = released.days.map(({ sessions, ...day }) => ({
		...day,
		slots: sessions.map(({ entry, place: { trackId, time, minutes } }) => ({
			trackId,
			time,
			minutes,
			entryId: entry.id,
		})),
	}));
	return { version: released.version, ...wireGrid({ days }, (id) => shown.get(id)) };
}

function wireGrid({ days }: Grid, talkOf: (id: number) => Pick<BoardTalk, "id" | "title" | "name"> | undefined) {
	return {
		entries: days.map((day) => ({
			id: day.id,
			date: day.date,
			tracks: day.tracks.map(({ id: trackId, room }) => {
				const own = day.slots.filter((slot) => slot.trackId === trackId).map((slot) => sessionOf(slot, talkOf));
				const reserved = day.specials
					.filter((event) => specialAt({ specials: [event] }, { trackId, time: event.time, minutes: 1 }))
					.map(({ id, title, time, minutes }) => {
						const entry = { id: `special-${id}`, title };
						return { time, minutes, special: true, entry, speakers: [] };
					});
				return { id: trackId, room, sessions: [...own, ...reserved].sort((a, b) => a.time.localeCompare(b.time)) };
			}),
		})),
		special: days.flatMap(({ id: dayId, specials }) =>
			specials.map(({ id, title, description, trackId, time, minutes }) => ({
				id: `special-${id}`,
				name: title,
				description,
				dayId,
				trackId,
				time,
				minutes,
			})),
		),
	};
}

export function sessionOf(
	{ time, minutes, entryId }: { time: string; minutes: number; entryId: number | null },
	talkOf: (id: number) => Pick<BoardTalk, "id" | "title" | "name"> | undefined,
) {
	const talk = entryId === null ? undefined : talkOf(entryId);
	return {
		time,
		minutes,
		special: false,
		entry: talk ? { id: talk.id, title: talk.title } : null,
		speakers: talk ? [{ name: talk.name }] : [],
	};
}
