import { z } from "zod";

/** Texts only: whether they are right, and not too long, is for the rules and the services to say. */
const address = z.string().trim().default("");
const password = z.string().default("");
const secret = z.string().default("");
/** Where to go after login, to be checked before use. */
const returnPath = z.string().default("");

export const signInForm = z.object({
	email: address,
	password,
	remember: z.string().optional(),
	return: returnPath,
});

export const registerForm = z.object({
	name: z.string().trim().default(""),
	email: address,
	password,
	confirm: password,
	return: returnPath,
});

export const forgotForm = z.object({ email: address, return: returnPath });

export const resetForm = z.object({ token: secret, email: address, password, confirm: password });

export const setupForm = resetForm;

/** The word typed as confirmation. */
export const eraseForm = z.object({ word: z.string().default("") });

export const changeForm = z.object({ current: password, password, confirm: password });

/** The password, or the code for someone without one. */
export const proofForm = z.object({ proof: secret });

export const verifyForm = z.object({ token: secret, password });
