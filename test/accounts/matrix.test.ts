import { describe, expect, it } from "vitest";
import { access } from "../../server/access.ts";
import { ask, type Caller, callers, outcome } from "../support/callers.ts";
import { openPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

/** What everybody gets, by the kind of address. Stated here once more, so that a slip in the program's table shows. */
const RULES = {
	"open page": { guest: "passes", user: "passes", admin: "passes", stale: "passes" },
	"page for users": { guest: "to /", user: "passes", admin: "passes", stale: "to /, ended" },
	"page for administrators": { guest: "to /", user: "to /dashboard", admin: "passes", stale: "to /, ended" },
	"open call": { guest: "passes", user: "passes", admin: "passes", stale: "401" },
	"call for users": { guest: "401", user: "passes", admin: "passes", stale: "401" },
	"call for administrators": { guest: "401", user: "403", admin: "passes", stale: "401" },
	"call to sign out": { guest: "passes", user: "passes", admin: "passes", stale: "passes" },
	file: { guest: "passes", user: "passes", admin: "passes", stale: "passes" },
} as const;

const TABLE: Record<string, keyof typeof RULES> = {
	"GET /": "open page",
	"GET /login": "open page",
	"POST /login": "open page",
	"POST /logout": "open page",
	"POST /session": "page for users",
	"GET /register": "open page",
	"POST /register": "open page",
	"GET /verify": "open page",
	"POST /verify": "open page",
	"GET /forgot-password": "open page",
	"POST /forgot-password": "open page",
	"GET /reset-password": "open page",
	"POST /reset-password": "open page",
	"GET /auth/github/callback": "open page",
	"GET /login-success": "open page",
	"GET /setup": "open page",
	"POST /setup": "open page",
	"POST /preferences": "open page",
	"GET /thank-you": "open page",
	"GET /dashboard": "page for users",
	"GET /account": "page for users",
	"POST /account": "page for users",
	"GET /account/copy": "page for users",
	"GET /account/erase": "page for users",
	"POST /account/erase": "page for users",
	"GET /confirm": "page for users",
	"POST /confirm": "page for users",
	"GET /schedule": "open page",
	"GET /schedule/versions": "open page",
	"GET /schedule/:id": "open page",
	"GET /schedule.ics": "file",
	"GET /schedule.json": "file",
	"GET /schedule.xml": "file",
	"GET /schedule.atom": "file",
	"GET /schedule/:id.ics": "file",
	"GET /proposals": "open page",
	"GET /nominations-aigc": "open page",
	"GET /nominations-aigc/export": "open page",
	"GET /entry/:spot": "open page",
	"GET /hangzhou": "open page",
	"POST /hangzhou": "open page",
	"GET /spotlight-hz": "open page",
	"POST /spotlight-hz": "open page",
	"GET /spotlight-aigc": "open page",
	"POST /spotlight-aigc": "open page",
	"GET /spotlight-aigc-applied": "open page",
	"POST /spotlight-aigc-applied": "open page",
	"GET /spotlight-aigc-artistic": "open page",
	"POST /spotlight-aigc-artistic": "open page",
	"GET /forum": "open page",
	"POST /forum": "open page",
	"GET /spotlight-rust": "open page",
	"POST /spotlight-rust": "open page",
	"GET /spotlight-ai": "open page",
	"POST /spotlight-ai": "open page",
	"GET /paris": "open page",
	"POST /paris": "open page",
	"POST /entry/:spot": "open page",
	"GET /admin/editor": "page for administrators",
	"POST /admin/editor": "page for administrators",
	"GET /admin/export/:kind": "page for administrators",
	"GET /admin/tracks": "page for administrators",
	"POST /admin/tracks": "page for administrators",
	"GET /admin/schedule": "page for administrators",
	"POST /admin/schedule": "page for administrators",
	"GET /admin/schedule/conflicts": "page for administrators",
	"GET /admin/schedule/release": "page for administrators",
	"POST /admin/schedule/release": "page for administrators",
	"GET /admin/schedule/grid": "page for administrators",
	"POST /admin/schedule/grid": "page for administrators",
	"GET /admin/forum": "page for administrators",
	"POST /admin/forum": "page for administrators",
	"GET /admin/late": "page for administrators",
	"POST /admin/late": "page for administrators",
	"GET /admin/forum/import": "page for administrators",
	"POST /admin/forum/import": "page for administrators",
	"GET /admin/aigc": "page for administrators",
	"POST /admin/aigc": "page for administrators",
	"GET /admin/nominations": "page for administrators",
	"POST /admin/nominations": "page for administrators",
	"GET /admin/programmes": "page for administrators",
	"POST /admin/programmes": "page for administrators",
	"GET /admin": "page for administrators",
	"GET /admin/proposals": "page for administrators",
	"POST /admin/proposals": "page for administrators",
	"GET /admin/mail": "page for administrators",
	"POST /admin/mail": "page for administrators",
	"GET /api/docs": "open page",
	"GET *": "open page",
	"POST /api/auth/login": "open call",
	"POST /api/auth/register": "open call",
	"POST /api/auth/logout": "call to sign out",
	"GET /api/auth/github": "open call",
	"GET /api/auth/github/callback": "open call",
	"POST /api/auth/forgot-password": "open call",
	"GET /api/auth/reset-password/validate": "open call",
	"POST /api/auth/reset-password": "open call",
	"GET /api/me/export": "call for users",
	"DELETE /api/me": "call for users",
	"GET /api/spotlights/user": "call for users",
	"GET /api/entry/user/:spotId": "call for users",
	"POST /api/submit": "open call",
	"POST /api/spotlight": "open call",
	"POST /api/forum/entries": "open call",
	"GET /api/spotlight/user/:spotId": "call for users",
	"GET /api/nominations": "open call",
	"GET /api/entries": "open call",
	"PATCH /api/entries/:id": "call for administrators",
	"POST /api/tracks": "call for administrators",
	"PATCH /api/tracks/:id": "call for administrators",
	"POST /api/mailer/status": "call for administrators",
	"POST /api/mailer/forum": "call for administrators",
	"GET /api/forum/entries": "call for administrators",
	"GET /api/schedules": "open call",
	"POST /api/schedule": "call for administrators",
	"GET /api/tracks": "open call",
	"GET /api/openapi.json": "open call",
	"GET /uploads/:name": "file",
	"GET /assets/*": "file",
	"GET /e/*": "file",
};

describe("every address, by everybody who may knock", () => {
	it("is stated here as well as in the access table", () => {
		// Pages and services ask once more who calls, so the answers alone would not show a slip in the table.
		const stated = Object.entries(TABLE).map(([address, rule]) => {
			const { guest, user } = RULES[rule];
			return `${address}: ${guest === "passes" ? "everyone" : user === "passes" ? "signed-in" : "admin"}`;
		});
		expect(access.map(({ method, path, who }) => `${method} ${path}: ${who}`).sort()).toEqual(stated.sort());
	});

	it("answers as stated", async () => {
		const shared = await openPortal();
		const everybody = await callers(shared);
		const wrong: unknown[] = [];
		for (const [address, rule] of Object.entries(TABLE)) {
			const [method = "", pattern = ""] = address.split(" ");
			const path = pattern.replace(/:[a-zA-Z]+/, "talk-1").replace(/\/?\*/, "/nowhere");
			// Signing out would change the very thing that is looked at.
			const fresh = /^POST (\/logout|\/session|\/api\/auth\/logout)$/.test(address);
			const portal = fresh ? await openPortal() : shared;
			for (const caller of fresh ? await callers(portal) : everybody) {
				const seen = outcome(await ask(portal, caller, method, path), portal);
				// The console's first page leads administrators to its lists.
				if (address === "GET /admin" && seen === "to /admin/proposals" && caller.counts === "admin") continue;
				if (seen !== RULES[rule][caller.counts]) wrong.push([address, caller.who, seen]);
			}
		}
		expect(wrong).toEqual([]);
	});
});

/** A page without the number that was asked for, the moment of its draft and the name of the photo kept with it. */
const plain = (html: string) =>
	html
		.replace(/talk-\d+\b/g, "talk-n")
		.replace(/(name="(?:draftBase|photo)" value=")[^"]*/g, "$1")
		.replace(/[0-9a-f]{32}(?=-small\.jpg)/g, "photo");

describe("somebody's entry, by everybody who may knock", () => {
	const TITLE = "For its owner";
	const FIELDS = {
		name: "X",
		email: "x@example.org",
		bio: "b",
		org: "o",
		role: "r",
		title: "Taken over",
		abstract: "a",
	};
	/** What each gets, by the address; `missing` is what an entry that does not exist gives them. */
	const GIVEN = {
		"GET /hangzhou?spot=talk-1": { guest: "missing", user: "missing", admin: "shown", stale: "missing" },
		"GET /entry/talk-1": { guest: "missing", user: "missing", admin: "shown", stale: "missing" },
		"GET /api/entry/user/talk-1": { guest: "401", user: "missing", admin: "shown", stale: "401" },
		"POST /hangzhou?spot=talk-1": { guest: "401", user: "missing", admin: "changed", stale: "401" },
		"POST /api/submit": { guest: "401", user: "missing", admin: "changed", stale: "401" },
	} as const;

	it("is shown to its owner and to administrators; to others it does not exist", async () => {
		const portal = await openPortal();
		const everybody = await callers(portal);
		const owner = everybody.find(({ who }) => who === "user") as Caller;
		const sent = portal.agent().post("/api/submit").set("Authorization", `Bearer ${owner.bearer}`);
		for (const [name, value] of Object.entries({ ...FIELDS, title: TITLE })) sent.field(name, value);
		await sent.attach("file", (await portrait()).bytes, "a.jpg").expect(201);
		const title = () => portal.sqlite.prepare("select title from entries where id = 1").pluck().get();
		const wrong: unknown[] = [];
		for (const [address, given] of Object.entries(GIVEN)) {
			const [method = "", path = ""] = address.split(" ");
			const body = (id: string) => (method === "POST" ? { ...FIELDS, consent: "1", id: `talk-${id}` } : {});
			for (const caller of everybody) {
				const expected = caller.who === "user" ? given.admin : given[caller.counts];
				const answer = await ask(portal, caller, method, path, body("1"));
				const missing = await ask(portal, caller, method, path.replace("-1", "-99"), body("99"));
				const seen =
					title() !== TITLE
						? "changed"
						: answer.status === 200 && answer.text.includes(TITLE)
							? "shown"
							: answer.status === 404 && missing.status === 404 && plain(answer.text) === plain(missing.text)
								? "missing"
								: answer.status === 401
									? "401"
									: answer.status === 303
										? `to ${new URL(answer.headers.location ?? "", portal.origin).pathname}`
										: outcome(answer, portal);
				if (seen !== expected) wrong.push([address, caller.who, seen, answer.status, missing.status]);
				await portal.db.write(() => void portal.sqlite.prepare("update entries set title = ? where id = 1").run(TITLE));
			}
		}
		expect(wrong).toEqual([]);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(1);
	});
});
