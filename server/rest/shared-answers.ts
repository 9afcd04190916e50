import type { AccessRow } from "../access.ts";
import type { Components, JsonSchema } from "./components.ts";
import { errorBody } from "./route.ts";

/** Answers that many calls give before they are carried out, by status. */
export const SHARED = {
	304: {
		name: "NotModified",
		description: "The answer is the one whose ETag came as If-None-Match; it is left out",
		headers: { ETag: "Of the answer" },
		isEmpty: true,
	},
	400: { name: "BadRequest", description: "Malformed: the address, a header or the body has another shape" },
	401: {
		name: "NotLoggedIn",
		description: "Log in first, or the token does not work any more",
		headers: { "WWW-Authenticate": "How to be let in" },
	},
	403: {
		name: "Forbidden",
		description:
			"FORBIDDEN: not for you. NOT_FRESH: with a cookie, log in again first. CROSS_ORIGIN: sent, or embedded, by a page of another site. FORM_TOKEN: with a cookie, from a browser that says nothing of the page it comes from",
	},
	408: { name: "TooSlow", description: "The body arrives too slowly" },
	411: { name: "LengthRequired", description: "A multipart form needs Content-Length" },
	413: { name: "TooLarge", description: "The body is too large, or has too many fields" },
	415: { name: "UnsupportedType", description: "The body has another type than the call takes, or none" },
	422: { name: "UnknownField", description: "The body has a field that the call does not know; `problems` names it" },
	429: {
		name: "TooMany",
		description: "Too many calls from one address",
		headers: { "Retry-After": "Seconds until the next call is taken" },
	},
	// Node answers this before anything else sees the request.
	431: {
		name: "HeadersTooLarge",
		description: "Address and headers are longer than 16 KiB; the answer is empty",
		isEmpty: true,
	},
	503: {
		name: "Busy",
		description: "Busy, or restarting",
		headers: { "Retry-After": "Seconds until it makes sense to try again" },
	},
	507: { name: "StorageFull", description: "The disk is full: nothing is stored" },
} as const;

/** Answers of the middleware, and of the check of the body (`route.ts`), by status. */
export function sharedAnswers(row: AccessRow, refusesUnknown: boolean): [status: string, ref: JsonSchema][] {
	const isRead = row.method === "GET";
	const needsToken = row.who !== "everyone" || row.bearer === undefined;
	const given = {
		304: isRead,
		400: true,
		401: needsToken,
		403: row.otherSites !== "always",
		408: row.body !== undefined,
		411: row.body === "upload" || row.body === "form",
		413: row.body !== undefined,
		415: !isRead,
		422: refusesUnknown,
		429: true,
		431: true,
		503: true,
		// A login at GitHub stores its steps.
		507: !isRead || row.allowance === "github" || row.spends !== undefined,
	} satisfies Record<keyof typeof SHARED, boolean | undefined>;
	return Object.entries(SHARED)
		.filter(([status]) => given[Number(status) as keyof typeof SHARED])
		.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]);
}

/** These answers as components of the document, by name. */
export function sharedResponses({ schemaOf }: Components): Record<string, JsonSchema> {
	return Object.fromEntries(
		Object.values(SHARED).map(({ name, description, ...one }) => [
			name,
			{
				description,
				...("headers" in one && { headers: headersOf(one.headers) }),
				...(!("isEmpty" in one) && {
					content: { "application/json": { schema: schemaOf(errorBody, "output") } },
				}),
			},
		]),
	);
}

/** Headers of an answer in the document. @param headers what each says, by name */
export const headersOf = (headers: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
	);
