import type { AppLoadContext } from "@remix-run/node";
import { marks } from "../programmes/marks.ts";
import { formatDate, inBrackets } from "../programmes/window.ts";
import { endOf } from "../schedule/grid.ts";

type Entry = Parameters<AppLoadContext["services"]["publicSchedule"]["placeOf"]>[0];

/** When and where an entry takes place, as its author reads it; undefined until that was released. Server only. */
export function ownSlot(context: AppLoadContext, entry: Entry) {
	const archived = context.services.archive.ofEntry(entry.id);
	const { publicSchedule, event } = archived ?? context.services;
	const released = publicSchedule.placeOf(entry);
	if (!released) return;
	return {
		...shownSlot(context, released, event.zone()),
		/** Nobody enters what is over into a calendar. */
		hasCalendar: !archived,
		/** Its public page, where it may be shown. */
		path: publicSchedule.session(entry.id) ? `${archived ? archived.path : ""}/schedule/${entry.id}` : undefined,
	};
}

/** The same for visitors, of the current event: undefined unless it has a page in the public schedule. */
export function publicSlot(context: AppLoadContext, id: number) {
	const session = context.services.publicSchedule.session(id);
	if (!session) return;
	return { ...shownSlot(context, session, context.zone), hasCalendar: true, path: `/schedule/${id}` };
}

type Released = NonNullable<ReturnType<AppLoadContext["services"]["publicSchedule"]["placeOf"]>>;

function shownSlot({ services, locale }: AppLoadContext, { place, start }: Released, zone: string) {
	const track = services.tracks.labeller(locale)(place.trackId);
	const hours = `${place.time}–${endOf(place)}${inBrackets(Date.parse(start), zone, locale)}`;
	const time = `${formatDate(place.date, locale, "whole")}${marks[locale].comma}${hours}`;
	return { start, text: [time, track, place.room].filter(Boolean).join(" · ") };
}
