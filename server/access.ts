import { pathsOf, withoutLastSlashes } from "../app/programmes/forms.ts";
import { programmes } from "../app/programmes/index.ts";

/** Who may call: everybody, whoever is signed in, administrators. Ownership of a single entry is checked by its service. */
export type Who = "everyone" | "signed-in" | "admin";

/** Which allowance of calls per address applies (`middleware/rate-limit.ts`). */
export type Allowance = "page" | "list" | "submit" | "sign-in" | "github" | "register" | "forgot" | "reset" | "mail";

/** Whether a refusal can come back as the page of the form, with what was typed. */
export function takesForm(row: AccessRow | undefined): boolean {
	return row?.kind === "page" && row.body !== undefined;
}

export interface AccessRow {
	kind: "page" | "rest" | "file";
	method: "GET" | "POST" | "PATCH" | "DELETE";
	/** `:name` stands for one segment, `*` for anything. */
	path: string;
	who: Who;
	allowance: Allowance;
	/** What may be sent: a plain form, a form with a photo, JSON. */
	body?: "form" | "upload" | "json";
	/** A bearer token that no longer counts is no fault here. */
	toleratesStaleBearer?: true;
	/** The page itself turns away who is signed out, after it has kept the form they sent. */
	turnsAway?: true;
	/** Asking with this parameter uses something up, so it takes a GET: who only looks, by HEAD, is refused. */
	spends?: string;
	/**
	 * Asks whoever holds a session to prove again who they are, where that was long ago (`middleware/fresh.ts`). Not for
	 * forms with a photo, nor for those of hydrated pages: such a form is sent as a document.
	 */
	fresh?: true;
	/** The answer is a file: browsers stay on the page before it. */
	download?: true;
	/**
	 * The answer is the same for everybody without a session: a page may be kept ready, and browsers may keep it. Nothing else
	 * is kept by anybody, files excepted (`NOT_KEPT`).
	 */
	shared?: true;
	/** Guests send its form: their browser is given a name, by which the same form sent twice is known. */
	offersForm?: true;
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

/** A page of the console, and what is posted to it. */
const ofConsole = (path: string): AccessRow[] => [page(path, "admin"), form(path, "admin", "page")];

const file = (path: string): AccessRow => ({ kind: "file", method: "GET", path, who: "everyone", allowance: "page" });

/**
 * THE TABLE: every address, who may call it and what may be sent there. Express refuses by it before any page or call
 * runs, the API document is generated with it, and the server does not start with a route that has no row.
 */
export const access: readonly AccessRow[] = [
	// Before the pages: the first row that fits counts, and the page of a session fits its file as well.
	file("/schedule.ics"),
	file("/schedule.json"),
	file("/schedule.xml"),
	file("/schedule.atom"),
	file("/schedule/:id.ics"),

	{ ...page("/", "everyone", true), spends: "code" },
	{ ...page("/login", "everyone", true), spends: "code" },
	form("/login", "everyone", "sign-in"),
	form("/logout", "everyone", "page"),
	form("/session", "signed-in", "page"),
	page("/register"),
	form("/register", "everyone", "register"),
	page("/verify"),
	form("/verify", "everyone", "reset"),
	page("/forgot-password", "everyone", true),
	form("/forgot-password", "everyone", "forgot"),
	// Opening a link asks whether it works, as the call that validates it does.
	{ ...page("/reset-password"), allowance: "reset" },
	form("/reset-password", "everyone", "reset"),
	{ ...page("/auth/github/callback"), spends: "code" },
	{ ...page("/login-success"), spends: "token" },
	page("/setup"),
	form("/setup", "everyone", "reset"),
	form("/preferences", "everyone", "page"),
	page("/thank-you", "everyone", true),
	page("/dashboard", "signed-in"),
	page("/account", "signed-in"),
	form("/account", "signed-in", "reset"),
	{ ...page("/account/copy", "signed-in"), fresh: true, download: true },
	{ ...page("/account/erase", "signed-in"), fresh: true },
	{ ...form("/account/erase", "signed-in", "reset"), fresh: true },
	page("/confirm", "signed-in"),
	form("/confirm", "signed-in", "sign-in"),
	page("/schedule", "everyone", true),
	page("/schedule/versions", "everyone", true),
	page("/schedule/:id", "everyone", true),
	page("/proposals", "everyone", true),
	page("/nominations-aigc", "everyone", true),
	{ ...page("/nominations-aigc/export"), download: true },
	page("/entry/:spot"),
	form("/entry/:spot", "everyone", "page"),
	...programmes
		.flatMap(pathsOf)
		.flatMap((path) => [
			{ ...page(path, "everyone", true), offersForm: true as const },
			form(path, "everyone", "submit", "upload"),
		]),
	page("/admin", "admin"),
	...ofConsole("/admin/proposals"),
	...ofConsole("/admin/mail"),
	{ ...page("/admin/export/:kind", "admin"), fresh: true, download: true },
	page("/admin/editor", "admin"),
	{ ...form("/admin/editor", "admin", "page", "upload"), turnsAway: true },
	...ofConsole("/admin/tracks"),
	...ofConsole("/admin/schedule"),
	page("/admin/schedule/conflicts", "admin"),
	...ofConsole("/admin/schedule/release"),
	...ofConsole("/admin/schedule/grid"),
	...ofConsole("/admin/late"),
	...ofConsole("/admin/forum"),
	page("/admin/forum/import", "admin"),
	form("/admin/forum/import", "admin", "page", "upload"),
	...ofConsole("/admin/aigc"),
	...ofConsole("/admin/nominations"),
	...ofConsole("/admin/programmes"),
	page("/api/docs", "everyone", true),
	page("*"),

	{ kind: "rest", method: "POST", path: "/api/auth/login", who: "everyone", allowance: "sign-in", body: "json" },
	{ kind: "rest", method: "POST", path: "/api/auth/register", who: "everyone", allowance: "register", body: "json" },
	{ kind: "rest", method: "GET", path: "/api/auth/github", who: "everyone", allowance: "github" },
	{
		kind: "rest",
		method: "GET",
		path: "/api/auth/github/callback",
		who: "everyone",
		allowance: "sign-in",
		spends: "code",
	},
	{
		kind: "rest",
		method: "POST",
		path: "/api/auth/forgot-password",
		who: "everyone",
		allowance: "forgot",
		body: "json",
	},
	{ kind: "rest", method: "GET", path: "/api/auth/reset-password/validate", who: "everyone", allowance: "reset" },
	{
		kind: "rest",
		method: "POST",
		path: "/api/auth/reset-password",
		who: "everyone",
		allowance: "reset",
		body: "json",
	},
	{ kind: "rest", method: "GET", path: "/api/me/export", who: "signed-in", allowance: "list", fresh: true },
	{ kind: "rest", method: "DELETE", path: "/api/me", who: "signed-in", allowance: "reset", body: "json", fresh: true },
	{ kind: "rest", method: "GET", path: "/api/spotlights/user", who: "signed-in", allowance: "list" },
	{ kind: "rest", method: "GET", path: "/api/entry/user/:spotId", who: "signed-in", allowance: "list" },
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
	{ kind: "rest", method: "POST", path: "/api/spotlight", who: "everyone", allowance: "submit", body: "form" },
	{ kind: "rest", method: "POST", path: "/api/forum/entries", who: "everyone", allowance: "submit", body: "form" },
	{ kind: "rest", method: "GET", path: "/api/spotlight/user/:spotId", who: "signed-in", allowance: "list" },
	{ kind: "rest", method: "GET", path: "/api/entries", who: "everyone", allowance: "list" },
	{ kind: "rest", method: "GET", path: "/api/nominations", who: "everyone", allowance: "list" },
	{ kind: "rest", method: "PATCH", path: "/api/entries/:id", who: "admin", allowance: "page", body: "json" },
	{ kind: "rest", method: "POST", path: "/api/tracks", who: "admin", allowance: "page", body: "json" },
	{ kind: "rest", method: "PATCH", path: "/api/tracks/:id", who: "admin", allowance: "page", body: "json" },
	{ kind: "rest", method: "POST", path: "/api/mailer/status", who: "admin", allowance: "mail", body: "json" },
	{ kind: "rest", method: "POST", path: "/api/mailer/forum", who: "admin", allowance: "mail", body: "json" },
	{ kind: "rest", method: "GET", path: "/api/forum/entries", who: "admin", allowance: "list" },
	{ kind: "rest", method: "GET", path: "/api/tracks", who: "everyone", allowance: "list", shared: true },
	{ kind: "rest", method: "GET", path: "/api/schedules", who: "everyone", allowance: "list", shared: true },
	{ kind: "rest", method: "POST", path: "/api/schedule", who: "admin", allowance: "page", body: "json" },
	{ kind: "rest", method: "GET", path: "/api/openapi.json", who: "everyone", allowance: "list", shared: true },

	file("/uploads/:name"),
	file("/assets/*"),
	file("/e/*"),
];

const compiled = access.map((row) => ({ row, pattern: toPattern(row.path) }));

/** Rows that name one address: almost every request asks for one of these, as it is written here. */
const plain = new Map(access.filter(({ path }) => !/[:*]/.test(path)).map((row) => [`${row.method} ${row.path}`, row]));

function toPattern(path: string): RegExp {
	const source = path
		.replace(/[.+?^${}()|[\]\\]/g, "\\$&")
		.replace(/:[a-z]+/gi, "[^/]+")
		.replace("*", ".*");
	return new RegExp(`^${source}$`);
}

/**
 * One spelling for all the ways to ask for the same route: case, escapes, a trailing slash and the framework's `.data`
 * suffix do not make another route, so they must not make another rule. The guard has refused escapes that do not decode.
 */
export function canonicalPath(path: string): string {
	const bare = withoutLastSlashes(
		decodeURIComponent(path)
			.toLowerCase()
			.replace(/\.data$/, ""),
	);
	return bare === "/_root" ? "/" : bare;
}

/** The row of a request. HEAD counts as GET. Undefined: nothing may be sent there with this method. */
export function accessTo(method: string, path: string): AccessRow | undefined {
	const asked = method === "HEAD" ? "GET" : method;
	const exact = plain.get(`${asked} ${path}`);
	if (exact) return exact;
	const wanted = canonicalPath(path);
	const rows = compiled.filter(({ pattern }) => pattern.test(wanted)).map(({ row }) => row);
	// The page of last resort answers neither for calls and files nor for an address that only takes posts.
	const lastResort = rows.length === 1 && !/^\/(api|uploads|assets|e)(\/|$)/.test(wanted);
	return rows.find((row) => row.method === asked && (row.path !== "*" || lastResort));
}
