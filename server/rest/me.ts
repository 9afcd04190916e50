import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { errorBody, route } from "./route.ts";

/** All data stored about the caller. */
export const meRoutes = [
	route({
		method: "get",
		path: "/api/me/export",
		name: "exportOwnData",
		tag: "Own data",
		summary: "All data stored about you",
		description: "Account, submissions with their history, drafts, emails.",
		replies: {
			200: {
				description: "As a file",
				schema: z
					.object({ madeAt: z.iso.datetime(), address: z.string(), entries: z.array(z.object({}).loose()) })
					.loose(),
			},
			403: { description: "NOT_FRESH: logged in more than 15 minutes ago; log in again first", schema: errorBody },
		},
		handle({ services, actor }) {
			const body = services.personalData.ownCopy(actor);
			return { status: 200, body, headers: { "Content-Disposition": 'attachment; filename="your-data.json"' } };
		},
	}),
	route({
		method: "delete",
		path: "/api/me",
		name: "eraseOwnData",
		tag: "Own data",
		summary: "Erase your data",
		description: "The account is deleted, submissions are withdrawn and emptied.",
		request: {
			schema: z.strictObject({
				password: z.string().max(1_000).describe("Or the address of the account; who has none, account:<number>"),
			}),
			example: { password: "Plum-tree 77" },
		},
		replies: {
			204: { description: "Erased" },
			403: {
				description: "An administrator, whom only the operator can erase; or NOT_FRESH: log in again first",
				schema: errorBody,
			},
			422: { description: "Wrong password", schema: errorBody },
		},
		async handle({ services, actor, locale, body, device }) {
			const t = translators[locale];
			const outcome = await services.erasing.eraseOwn(actor, body.password, device);
			if (outcome === "manager") {
				return { status: 403, body: { message: t("account.administrator"), error: "FORBIDDEN" } };
			}
			if (outcome !== "wrong") return { status: 204 };
			const problems = [{ field: "password", message: t("account.wrongPassword") }];
			return { status: 422, body: { message: t("account.wrongPassword"), error: "BAD_REQUEST", problems } };
		},
	}),
];
