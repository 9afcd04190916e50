import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { returnPathIn } from "../middleware/cookies.ts";
import type { Services } from "../services/index.ts";
import { emailAddress, errorBody, route } from "./route.ts";
import { instant } from "./wire.ts";

const session = z
	.object({
		token: z.string(),
		exp: z.number().int().describe("When the token ends, in seconds since the epoch"),
		expiresAt: z.iso.datetime().describe("The same moment"),
		email: z.string(),
		permission: z.enum(["admin", "user"]),
		isNewUser: z.boolean(),
	})
	.meta({ id: "Session" });

type Opened = Awaited<ReturnType<Services["signIn"]["open"]>>;

function sessionBody({ secret: token, record }: Opened): z.infer<typeof session> {
	return { token, ...record, expiresAt: instant(record.exp * 1000) };
}

export const authRoutes = [
	route({
		method: "post",
		path: "/api/auth/login",
		name: "logIn",
		tag: "Accounts",
		summary: "Log in and receive a bearer token",
		request: {
			schema: z.object({ username: emailAddress, password: z.string().max(1_000) }),
			example: { username: "li@example.org", password: "Plum-tree 77" },
		},
		replies: {
			200: { description: "Logged in", schema: session },
			401: { description: "Wrong email or password, or no such account", schema: errorBody },
		},
		async handle({ services, locale, body, device }) {
			const options = { kind: "bearer", remember: true, device, locale } as const;
			const signedIn = await services.signIn.withPassword(body.username, body.password, options);
			if (!signedIn) {
				return { status: 401, body: { message: translators[locale]("login.wrong"), error: "SIGN_IN_FAILED" } };
			}
			return { status: 200, body: sessionBody(signedIn.session) };
		},
	}),
	route({
		method: "get",
		path: "/api/auth/github",
		name: "startGithubLogin",
		tag: "Accounts",
		summary: "Start a GitHub login, in a browser",
		query: { return: z.string().optional().describe("Path of the page to return to") },
		replies: { 302: { description: "To GitHub, or to the login screen if GitHub is not configured" } },
		async handle({ services, query, keepStep }) {
			const begun = await services.github.begin();
			// Checked when followed (/login-success).
			const returnPath = returnPathIn(query("return"));
			const failed = new URLSearchParams({ error: "github", ...(returnPath && { return: returnPath }) });
			if (!begun) return { status: 302, headers: { Location: `/login?${failed}` } };
			keepStep("oauth", begun.browserSecret);
			keepStep("return", returnPath);
			return { status: 302, headers: { Location: begun.url } };
		},
	}),
	route({
		method: "get",
		path: "/api/auth/github/callback",
		name: "finishGithubLogin",
		tag: "Accounts",
		summary: "Finish a GitHub login, in the same browser",
		query: {
			code: z.string().optional().describe("From GitHub"),
			state: z.string().optional().describe("From GitHub"),
		},
		replies: {
			200: { description: "Logged in", schema: session },
			401: { description: "Not logged in", schema: errorBody },
		},
		async handle({ services, locale, query, takeStep, device }) {
			const given = { code: query("code"), state: query("state"), browserSecret: takeStep("oauth"), locale };
			const account = await services.github.finish(given);
			if (!account) {
				return { status: 401, body: { message: translators[locale]("login.githubFailed"), error: "SIGN_IN_FAILED" } };
			}
			const options = { kind: "bearer", remember: true, device, locale } as const;
			return { status: 200, body: sessionBody(await services.signIn.open(account, options)) };
		},
	}),
	route({
		method: "post",
		path: "/api/auth/logout",
		name: "logOut",
		tag: "Accounts",
		summary: "End the session of the bearer token",
		description: "Repeating it succeeds.",
		replies: { 204: { description: "Ended" } },
		async handle({ services, actor }) {
			if (actor.user) await services.sessions.close(actor.user);
			return { status: 204, headers: { "Clear-Site-Data": '"cache"' } };
		},
	}),
];
