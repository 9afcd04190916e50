import type { Translate } from "../i18n.ts";
import type { SlotName, SpecialEvent } from "./grid.ts";

export const MOST_DAYS = 31;
/** Of one track on one day. */
export const MOST_SLOTS = 100;
export const LEAST_MINUTES = 5;
export const MOST_MINUTES = 720;

/** Why the grid cannot be edited as asked, and which field of the form is to blame. */
export type GridFault =
	| { field: "date"; reason: "dateTaken" | "tooManyDays" }
	| { field: "every"; reason: "tooManySlots"; column: Omit<SlotName, "time">; count: number }
	/** What begins on a day ends on it. */
	| { field: "minutes" | "to"; reason: "midnight" }
	/** Slots of the series itself would overlap. */
	| { field: "minutes"; reason: "longerThanStep" }
	/** `slot` would reach into another that begins at `next`. */
	| { field: "minutes"; reason: "overlapsSlot"; slot: SlotName; next: string }
	| { field: "minutes"; reason: "overlapsSpecial"; slot: SlotName; event: Titled }
	/** A special event is in the way of another. */
	| { field: "time"; reason: "specialThere"; event: Titled; from: string; to: string }
	| { field: "track"; reason: "noColumn" };

type Titled = Pick<SpecialEvent, "title" | "titleZh">;

interface Words {
	/** Where a slot is, or a column of slots where there is no time. */
	placeOf: (place: Omit<SlotName, "time"> & { time?: string }) => string;
	titleOf: (event: Titled) => string;
}

/** A fault in words. */
export function faultText(t: Translate, fault: GridFault, { placeOf, titleOf }: Words): string {
	switch (fault.reason) {
		case "tooManyDays":
			return t("gridMessages.tooManyDays", { most: MOST_DAYS });
		case "tooManySlots":
			return t("gridMessages.tooManySlots", { place: placeOf(fault.column), number: fault.count, most: MOST_SLOTS });
		case "overlapsSlot":
			return t("gridMessages.overlapsSlot", { place: placeOf(fault.slot), time: fault.next });
		case "overlapsSpecial":
			return t("gridMessages.overlapsSpecial", { place: placeOf(fault.slot), title: titleOf(fault.event) });
		case "specialThere":
			return t("gridMessages.specialThere", { title: titleOf(fault.event), from: fault.from, to: fault.to });
		case "dateTaken":
		case "longerThanStep":
		case "midnight":
		case "noColumn":
			return t(`gridMessages.${fault.reason}`);
	}
}
