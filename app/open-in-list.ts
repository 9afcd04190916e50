import { numberIn } from "./programmes/number.ts";

/** The value of `modal` in an address under which an entry is read beside its list. */
export const DETAILS = "details";

/** The parameters by which something is open over a list or beside it; the others say which list it is. */
export const OPEN_IN_LIST = ["modal", "id", "over", "edit", "letter", "language"] as const;

/** The entry that an address says is being read: by itself, or below a dialog about it. 0 where it makes no sense. */
export function idRead(search: URLSearchParams): number | undefined {
	if (search.get("modal") !== DETAILS && search.get("over") !== DETAILS) return;
	return numberIn(search.get("id") ?? "");
}
