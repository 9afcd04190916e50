import type { SlotName } from "../../app/schedule/grid.ts";
import type { Actor } from "../../server/services/actor.ts";
import type { Volume } from "../../server/volume.ts";

const NOTE = `The first half of the programme. The remaining talks follow in the next days.
首批议程现已公布，其余演讲将在近日陆续发布。`;

/**
 * Schedules every other accepted talk in its track and releases the schedule.
 * @throws Error if a placement is refused
 */
export async function publishSchedule({ services }: Volume, admin: Actor): Promise<void> {
	const { grid, talks } = services.schedule.board(admin);
	const free: SlotName[] = grid.days.flatMap(({ id: dayId, slots }) =>
		slots.map(({ trackId, time }) => ({ dayId, trackId, time })),
	);
	const accepted = [...talks.values()].filter(({ placeable }) => placeable);
	for (const [index, { id, trackId }] of accepted.entries()) {
		if (index % 2 === 1) continue;
		const day = grid.days[(index / 2) % grid.days.length]?.id;
		const at = free.findIndex((slot) => slot.trackId === trackId && slot.dayId === day);
		if (at < 0) continue;
		const [to] = free.splice(at, 1);
		const placed = await services.schedule.place(admin, { entryId: id, to });
		if (!placed.ok) throw new Error(`talk ${id}: ${placed.refusal.reason}`);
	}
	const { draft } = services.releases.pending(admin);
	await services.releases.release(admin, { draft, note: NOTE, withLetters: false });
}
