import { LONGEST_ADDRESS } from "../programmes/email.ts";

/** Lengths of the texts that the forms about a person keep: an address, which may have a name before it, and the address again. */
export const PERSON_KEEPS = { address: LONGEST_ADDRESS + 40, word: LONGEST_ADDRESS } as const;
