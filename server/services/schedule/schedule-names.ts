import type { Locale } from "../../../app/programmes/define.ts";
import { marks } from "../../../app/programmes/marks.ts";
import { formatDate } from "../../../app/programmes/window.ts";
import { eventTitle, type SlotName, type SpecialEvent } from "../../../app/schedule/grid.ts";
import { days, events } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";

/** What days, tracks, slots and events of the draft are called in a language. */
export function createScheduleWords({ db }: Pick<Runtime, "db">, { tracks }: { tracks: Tracks }) {
	/** Of archived events as well, whose placements are in the history of entries. */
	const dates = db.remembering(() => {
		const kept = db.orm.select({ grid: events.grid }).from(events).all();
		const all = [...kept.flatMap(({ grid }) => grid?.days ?? []), ...db.orm.select().from(days).all()];
		return new Map(all.map(({ id, date }) => [id, date]));
	});

	return function words(actor: Actor, locale: Locale) {
		requireCan(actor, "entries.read");
		const trackOf = tracks.labeller(locale);
		const dayOf = (id: string) => {
			const date = dates().get(id);
			return date ? formatDate(date, locale, "whole") : id;
		};
		return {
			trackOf,
			dayOf,
			/** `Saturday, 13 September 2025, AI Next, 09:00` */
			placeOf: ({ dayId, trackId, time }: Omit<SlotName, "time"> & { time?: string }) =>
				[dayOf(dayId), trackOf(trackId), time].filter(Boolean).join(marks[locale].comma),
			titleOf: (event: Pick<SpecialEvent, "title" | "titleZh">) => eventTitle(event, locale),
		};
	};
}
