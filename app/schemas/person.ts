import { z } from "zod";
import { PERSON_LISTS, type PersonList, pageField } from "../accounts/person-form.ts";
import { pageNumber } from "./listing.ts";

/** The address to look for, and the address once more to confirm that the person is erased. */
export const personForm = z.object({
	address: z.string().trim().default("").catch(""),
	word: z.string().trim().default("").catch(""),
});

/** The page of each list of a person that a form asks for. */
export function personPages(form: Readonly<Record<string, unknown>>): Record<PersonList, number> {
	const pages = PERSON_LISTS.map((list) => [list, pageNumber.parse(form[pageField(list)])]);
	return Object.fromEntries(pages) as Record<PersonList, number>;
}
