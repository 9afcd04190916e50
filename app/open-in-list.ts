import { DETAILS } from "./fragments.ts";
import { numberIn } from "./programmes/number.ts";

/** The value of `modal` where a change of all that match a list is confirmed. */
export const BULK = "bulk";

/** The value of `modal` where the keys of a list are told. */
export const KEYS = "keys";

/** The parameter of the schedule's board that names the chosen entry. */
export const CHOSEN = "chosen";

/** Parameters that open or choose something in a list; all others describe the list. */
export const OPEN_IN_LIST = ["modal", "id", "over", "edit", "letter", "language", "action", "to", CHOSEN] as const;

/** The entry that an address opens, by itself or below a dialog; 0 if the number is invalid. */
export function idRead(search: URLSearchParams): number | undefined {
	if (search.get("modal") !== DETAILS && search.get("over") !== DETAILS) return;
	return numberIn(search.get("id") ?? "");
}
