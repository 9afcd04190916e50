import { type Capability, can, onlyReviews, ROLES } from "../app/roles.ts";
import { call, file, form, ofConsole, ofList, openCall, openFile, page } from "./access-rows.ts";

/** Who may call: everyone, anyone logged in, or team members with a capability. Services check who owns an entry. */
export type Who = "everyone" | "signed-in" | Capability;

/** Whether only people of the team may call. */
export function isCapability(who: Who | undefined): who is Capability {
	return who !== undefined && who !== "everyone" && who !== "signed-in";
}

/** Which allowance of calls per address applies (`middleware/rate-limit.ts`). */
export type Allowance =
	| "page"
	| "shared"
	| "cached"
	| "list"
	| "copy"
	| "submit"
	| "sign-in"
	| "github"
	| "register"
	| "forgot"
	| "reset"
	| "mail";

/** Whether a refusal can be shown in the form, with everything typed. */
export function takesForm(row: AccessRow | undefined): boolean {
	return row?.kind === "page" && row.body !== undefined;
}

/**
 * The caller named in the API document. For clients the whole console is for administrators (specification 6); what people
 * who only review may call is for reviewers.
 */
export function audienceOf(who: Who): "everyone" | "signed-in" | "reviewer" | "admin" {
	if (!isCapability(who)) return who;
	return ROLES.some((role) => onlyReviews(role) && can(role, who)) ? "reviewer" : "admin";
}

export interface AccessRow {
	kind: "page" | "rest" | "file";
	method: "GET" | "POST" | "PATCH" | "DELETE";
	/** `:name` matches one segment, `*` anything. */
	path: string;
	who: Who;
	allowance: Allowance;
	/** What may be sent: a plain form, a form with a photo, JSON. */
	body?: "form" | "upload" | "json";
	/**
	 * How the server treats a bearer token that does not work. "ignored": the answer is the same with any token. "optional": the
	 * caller counts as a guest. Without a value the server answers 401.
	 */
	bearer?: "ignored" | "optional";
	/**
	 * Readable by scripts and pages of other sites: always (the same for everyone), or only for requests without session and
	 * token, which get what the public sees.
	 */
	otherSites?: "always" | "as-guests";
	/** The page itself redirects people who are logged out, after it has saved the form they sent. */
	turnsAway?: true;
	/** A GET with this parameter uses something up, so HEAD, which should only look, is refused. */
	spends?: string;
	/**
	 * Asks for proof of identity again if the last one is old (`middleware/fresh.ts`). Not for forms with a photo or on
	 * hydrated pages: such a form is sent as a document.
	 */
	fresh?: true;
	/** The answer is a file: browsers stay on the page before it. */
	download?: true;
	/**
	 * The answer is the same for everyone without a session, so the server and browsers may cache it. Nothing else is
	 * cached, except files (`NOT_KEPT`).
	 */
	shared?: true;
	/** Guests post its form: their browser gets a cookie that identifies the sender of a form posted twice. */
	offersForm?: true;
}

/** The form of a call. Which addresses are calls is data: whoever asks for a row says so. */
export const CALL = "/:call";

/**
 * THE TABLE: every address, who may call it and what may be sent there. Express refuses by it before any page or call
 * runs, the API document is generated with it, and the server does not start with a route that has no row.
 */
