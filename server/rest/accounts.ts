import { z } from "zod";
import { addressProblems, newPasswordProblems, registrationProblems } from "../../app/accounts/problems.ts";
import { translators } from "../../app/locales/index.ts";
import type { Problem } from "../../app/programmes/problems.ts";
import { emailAddress, errorBody, type Reply, route } from "./route.ts";

const password = z.string().max(1_000);
const done = z.object({ success: z.boolean(), message: z.string().optional(), error: z.string().optional() });

/** @param problems by the names of the body, not of the form's controls */
function refused(problems: readonly Problem[]): Reply {
	return { status: 422, body: { success: false, message: problems[0]?.message, error: "BAD_REQUEST", problems } };
}

/** Calls without a session: registration and password reset. */
export const accountRoutes = [
	route({
		method: "post",
		path: "/api/auth/register",
		summary: "Create an account; an email confirms the address",
		request: {
			type: "application/json",
			judgesCharacters: true,
			schema: z.object({
				username: emailAddress.describe("The email address"),
				password,
				name: z.string().trim().max(200),
			}),
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
			const named = problems.map(({ field, message }) => ({ field: field === "email" ? "username" : field, message }));
			if (named.length > 0) return refused(named);
			if (!(await services.accounts.register(actor, { ...given, locale }))) {
				return { status: 409, body: { success: false, message: t("register.taken"), error: "CONFLICT" } };
			}
			return { status: 201, body: { success: true, message: t("register.done") } };
		},
	}),
	route({
		method: "post",
		path: "/api/auth/forgot-password",
		summary: "Request a link to set a new password; the answer is the same for every address",
		request: { type: "application/json", judgesCharacters: true, schema: z.object({ email: emailAddress }) },
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
		summary: "Whether a link (token, email) works; checking does not use it up",
		replies: { 200: { description: "success, or error EXPIRED_TOKEN or INVALID_TOKEN", schema: done } },
		handle({ services, query }) {
			const error = services.passwordReset.faultOf(query("token"), query("email"));
			return { status: 200, body: error ? { success: false, error } : { success: true } };
		},
	}),
	route({
		method: "post",
		path: "/api/auth/reset-password",
		summary: "Set a new password with a link, and end all sessions",
		request: {
			type: "application/json",
			judgesCharacters: true,
			schema: z.object({ token: z.string().max(100), email: emailAddress, password }),
		},
		replies: {
			200: { description: "Set", schema: done },
			400: { description: "The link does not work", schema: done },
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
