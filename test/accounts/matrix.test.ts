import { describe, expect, it } from "vitest";
import { can } from "../../app/roles.ts";
import { isCapability } from "../../server/access.ts";
import { access } from "../support/addresses.ts";
import { ask, type Caller, callers, outcome } from "../support/callers.ts";
import { RULES, TABLE } from "../support/matrix.ts";
import { openPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

describe("every address with every role", () => {
	it("has the stated role in the access table", () => {
		// Services check access too, so responses alone would hide an error in the table.
		const stated = Object.entries(TABLE).map(([address, rule]) => {
			const { guest, user, organiser, reviewer } = RULES[rule];
			const who =
				guest === "passes"
					? "everyone"
					: user === "passes"
						? "signed-in"
						: reviewer === "passes"
							? "reviewers"
							: organiser === "passes"
								? "team"
								: "administrators";
			return `${address}: ${who}`;
		});
		const named = (who: (typeof access)[number]["who"]) => {
			if (!isCapability(who)) return who;
			return can("reviewer", who) ? "reviewers" : can("organiser", who) ? "team" : "administrators";
		};
		expect(access.map(({ method, path, who }) => `${method} ${path}: ${named(who)}`).sort()).toEqual(stated.sort());
	});

	it("answers as stated", async () => {
		const shared = await openPortal();
		const everybody = await callers(shared);
		const wrong: unknown[] = [];
		for (const [address, rule] of Object.entries(TABLE)) {
			const [method = "", pattern = ""] = address.split(" ");
			const path = pattern.replace(/:[a-zA-Z]+/, "talk-1").replace(/\/?\*/, "/nowhere");
			// These requests end the session, so they get a portal of their own.
			const fresh = /^POST (\/logout|\/session|\/api\/auth\/logout)$/.test(address);
			const portal = fresh ? await openPortal() : shared;
			for (const caller of fresh ? await callers(portal) : everybody) {
				const seen = outcome(await ask(portal, caller, method, path), portal);
				// The console's first page leads administrators to its lists.
				if (address === "GET /admin" && seen === "to /admin/proposals" && !/^(guest|user|stale)$/.test(caller.counts))
					continue;
				if (seen !== RULES[rule][caller.counts]) wrong.push([address, caller.who, seen]);
			}
		}
		expect(wrong).toEqual([]);
	});
});

/** The page without entry id, draft time and photo name. */
const plain = (html: string) =>
	html
		.replace(/talk-\d+\b/g, "talk-n")
		.replace(/(name="(?:draftBase|photo)" value=")[^"]*/g, "$1")
		.replace(/[0-9a-f]{32}(?=-small\.jpg)/g, "photo");

describe("an entry, requested by every kind of visitor", () => {
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
		"GET /hangzhou?spot=talk-1": {
			guest: "missing",
			user: "missing",
			organiser: "shown",
			reviewer: "missing",
			admin: "shown",
			stale: "missing",
		},
		"GET /entry/talk-1": {
			guest: "missing",
			user: "missing",
			organiser: "shown",
			reviewer: "missing",
			admin: "shown",
			stale: "missing",
		},
		"GET /api/entry/user/talk-1": {
			guest: "401",
			user: "missing",
			organiser: "shown",
			reviewer: "missing",
			admin: "shown",
			stale: "401",
		},
		"POST /hangzhou?spot=talk-1": {
			guest: "401",
			user: "missing",
			organiser: "changed",
			reviewer: "missing",
			admin: "changed",
			stale: "401",
		},
		"POST /api/submit": {
			guest: "401",
			user: "missing",
			organiser: "changed",
			reviewer: "missing",
			admin: "changed",
			stale: "401",
		},
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
