import type { Locale } from "../../../app/programmes/define.ts";
import { dayOf, formatDays, hasEnded } from "../../../app/programmes/window.ts";
import type { Runtime } from "../runtime.ts";
import type { EventDays } from "./event-days.ts";

/** What a visitor is told first: which conference, when and where. */
export interface ConferenceFacts {
	name: string;
	/** From the first to the last day, as released; "" while there is none. */
	dates: string;
	/** Its last day has passed. */
	isOver: boolean;
	place: string;
	/** Paragraphs of the organisers for the front page, or "". */
	text: string;
}

export type Conference = ReturnType<typeof createConference>;

export function createConference(
	{ event, now }: Pick<Runtime, "event" | "now">,
	{ eventDays }: { eventDays: EventDays },
) {
	function facts(locale: Locale): ConferenceFacts {
		const days = eventDays();
		const { product, place } = event.brand(locale);
		return {
			name: product,
			dates: days ? formatDays(days.first, days.last, locale) : "",
			isOver: hasEnded(days, now(), event.zone()),
			place,
			text: event.frontText(locale),
		};
	}

	/** The year of the last day, as released; the present year without one, or while that day is in a later one. */
	function year(): string {
		const present = dayOf(now(), event.zone());
		const [earlier = present] = [eventDays()?.last ?? present, present].sort();
		return earlier.slice(0, 4);
	}

	return { facts, year };
}
