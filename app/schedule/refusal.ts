import type { ConsoleTranslate, Translate } from "../i18n.ts";
import { type BoardFilters, filtersAgree } from "./board-filters.ts";
import type { SlotName } from "./grid.ts";

/** Why an entry was not scheduled, in terms of what can be done about it. `by` is an email address, "" if unknown. */
export type Refusal =
	/** Somebody was faster: another entry has the slot. */
	| { reason: "taken"; holder: { id: number; title: string }; by: string }
	/** The entry has moved; undefined: it is in no slot. */
	| { reason: "elsewhere"; at: SlotName | undefined; by: string }
	/** The slot is reserved for a special event. */
	| { reason: "special" }
	/** Only accepted and active entries can be scheduled. */
	| { reason: "not-accepted" };

/** A refusal in words. @param placeOf where a slot is, in words */
export function refusalText(t: Translate, refusal: Refusal, placeOf: (slot: SlotName) => string): string {
	switch (refusal.reason) {
		case "taken":
			return t("scheduleMessages.taken", { title: refusal.holder.title, by: refusal.by || "–" });
		case "elsewhere": {
			const { at, by } = refusal;
			if (!at) return t("scheduleMessages.nowhere", { by: by || "–" });
			return t("scheduleMessages.elsewhere", { place: placeOf(at), by: by || "–" });
		}
		case "special":
			return t("schedule.special");
		case "not-accepted":
			return t("scheduleMessages.notAccepted");
	}
}

/**
 * Why the filters of the board do not let an entry be placed in a slot: the sentence of the specification (section 5),
 * and, if the filters agree, where the entry belongs. @param track label of its own track; null if it has none
 */
export function otherTrackText(t: ConsoleTranslate, filters: BoardFilters, track: string | null | undefined): string {
	if (!filtersAgree(filters)) return t("schedule.sameTrack");
	if (track === null) return t("schedule.sameTrackNone");
	return track === undefined ? t("schedule.sameTrack") : t("schedule.sameTrackOf", { track });
}
