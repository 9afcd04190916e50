import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { type SlotName, slotKey, slotOf } from "../../app/schedule/grid.ts";
import { refusalText } from "../../app/schedule/refusal.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import { entryId, errorBody, type Reply, route } from "./route.ts";
import { schedule, scheduleFor, session, sessionOf } from "./schedule-wire.ts";

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

const refused = errorBody
	.extend({
		success: z.literal(false),
		/** Name of the talk in a slot. */
		holder: z.object({ id: z.number(), title: z.string() }).optional(),
		at: z.string().optional(),
		schedule: schedule.optional(),
	})
	.meta({ id: "PlacementRefused" });

/** The schedule: the released one for everyone, the draft for organisers; and placing entries in it. */
export const scheduleRoutes = [
	route({
		method: "get",
		path: "/api/schedules",
		name: "getSchedule",
		tag: "Schedule",
		summary: "Days with their tracks and sessions",
		description: "The released version for everyone, the draft for organisers.",
		replies: { 200: { description: "`entries` are the days; version 0 before the first release", schema: schedule } },
		handle: ({ services, actor }) => ({
			status: 200,
			body: scheduleFor(services, actor),
			...(!actor.user && { headers: { "Cache-Control": "public, max-age=60" } }),
		}),
	}),
	route({
		method: "post",
		path: "/api/schedule",
		name: "placeTalk",
		tag: "Schedule",
		summary: "Place an accepted talk in a free slot, move it or take it away",
		description: "With the four `old` fields it is moved, with `action: remove` taken out of the schedule.",
		request: {
			schema: placement,
			example: {
				entryId: 1,
				slotKey: "day1-ai-next-10:00",
				dayId: "day1",
				trackId: "ai-next",
				time: "10:00",
			},
		},
		replies: {
			200: { description: "Done, or already so", schema: placed },
			400: { description: "The key does not match its parts", schema: errorBody },
			404: { description: "No such entry or slot", schema: errorBody },
			409: { description: "Someone else was faster, or the talk is not accepted", schema: refused },
			422: { description: "The slot is reserved", schema: refused },
		},
		async handle({ services, actor, locale, body }): Promise<Reply> {
			const { entryId, action } = body;
			const named = { dayId: body.dayId, trackId: body.trackId, time: body.time };
			const slot = agreeing(body.slotKey, named);
			if (!slot) return contradictory(locale, "slotKey", body.slotKey, named);
			const { oldSlotKey: oldKey, oldDayId, oldTrackId, oldTime } = body;
			const before = { dayId: oldDayId ?? "", trackId: oldTrackId ?? "", time: oldTime ?? "" };
			const hasOld = [oldKey, ...Object.values(before)].some(Boolean);
			const old = hasOld ? agreeing(oldKey ?? "", before) : undefined;
			if (hasOld && !old) return contradictory(locale, "oldSlotKey", oldKey ?? "", before);
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

/** The slot that its parts name, if the key beside them says the same. */
function agreeing(key: string, slot: SlotName): SlotName | undefined {
	const meant = slotOf(key);
	// Other combinations of day and track can give the same key, because track ids contain dashes.
	return meant && JSON.stringify(meant) === JSON.stringify(slot) ? slot : undefined;
}

function contradictory(locale: Locale, field: "slotKey" | "oldSlotKey", key: string, slot: SlotName): Reply {
	const parts = { day: slot.dayId, track: slot.trackId, time: slot.time };
	const message = translators[locale]("refusals.slotKey", { field, key, ...parts });
	return { status: 400, body: { success: false, message, error: "BAD_REQUEST", problems: [{ field, message }] } };
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
