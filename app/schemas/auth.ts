import { z } from "zod";

/** Sizes only: whether an address or a password is right is for the account service to say. */
export const signInForm = z.object({
	email: z.string().trim().max(254).default(""),
	password: z.string().max(1_000).default(""),
	remember: z.string().optional(),
});

export const setupForm = z.object({
	token: z.string().max(100).default(""),
	email: z.string().trim().max(254).default(""),
	password: z.string().max(128).default(""),
	confirm: z.string().max(128).default(""),
});
