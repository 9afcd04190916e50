import { z } from "zod";
import { numberIn } from "../programmes/number.ts";
import { OFFERED_ROLE, ROLES } from "../roles.ts";

/** An unknown role becomes the one with the fewest rights. */
const role = z.enum(ROLES).catch(OFFERED_ROLE);

/** Whom to invite, and as what. */
export const teamInvitationForm = z.object({ email: z.string().trim().default("").catch(""), role });

/** A person of the team, and what they shall be. */
export const memberForm = z.object({ id: z.string().default("").catch("").transform(numberIn), role });

/** Joining by invitation: without an account also a name and a password. */
export const joinForm = z.object({
	token: z.string().default("").catch(""),
	name: z.string().trim().default("").catch(""),
	password: z.string().default("").catch(""),
	confirm: z.string().default("").catch(""),
});
