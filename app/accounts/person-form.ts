import { LONGEST_ADDRESS } from "../programmes/email.ts";

/** Lengths of the texts that the forms about a person keep: an address, which may have a name before it, and the address again. */
export const PERSON_KEEPS = { address: LONGEST_ADDRESS + 40, word: LONGEST_ADDRESS } as const;

/** The lists that a person's page shows page by page. */
export const PERSON_LISTS = ["own", "address", "nameOnly", "event"] as const;
export type PersonList = (typeof PERSON_LISTS)[number];

/** Name of the buttons that turn a list, and of the field with the page of a list. */
export const pageField = (list: PersonList) => `page-${list}`;
