import { translators } from "../../../app/locales/index.ts";
import { attendanceOf } from "../../../app/programmes/attendance.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { nextSteps, type Step, type StepFacts } from "../../../app/programmes/next-steps.ts";
import type { Archive } from "../event/archive.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";
import type { EventDays } from "../schedule/event-days.ts";
import type { ToldEntry } from "./entry-rows.ts";
import { asTold } from "./told.ts";

export type EntrySteps = ReturnType<typeof createEntrySteps>;

/** What happens next to an entry, for its author. */
export function createEntrySteps(
	{ config, event, now }: Pick<Runtime, "config" | "event" | "now">,
	{
		archive,
		eventDays,
		programmes,
	}: { archive: Pick<Archive, "ofEntry">; eventDays: EventDays; programmes: Programmes },
) {
	/** @param slot its time in the schedule as released */
	return function stepsOf(entry: ToldEntry, locale: Locale, slot?: StepFacts["slot"]): Step[] {
		const archived = archive.ofEntry(entry.id);
		const confirmBy = programmes.confirmByOf(entry.category);
		const state = attendanceOf(asTold(entry), confirmBy);
		const facts = {
			entry: asTold(entry),
			slot,
			asked: state && { state, confirmBy },
			window: programmes.windowOf(entry.category),
			days: archived ? archived.eventDays() : eventDays(),
			mailLeaves: config.smtpUrl !== undefined,
			now: now(),
			zone: (archived?.event ?? event).zone(),
		};
		return nextSteps(facts, translators[locale], locale);
	};
}
