import { z } from "zod";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "../../app/accounts/password.ts";
import { addressProblems, newPasswordProblems, registrationProblems } from "../../app/accounts/problems.ts";
import { translators } from "../../app/locales/index.ts";
import type { Problem } from "../../app/programmes/problems.ts";
import { emailAddress, errorBody, errorCode, type Reply, route } from "./route.ts";

const password = z.string().max(1_000);
/** The document says these limits. The service refuses what breaks them, with a message of its own. */
const newPassword = password.meta({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD });
const address = emailAddress.meta({ format: "email" });
const done = z
	.object({ success: z.boolean(), message: z.string().optional(), error: errorCode.optional() })
	.meta({ id: "Outcome" });

/** @param problems of what a form has: only pages ask for the password twice */
function refused(problems: readonly Problem[], email: "email" | "username" = "email"): Reply {
	const named = problems
		.filter(({ field }) => field !== "confirm")
		.map(({ field, message }) => ({ field: field === "email" ? email : field, message }));
	return { status: 422, body: { success: false, message: named[0]?.message, error: "BAD_REQUEST", problems: named } };
}

/** Calls without a session: registration and password reset. */
export const accountRoutes = [
	route({
		method: "post",
		path: "/api/auth/register",
		name: "register",
		tag: "Accounts",
		summary: "Create an account",
		description: "An email confirms the address.",
		request: {
			judgesCharacters: true,
			schema: z.object({
				username: address.describe("The email address"),
				password: newPassword,
				name: z.string().trim().max(200).meta({ minLength: 1 }),
			}),
			example: { username: "li@example.org", password: "Plum-tree 77", name: "Li Lei" },
		},
		replies: {
			201: { description: "Created", schema: done },
			409: { description: "Not created; the reason is not revealed", schema: errorBody },
			422: { description: "A value is missing or too weak", schema: errorBody },
		},
		async handle({ services, actor, locale, body }) {
			const t = translators[locale];
			const given = { name: body.name, email: body.username, password: body.password, confirm: body.password };
			const problems = registrationProblems(t, given);
			if (problems.length > 0) return refused(problems, "username");
			if (!(await services.accounts.register(actor, { ...given, locale }))) {
				return { status: 409, body: { success: false, message: t("register.taken"), error: "CONFLICT" } };
			}
			return { status: 201, body: { success: true, message: t("register.done") } };
		},
	}),
	route({
		method: "post",
		path: "/api/auth/forgot-password",
		name: "requestPasswordReset",
		tag: "Accounts",
		summary: "Request a link to set a new password",
		description: "The answer is the same for every address.",
		request: {
			judgesCharacters: true,
			schema: z.object({ email: address }),
			example: { email: "li@example.org" },
		},
		replies: {
			200: { description: "Accepted", schema: done },
			422: { description: "Not an email address", schema: errorBody },
		},
		async handle({ services, config, locale, body, device }) {
			const t = translators[locale];
			const problems = addressProblems(t, body.email);
			if (problems.length > 0) return refused(problems);
			await services.passwordReset.request(body.email, locale, device);
			const message = config.smtpUrl
				? t("forgot.sent")
				: t("forgot.sentSaved", { support: services.event.brand(locale).support });
			return { status: 200, body: { success: true, message } };
		},
	}),
	route({
		method: "get",
		path: "/api/auth/reset-password/validate",
		name: "checkPasswordReset",
		tag: "Accounts",
		summary: "Whether a link for a new password works",
		description: "Checking does not use it up.",
		query: { token: z.string(), email: z.string() },
		replies: { 200: { description: "success, or error EXPIRED_TOKEN or INVALID_TOKEN", schema: done } },
		handle({ services, query }) {
			const error = services.passwordReset.faultOf(query("token"), query("email"));
			return { status: 200, body: error ? { success: false, error } : { success: true } };
		},
	}),
	route({
		method: "post",
		path: "/api/auth/reset-password",
		name: "resetPassword",
		tag: "Accounts",
		summary: "Set a new password with a link",
		description: "All sessions end.",
		request: {
			judgesCharacters: true,
			schema: z.object({ token: z.string().max(100), email: emailAddress, password: newPassword }),
			example: { token: "of-the-link-in-the-mail", email: "li@example.org", password: "Pear-tree 88" },
		},
		replies: {
			200: { description: "Set", schema: done },
			400: { description: "The link does not work, or wrong shape", schema: errorBody },
			422: { description: "The password is too weak", schema: errorBody },
		},
		async handle({ services, actor, locale, body }) {
			const t = translators[locale];
			const problems = newPasswordProblems(t, { ...body, confirm: body.password });
			if (problems.length > 0) return refused(problems);
			const error = await services.passwordReset.reset(actor, body, locale);
			if (error) return { status: 400, body: { success: false, error, message: t(`reset.${error}`) } };
			return { status: 200, body: { success: true, message: t("reset.done") } };
		},
	}),
];
