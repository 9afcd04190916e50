import { z } from "zod";

/** Whom to look for, and the address once more to confirm that they are erased. */
export const personForm = z.object({
	address: z.string().trim().default("").catch(""),
	word: z.string().trim().default("").catch(""),
});
