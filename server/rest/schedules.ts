import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { can } from "../../app/roles.ts";
import { type Grid, type SlotName, slotKey, slotOf, specialAt } from "../../app/schedule/grid.ts";
import { refusalText } from "../../app/schedule/refusal.ts";
import { AppError } from "../errors.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import type { BoardTalk } from "../services/schedule/board.ts";
import { entryId, errorBody, type Reply, route } from "./route.ts";

const session = z.object({
	time: z.string(),
	minutes: z.number().int(),
	special: z.boolean(),
	entry: z.object({ id: z.union([z.number(), z.string()]), title: z.string() }).nullable(),
	speakers: z.array(z.object({ name: z.string() })),
});

const schedule = z.object({
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
});

const text = z.string().max(200);
const placement = z.object({
	entryId,
	slotKey: text,
	dayId: text,
	trackId: text,
	time: text,
	oldSlotKey: text.nullish(),
	oldDayId: text.nullish(),
	oldTrackId: text.nullish(),
	oldTime: text.nullish(),
	action: z.literal("remove").nullish(),
});

const placed = z.object({
	success: z.literal(true),
	data: z.object({
		entryId: z.number(),
		time: z.string(),
		dayId: z.string(),
		trackId: z.string(),
		session: session.nullable(),
	}),
});

const refused = errorBody.extend({
	success: z.literal(false),
	/** Name of the talk in a slot. */
	holder: z.object({ id: z.number(), title: z.string() }).optional(),
	at: z.string().optional(),
	schedule: schedule.optional(),
});

/** The schedule: the released one for everyone, the draft for organisers; and placing entries in it. */
export const scheduleRoutes = [
	route({
		method: "get",
		path: "/api/schedules",
		summary: "Days with their tracks and sessions: the released version for everyone, the draft for organisers",
		replies: { 200: { description: "`entries` are the days; version 0 before the first release", schema: schedule } },
		handle: ({ services, actor }) => ({
			status: 200,
			body: scheduleFor(services, actor),
			...(!actor.user && {
				headers: { "Cache-Control": "public, max-age=60", Vary: "Accept-Encoding, Authorization, Cookie" },
			}),
		}),
	}),
	route({
		method: "post",
		path: "/api/schedule",
		summary:
			"Place an accepted talk in a free slot; with the four `old` fields move it; with `action: remove` unschedule it",
		request: { type: "application/json", schema: placement },
		replies: {
			200: { description: "Done, or already so", schema: placed },
			400: { description: "The key does not match its parts", schema: errorBody },
			404: { description: "No such entry or slot", schema: errorBody },
			409: { description: "Someone else was faster, or the talk is not accepted", schema: refused },
			422: { description: "The slot is reserved", schema: refused },
		},
		async handle({ services, actor, locale, body }): Promise<Reply> {
			const { entryId, action } = body;
			const slot = agreeing(body.slotKey, body.dayId, body.trackId, body.time);
			const hasOld = [body.oldSlotKey, body.oldDayId, body.oldTrackId, body.oldTime].some(Boolean);
			const old = hasOld
				? agreeing(body.oldSlotKey ?? "", body.oldDayId ?? "", body.oldTrackId ?? "", body.oldTime ?? "")
				: undefined;
			const outcome = await services.schedule.place(
				actor,
				action === "remove" ? { entryId, from: old ?? slot } : { entryId, from: old, to: slot },
			);
			if (outcome.ok)
				return { status: 200, body: { success: true, data: dataOf(services, actor, entryId, slot, action) } };
			const { refusal } = outcome;
			const { placeOf } = services.schedule.words(actor, locale);
			return {
				status: refusal.reason === "special" ? 422 : 409,
				body: {
					success: false,
					message: refusalText(translators[locale], refusal, placeOf),
					error: {
						taken: "SLOT_TAKEN",
						elsewhere: "ENTRY_MOVED",
						special: "SPECIAL_SLOT",
						"not-accepted": "NOT_ACCEPTED",
					}[refusal.reason],
					...(refusal.reason === "taken" && { holder: refusal.holder }),
					...(refusal.reason === "elsewhere" && refusal.at && { at: slotKey(refusal.at) }),
					...(refusal.reason !== "special" && { schedule: scheduleFor(services, actor) }),
				},
			};
		},
	}),
];

/** @throws AppError BAD_REQUEST where a slot's key says something else than the parts beside it */
function agreeing(key: string, dayId: string, trackId: string, time: string): SlotName {
	const slot = { dayId, trackId, time };
	const meant = slotOf(key);
	// Other combinations of day and track can give the same key, because track ids contain dashes.
	if (!meant || JSON.stringify(meant) !== JSON.stringify(slot)) throw new AppError("BAD_REQUEST");
	return slot;
}

function dataOf(
	services: Services,
	actor: Actor,
	entryId: number,
	slot: SlotName,
	action: "remove" | null | undefined,
) {
	const { grid, talks } = services.schedule.board(actor);
	const found = grid.days
		.find(({ id }) => id === slot.dayId)
		?.slots.find(({ trackId, time }) => trackId === slot.trackId && time === slot.time);
	const isThere = action !== "remove" && found?.entryId === entryId;
	return { entryId, ...slot, session: isThere ? sessionOf(found, (id) => talks.get(id)) : null };
}

function scheduleFor(services: Services, actor: Actor) {
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

function sessionOf(
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
