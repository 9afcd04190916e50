import { programmes } from "../app/programmes/index.ts";

/** Who may call: everybody, whoever is signed in, administrators. Ownership of a single entry is checked by its service. */
export type Who = "everyone" | "signed-in" | "admin";

/** Which allowance of calls per address applies (`middleware/rate-limit.ts`). */
export type Allowance = "page" | "list" | "submit" | "sign-in" | "probe";

export interface AccessRow {
	kind: "page" | "rest" | "file";
	method: "GET" | "POST";
	/** `:name` stands for one segment, `*` for anything. */
	path: string;
	who: Who;
	allowance: Allowance;
	/** What may be sent: a plain form, a form with a photo, JSON. */
	body?: "form" | "upload" | "json";
	/** A bearer token that no longer counts is no fault here. */
	toleratesStaleBearer?: true;
	/** The page is the same for everybody without a session and may be kept ready. */
	shared?: true;
}

const page = (path: string, who: Who = "everyone", shared?: true): AccessRow => ({
	kind: "page",
	method: "GET",
	path,
	who,
	allowance: "page",
	shared,
});

const form = (path: string, who: Who, allowance: Allowance, body: "form" | "upload" = "form"): AccessRow => ({
	kind: "page",
	method: "POST",
	path,
	who,
	allowance,
	body,
});

/**
 * THE TABLE: every address, who may call it and what may be sent there. Express refuses by it before any page or call
 * runs, the API document is generated with it, and the server does not start with a route that has no row.
 */
export const access: readonly AccessRow[] = [
	page("/", "everyone", true),
	page("/login", "everyone", true),
	form("/login", "everyone", "sign-in"),
	form("/logout", "everyone", "page"),
	page("/setup"),
	form("/setup", "everyone", "sign-in"),
	form("/preferences", "everyone", "page"),
	page("/thank-you", "everyone", true),
	page("/dashboard", "signed-in"),
	page("/entry/:spot"),
	...programmes.flatMap(({ path }) => [page(path, "everyone", true), form(path, "everyone", "submit", "upload")]),
	page("/admin", "admin"),
	page("/admin/proposals", "admin"),
	form("/admin/proposals", "admin", "page"),
	page("/admin/mail", "admin"),
	page("/api/docs", "everyone", true),
	page("*"),

	{ kind: "rest", method: "POST", path: "/api/auth/login", who: "everyone", allowance: "sign-in", body: "json" },
	{
		kind: "rest",
		method: "POST",
		path: "/api/auth/logout",
		who: "everyone",
		allowance: "page",
		body: "json",
		toleratesStaleBearer: true,
	},
	{ kind: "rest", method: "POST", path: "/api/submit", who: "everyone", allowance: "submit", body: "upload" },
	{ kind: "rest", method: "GET", path: "/api/entries", who: "everyone", allowance: "list" },
	{ kind: "rest", method: "GET", path: "/api/tracks", who: "everyone", allowance: "list" },
	{ kind: "rest", method: "GET", path: "/api/openapi.json", who: "everyone", allowance: "list" },

	{ kind: "file", method: "GET", path: "/uploads/:name", who: "everyone", allowance: "page" },
	{ kind: "file", method: "GET", path: "/assets/*", who: "everyone", allowance: "page" },
	{ kind: "file", method: "GET", path: "/e/*", who: "everyone", allowance: "page" },
];

const compiled = access.map((row) => ({ row, pattern: toPattern(row.path) }));

function toPattern(path: string): RegExp {
	const source = path
		.replace(/[.+?^${}()|[\]\\]/g, "\\$&")
		.replace(/:[a-z]+/gi, "[^/]+")
		.replace("*", ".*");
	return new RegExp(`^${source}$`);
}

/**
 * One spelling for all the ways to ask for the same route: case, a trailing slash and the framework's `.data` suffix do
 * not make another route, so they must not make another rule.
 */
export function canonicalPath(path: string): string {
	const bare = path
		.toLowerCase()
		.replace(/\.data$/, "")
		.replace(/(?<=.)\/+$/, "");
	return bare === "/_root" ? "/" : bare;
}

/** The row of a request. HEAD counts as GET. Undefined: nothing may be sent there with this method. */
export function accessTo(method: string, path: string): AccessRow | undefined {
	const asked = method === "HEAD" ? "GET" : method;
	const wanted = canonicalPath(path);
	return compiled.find(({ row, pattern }) => row.method === asked && pattern.test(wanted) && !hidden(row, wanted))?.row;
}

/** Under /api and the file folders only their own rows count, never the page of last resort. */
function hidden(row: AccessRow, path: string): boolean {
	return row.path === "*" && /^\/(api|uploads|assets|e)(\/|$)/.test(path);
}
