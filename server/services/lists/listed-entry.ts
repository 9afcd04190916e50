import type { EntryRow } from "../entries/entry-rows.ts";

/** A mail: `saved` where none leaves the machine, else `waiting` until it is `sent`. */
export type ListedMail = "none" | "saved" | "waiting" | "sent" | "failed";

/** A row of a list, with what only the organisers see. */
export type ListedEntry = Omit<
	EntryRow,
	| (
			| "eventId"
			| "formVersion"
			| "publicText"
			| "searchText"
			| "submissionKey"
			| "linkVersion"
			| "emailFolded"
			| "locale"
	  )
	| ("toldPresence" | "apartAt" | "sentFrom")
> & {
	/** Row number, counting down from the total, as the default order does. */
	displayIndex: number;
	/** The acceptance mail. */
	acceptMail: ListedMail;
	/** The mail that announces its status. */
	mailBeside: ListedMail;
	/** Edited after it was accepted. */
	changed: boolean;
};

type SelectedRow = Omit<ListedEntry, "displayIndex" | "acceptMail" | "mailBeside"> &
	Record<"acceptance" | "beside", string | null>;

/** @param unsent the word for a mail that has not left yet */
export function toListed(selected: SelectedRow, displayIndex: number, unsent: "saved" | "waiting"): ListedEntry {
	const { acceptance, beside, ...row } = selected;
	const listed = (state: string | null) =>
		state === null ? "none" : state === "sent" || state === "failed" ? state : unsent;
	return { ...row, displayIndex, acceptMail: listed(acceptance), mailBeside: listed(beside) };
}
