import { z } from "zod";

/** Sizes only: whether an address or a password is right is for the rules and the services to say. */
const address = z.string().trim().max(254).default("");
const password = z.string().max(1_000).default("");
const secret = z.string().max(100).default("");

export const signInForm = z.object({
	email: address,
	password,
	remember: z.string().optional(),
	return: z.string().max(2_000).default(""),
});

export const registerForm = z.object({
	name: z.string().trim().max(200).default(""),
	email: address,
	password,
	confirm: password,
});

export const forgotForm = z.object({ email: address });

export const resetForm = z.object({ token: secret, email: address, password, confirm: password });

export const setupForm = resetForm;

export const verifyForm = z.object({ token: secret });
