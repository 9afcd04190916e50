import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { errorBody, route } from "./route.ts";

export const authRoutes = [
	route({
		method: "post",
		path: "/api/auth/login",
		summary: "Sign in and receive a bearer token",
		request: {
			type: "application/json",
			schema: z.object({ username: z.string().max(254), password: z.string().max(1_000) }),
		},
		replies: {
			200: {
				description: "Signed in",
				schema: z.object({
					token: z.string(),
					exp: z.number().int().describe("Seconds since the epoch"),
					email: z.string(),
					permission: z.string(),
					isNewUser: z.boolean(),
				}),
			},
			400: { description: "Not of this shape", schema: errorBody },
			401: { description: "Wrong, for whatever reason", schema: errorBody },
			429: { description: "Too many tries; Retry-After says when to go on", schema: errorBody },
		},
		async handle({ services, locale, body, device }) {
			const account = await services.accounts.authenticate(body.username, body.password);
			if (!account) {
				return { status: 401, body: { message: translators[locale]("login.wrong"), error: "SIGN_IN_FAILED" } };
			}
			const session = await services.sessions.open(account, { kind: "bearer", remember: true, device });
			return {
				status: 200,
				body: {
					token: session.secret,
					exp: Math.floor(session.expiresAt / 1000),
					email: account.email,
					permission: account.isAdmin ? "admin" : "user",
					isNewUser: false,
				},
			};
		},
	}),
	route({
		method: "post",
		path: "/api/auth/logout",
		summary: "End the session of the bearer token; ending it twice is no fault",
		replies: { 204: { description: "Ended" } },
		async handle({ services, actor }) {
			if (actor.user) await services.sessions.close(actor.user);
			return { status: 204, headers: { "Clear-Site-Data": '"cache"' } };
		},
	}),
];