export const access: readonly AccessRow[] = [
	// Before the pages, because the first matching row counts, and the row of a talk's page would match its calendar
	// file.
	openFile("/schedule.ics"),
	openFile("/schedule.json"),
	openFile("/schedule.xml"),
	openFile("/schedule.atom"),
	openFile("/schedule/:id.ics"),

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
	// Opening a reset link checks it, so it counts like the REST call that validates one.
	{ ...page("/reset-password"), allowance: "reset" },
	form("/reset-password", "everyone", "reset"),
	{ ...page("/auth/github/callback"), spends: "code" },
	{ ...page("/login-success"), spends: "token" },
	page("/invitation"),
	form("/invitation", "everyone", "reset"),
	page("/setup"),
	form("/setup", "everyone", "reset"),
	form("/preferences", "everyone", "page"),
	page("/unsubscribe"),
	// Mail providers post here for many of their users, from few addresses.
	form("/unsubscribe", "everyone", "page"),
	page("/thank-you", "everyone", true),
	page("/dashboard", "signed-in"),
	page("/account", "signed-in"),
	form("/account", "signed-in", "reset"),
	{ ...page("/account/copy", "signed-in"), allowance: "copy", fresh: true, download: true },
	{ ...page("/account/erase", "signed-in"), fresh: true },
	{ ...form("/account/erase", "signed-in", "reset"), fresh: true },
	page("/confirm", "signed-in"),
	form("/confirm", "signed-in", "sign-in"),
	page("/schedule", "everyone", true),
	page("/schedule/versions", "everyone", true),
	page("/schedule/:id", "everyone", true),
	page("/events", "everyone", true),
	page("/events/:slug", "everyone", true),
	page("/events/:slug/schedule", "everyone", true),
	page("/events/:slug/schedule/:id", "everyone", true),
	page("/proposals", "everyone", true),
	page("/nominations-aigc", "everyone", true),
	{ ...page("/nominations-aigc/export"), download: true },
	page("/entry/:spot"),
	form("/entry/:spot", "everyone", "page"),
	page("/review", "reviews.write"),
	page("/review/:spot", "reviews.write"),
	form("/review/:spot", "reviews.write", "page"),
	...ofConsole("/review/:spot/discussion", "reviews.write"),
	{ ...page(CALL, "everyone", true), offersForm: true },
	form(CALL, "everyone", "submit", "upload"),
	page("/admin", "entries.read"),
	...ofConsole("/admin/mail", "mails.manage"),
	...ofConsole("/admin/decisions", "mails.manage"),
	...ofConsole("/admin/decisions/:release", "mails.manage"),
	page("/admin/reviews", "reviews.manage"),
	...ofConsole("/admin/reviews/:call", "entries.manage", "reviews.manage"),
	{ ...page("/admin/reviews/:call/results.csv", "reviews.manage"), fresh: true, download: true },
	...ofConsole("/admin/mail/broadcasts", "mails.manage"),
	...ofConsole("/admin/mail/broadcasts/:broadcast", "mails.manage"),
	...ofConsole("/admin/waiting", "mails.manage"),
	page("/admin/statistics", "entries.read"),
	{ ...page("/admin/statistics.csv", "entries.read"), download: true },
	page("/admin/mail/texts", "mails.manage"),
	...ofConsole("/admin/mail/texts/:kind", "mails.manage"),
	{ ...page("/admin/export/:kind", "entries.export"), fresh: true, download: true },
	page("/admin/editor", "entries.manage"),
	{ ...form("/admin/editor", "entries.manage", "page", "upload"), turnsAway: true },
	...ofConsole("/admin/tracks", "programmes.manage"),
	...ofConsole("/admin/schedule", "schedule.manage", "entries.read"),
	page("/admin/schedule/conflicts", "entries.read"),
	...ofConsole("/admin/schedule/release", "schedule.manage"),
	...ofConsole("/admin/schedule/grid", "schedule.manage"),
	...ofConsole("/admin/late", "entries.manage"),
	...ofConsole("/admin/spam", "entries.manage"),
	page("/admin/messages", "entries.read"),
	...ofConsole("/admin/messages/:entry", "entries.manage", "entries.read"),
	page("/admin/history/:entry", "entries.read"),
	...["proposals", "aigc", "nominations", "forum"].flatMap((list) => ofList(`/admin/${list}`)),
	page("/admin/forum/import", "entries.manage"),
	form("/admin/forum/import", "entries.manage", "page", "upload"),
	...ofConsole("/admin/programmes", "programmes.manage"),
	...ofConsole("/admin/programmes/all", "programmes.manage"),
	...ofConsole("/admin/programmes/:call", "programmes.manage"),
	page("/admin/programmes/:call/preview", "programmes.manage"),
	form("/admin/programmes/:call/preview", "programmes.manage", "page", "upload"),
	...ofConsole("/admin/programmes/:call/publish", "programmes.manage"),
	...ofConsole("/admin/programmes/:call/questions/:name", "programmes.manage"),
	...ofConsole("/admin/programmes/:call/review", "reviews.manage"),
	...ofConsole("/admin/programmes/:call/assignments", "reviews.manage"),
	...ofConsole("/admin/programmes/:call/conflicts", "reviews.manage"),
	...ofConsole("/admin/programmes/:call/redactions", "reviews.manage"),
	page("/admin/event", "programmes.manage"),
	form("/admin/event", "programmes.manage", "page", "upload"),
	...ofConsole("/admin/event/next", "programmes.manage"),
	page("/admin/event/archive/:slug", "entries.read"),
	page("/admin/event/setup", "programmes.manage"),
	form("/admin/event/setup", "programmes.manage", "page", "upload"),
	{ ...page("/admin/event/setup.json", "programmes.manage"), download: true },
	...ofConsole("/admin/person", "entries.export").map((row) => ({ ...row, fresh: true as const })),
	{ ...form("/admin/person/copy", "entries.export", "page"), fresh: true, download: true },
	...ofConsole("/admin/team", "team.manage").map((row) => ({ ...row, fresh: true as const })),
	page("/api/docs", "everyone", true),
	page("*"),

	{ ...call("POST", "/api/auth/login", "everyone", "sign-in", "json"), bearer: "ignored" },
	{ ...call("POST", "/api/auth/register", "everyone", "register", "json"), bearer: "ignored" },
	{ ...call("GET", "/api/auth/github", "everyone", "github"), bearer: "ignored" },
	{
		...call("GET", "/api/auth/github/callback", "everyone", "sign-in"),
		spends: "code",
		bearer: "ignored",
	},
	{ ...call("POST", "/api/auth/forgot-password", "everyone", "forgot", "json"), bearer: "ignored" },
	{ ...call("GET", "/api/auth/reset-password/validate", "everyone", "reset"), bearer: "ignored" },
	{ ...call("POST", "/api/auth/reset-password", "everyone", "reset", "json"), bearer: "ignored" },
	{ ...call("GET", "/api/me/export", "signed-in", "copy"), fresh: true },
	{ ...call("DELETE", "/api/me", "signed-in", "reset", "json"), fresh: true },
	call("GET", "/api/spotlights/user", "signed-in", "list"),
	call("GET", "/api/entry/user/:spotId", "signed-in", "list"),
	{ ...call("POST", "/api/auth/logout", "everyone", "page", "json"), bearer: "optional" },
	call("POST", "/api/submit", "everyone", "submit", "upload"),
	call("POST", "/api/spotlight", "everyone", "submit", "form"),
	call("POST", "/api/forum/entries", "everyone", "submit", "form"),
	call("GET", "/api/spotlight/user/:spotId", "signed-in", "list"),
	{ ...call("GET", "/api/entries", "everyone", "list"), otherSites: "as-guests" },
	{ ...call("GET", "/api/nominations", "everyone", "list"), otherSites: "as-guests" },
	call("PATCH", "/api/entries/:id", "entries.manage", "page", "json"),
	call("POST", "/api/tracks", "programmes.manage", "page", "json"),
	call("PATCH", "/api/tracks/:id", "programmes.manage", "page", "json"),
	call("POST", "/api/mailer/status", "mails.manage", "mail", "json"),
	call("POST", "/api/mailer/forum", "mails.manage", "mail", "json"),
	call("GET", "/api/forum/entries", "entries.export", "list"),
	openCall("/api/programmes"),
	openCall("/api/tracks"),
	{
		...call("GET", "/api/schedules", "everyone", "list"),
		shared: true,
		otherSites: "as-guests",
		bearer: "optional",
	},
	call("POST", "/api/schedule", "schedule.manage", "page", "json"),
	call("GET", "/api/reviews", "reviews.write", "list"),
	call("GET", "/api/reviews/:spot", "reviews.write", "list"),
	call("POST", "/api/reviews/:spot", "reviews.write", "page", "json"),
	call("POST", "/api/reviews/:spot/conflict", "reviews.write", "page", "json"),
	call("GET", "/api/reviews/:spot/discussion", "reviews.write", "list"),
	call("POST", "/api/reviews/:spot/discussion", "reviews.write", "mail", "json"),
	call("PATCH", "/api/reviews/:spot/discussion", "reviews.manage", "page", "json"),
	call("DELETE", "/api/reviews/:spot/discussion/:id", "reviews.write", "page", "json"),
	call("GET", "/api/programmes/:call/review-rules", "reviews.manage", "list"),
	call("PATCH", "/api/programmes/:call/review-rules", "reviews.manage", "page", "json"),
	call("GET", "/api/programmes/:call/conflicts", "reviews.manage", "list"),
	call("POST", "/api/programmes/:call/conflicts", "reviews.manage", "page", "json"),
	call("POST", "/api/programmes/:call/review-reminders", "reviews.manage", "mail", "json"),
	call("GET", "/api/programmes/:call/results", "reviews.manage", "list"),
	{ ...call("GET", "/api/programmes/:call/results.csv", "reviews.manage", "list"), fresh: true },
	call("GET", "/api/programmes/:call/reviews/:spot", "reviews.manage", "list"),
	call("GET", "/api/programmes/:call/assignments", "reviews.manage", "list"),
	call("POST", "/api/programmes/:call/assignments", "reviews.manage", "page", "json"),
	call("POST", "/api/programmes/:call/assignments/remove", "reviews.manage", "page", "json"),
	call("POST", "/api/programmes/:call/assignments/plan", "reviews.manage", "page", "json"),
	call("POST", "/api/programmes/:call/assignments/apply", "reviews.manage", "page", "json"),
	call("GET", "/api/programmes/:call/redactions", "reviews.manage", "list"),
	call("GET", "/api/programmes/:call/redactions/:spot", "reviews.manage", "list"),
	call("PATCH", "/api/programmes/:call/redactions/:spot", "reviews.manage", "page", "json"),
	openCall("/api/setup.schema.json"),
	openCall("/api/openapi.json"),

	// Photos of people who are public are open to other sites, too (`middleware/photo-files.ts`).
	{ ...file("/uploads/:name"), bearer: "optional" },
	{ ...file("/works/:name"), allowance: "page", download: true },
	openFile("/cards/:name"),
	openFile("/brand/:name"),
	file("/assets/*"),
	file("/e/*"),
];
