import type { Translate } from "../i18n.ts";
import type { SlotName } from "./grid.ts";

/** Why an entry was not placed, in terms of what can be done about it. `by` is an address, "" where nobody is known. */
export type Refusal =
	/** Somebody was faster: another entry has the slot. */
	| { reason: "taken"; holder: { id: number; title: string }; by: string }
	/** The entry is not where it was thought to be; undefined: nowhere. */
	| { reason: "elsewhere"; at: SlotName | undefined; by: string }
	/** The slot is reserved for what is no entry. */
	| { reason: "special" }
	/** Only accepted entries that were not taken back have a place. */
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
