import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import type { Account } from "../services/accounts.ts";
import type { OpenedSession } from "../services/sessions.ts";
import { errorBody, route } from "./route.ts";

const session = z.object({
	token: z.string(),
	exp: z.number().int().describe("Seconds since the epoch"),
	email: z.string(),
	permission: z.string(),
	isNewUser: z.boolean(),
});

/** What an account without an address is called (specification section 3). It is shown and never used as one. */
const NO_ADDRESS = "github-user";

function sessionRecord(account: Account, opened: OpenedSession, isNewUser: boolean) {
	return {
		token: opened.secret,
		exp: Math.floor(opened.expiresAt / 1000),
		email: account.email || NO_ADDRESS,
		permission: account.isAdmin ? "admin" : "user",
		isNewUser,
	};
}

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
			200: { description: "Signed in", schema: session },
			400: { description: "Not of this shape", schema: errorBody },
			401: { description: "Wrong, for whatever reason", schema: errorBody },
			429: { description: "Too many tries; Retry-After says when to go on", schema: errorBody },
		},
		async handle({ services, locale, body, device }) {
			const options = { kind: "bearer", remember: true, device, locale } as const;
			const signedIn = await services.signIn.withPassword(body.username, body.password, options);
			if (!signedIn) {
				return { status: 401, body: { message: translators[locale]("login.wrong"), error: "SIGN_IN_FAILED" } };
			}
			return { status: 200, body: sessionRecord(signedIn.account, signedIn.session, false) };
		},
	}),
	route({
		method: "get",
		path: "/api/auth/github",
		summary: "Begin a sign-in at GitHub (a browser is redirected)",
		replies: { 302: { description: "To GitHub, or to the login screen where it is not set up" } },
		async handle({ services, keepStep }) {
			const begun = await services.github.begin();
			if (!begun) return { status: 302, headers: { Location: "/login?error=github" } };
			keepStep("oauth", begun.browserSecret);
			return { status: 302, headers: { Location: begun.url } };
		},
	}),
	route({
		method: "get",
		path: "/api/auth/github/callback",
		summary: "End it: code and state as GitHub gave them, in the browser that began",
		replies: {
			200: { description: "Signed in", schema: session },
			401: { description: "Not signed in, for whatever reason", schema: errorBody },
		},
		async handle({ services, locale, query, takeStep, device }) {
			const given = { code: query("code"), state: query("state"), browserSecret: takeStep("oauth"), locale };
			const done = await services.github.finish(given);
			if (!done) {
				return { status: 401, body: { message: translators[locale]("login.githubFailed"), error: "SIGN_IN_FAILED" } };
			}
			const options = { kind: "bearer", remember: true, device, locale } as const;
			return {
				status: 200,
				body: sessionRecord(done.account, await services.signIn.open(done.account, options), done.isNewUser),
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
