import { LONGEST_ADDRESS } from "../programmes/email.ts";

/** What the forms about a person keep: the address, perhaps with a short name before it. */
export const PERSON_KEEPS = { address: LONGEST_ADDRESS + 40, word: LONGEST_ADDRESS } as const;
