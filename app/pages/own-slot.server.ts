import type { AppLoadContext } from "@remix-run/node";
import { marks } from "../programmes/marks.ts";
import { formatDate, inBrackets } from "../programmes/window.ts";
import { endOf } from "../schedule/grid.ts";

type Entry = Parameters<AppLoadContext["services"]["publicSchedule"]["placeOf"]>[0];

/** When and where an entry takes place, as its author reads it; undefined until that was released. Server only. */
export function ownSlot({ services, locale }: AppLoadContext, entry: Entry) {
	const archived = services.archive.ofEntry(entry.id);
	const { publicSchedule, event } = archived ?? services;
	const released = publicSchedule.placeOf(entry);
	if (!released) return;
	const { place, start } = released;
	const track = services.tracks.labeller(locale)(place.trackId);
	const hours = `${place.time}–${endOf(place)}${inBrackets(Date.parse(start), event.zone(), locale)}`;
	const time = `${formatDate(place.date, locale, "whole")}${marks[locale].comma}${hours}`;
	return {
		start,
		text: [time, track, place.room].filter(Boolean).join(" · "),
		/** Nobody enters what is over into a calendar. */
		hasCalendar: !archived,
		/** Its public page, where it may be shown. */
		path: publicSchedule.session(entry.id) ? `${archived ? archived.path : ""}/schedule/${entry.id}` : undefined,
	};
}
