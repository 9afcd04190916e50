import { expect, it } from "vitest";
import { PASSWORD, register, signIn } from "./support/accounts.ts";
import { columnsOf, ONE_OF_EACH, PLANTED, STRUCTURE } from "./support/canaries.ts";
import { addresses, crawl } from "./support/crawling.ts";
import { CALL_NAMES, CALLS, complete, openAll } from "./support/fillings.ts";
import { type Filling, submitForm } from "./support/form.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";
import { place, release } from "./support/released-schedule.ts";
import { accept } from "./support/schedule.ts";

/** Public fields of entries (reliability 2.1). All others are private. */
const PUBLIC: Record<string, readonly string[]> = {
	hangzhou: ["name", "org", "role", "bio", "title", "abstract", "language", "tracks"],
	aiparis: ["name", "org", "role", "bio", "title", "abstract", "language", "tracks"],
	"sl-hz": [],
	"sl-aigc": [
		...["name", "org", "country", "spotlightTrack", "title", "artworkTitle", "description", "artworkDescription"],
		...["applicationFields", "artworkCategories"],
	],
	forum: [],
};

/** Where each category keeps what SQL works with, by column. */
const COLUMNS: Record<string, Record<string, string>> = {
	hangzhou: { name: "name", email: "email", org: "org", title: "title" },
	aiparis: { name: "name", email: "email", org: "org", title: "title" },
	"sl-hz": { nominatorname: "name", nominatoremail: "email", projectname: "title" },
	"sl-aigc": { name: "name", email: "email", org: "org" },
	forum: { name: "name", email: "email", companySchool: "org" },
};

/** Columns of somebody who is not asking; sessions and accounts of those who ask must go on working. */
const OF_OTHERS = ["devices.device_hash", "sessions.id_hash", "sessions.ip_prefix", "sessions.user_agent"].concat(
	["users.email", "users.name", "users.password_hash"],
	["name", "email", "email_folded", "org", "title", "answers"].map((column) => `entries.${column}`),
	["public_text", "search_text", "submission_key", "panelists", "keywords"].map((column) => `entries.${column}`),
);

/** Puts a unique word into every private column. @param hidden entries that must not be visible at all */
function plant(portal: TestPortal, hidden: readonly number[]): void {
	const { sqlite } = portal;
	sqlite.exec(ONE_OF_EACH);
	for (const [column, value] of Object.entries(PLANTED)) {
		const [table, name] = column.split(".");
		sqlite.exec(`update ${table} set "${name}" = ${value}`);
	}
	sqlite.exec("update users set name = 'canary-user-name', password_hash = password_hash where email like 'author%'");
	sqlite.exec(
		"update sessions set ip_prefix = 'canary-ip', user_agent = 'canary-agent' where user_id = (select id from users where email like 'author%')",
	);
	const rows = sqlite.prepare("select id, category, answers from entries").all() as {
		id: number;
		category: string;
		answers: string;
	}[];
	for (const { id, category, answers } of rows) {
		const shown = hidden.includes(id) ? [] : (PUBLIC[category] ?? []);
		const canary = (name: string) => `canary-${category}-${name}-${id}`;
		const planted = Object.entries(JSON.parse(answers) as Record<string, unknown>).map(([name, value]) => {
			if (shown.includes(name) || typeof value === "boolean" || name === "spotlightTrack") return [name, value];
			return [name, Array.isArray(value) ? [canary(name)] : canary(name)];
		});
		sqlite
			.prepare(
				"update entries set answers = ?, panelists = '[\"canary-panel\"]', keywords = '[\"canary-keyword\"]', submission_key = 'canary-key-' || id, public_text = 'canary-public ' || public_text, search_text = 'canary-search ' || search_text, email_folded = 'canary-folded' || id where id = ?",
			)
			.run(JSON.stringify(Object.fromEntries(planted)), id);
		for (const [name, column] of Object.entries(COLUMNS[category] ?? {})) {
			if (!shown.includes(name)) sqlite.prepare(`update entries set ${column} = ? where id = ?`).run(canary(name), id);
		}
		if (hidden.includes(id)) sqlite.prepare("update entries set presence = 'withdrawn' where id = ?").run(id);
	}
}

it("no address reveals private data to visitors or other people's accounts", async () => {
	const portal = await openPortal();
	await openAll(portal);
	const author = "author@example.org";
	await register(portal, author);
	const agent = await signIn(portal, author);
	for (const twice of ["Shown", "Hidden"]) {
		for (const name of CALL_NAMES) {
			const own: Filling =
				name === "sl-hz" ? { why: twice } : name === "forum" ? { background: twice } : { org: twice };
			const page = (await agent.get(CALLS[name].path)).text;
			await submitForm(agent, page, await complete(name, own)).expect(303);
		}
	}
	await submitForm(agent, (await agent.get("/hangzhou")).text, { title: "Half" }, { press: "do.mail-draft" }).expect(
		303,
	);
	expect(portal.sqlite.prepare("select count(*) from draft_links").pluck().get()).toBe(1);
	const admin = await portal.admin();
	await register(portal, "other@example.org");
	const login = { username: "other@example.org", password: PASSWORD };
	const { body } = await portal.agent().post("/api/auth/login").send(login).expect(200);
	const signedIn = await portal.agent().post("/login").type("form").send({ email: login.username, password: PASSWORD });
	const cookie = String(signedIn.headers["set-cookie"]).match(/cfp_sid=[^;]+/)?.[0] ?? "";
	const ids = portal.sqlite.prepare("select id from entries order by id").pluck().all() as number[];
	expect(ids).toHaveLength(2 * CALL_NAMES.length);
	expect(columnsOf(portal).sort()).toEqual([...STRUCTURE, ...Object.keys(PLANTED), ...OF_OTHERS].sort());
	// A talk that is shown and one that will be hidden, both in the released schedule.
	const [shown = 0, hidden = 0] = [0, CALL_NAMES.length].map((index) => ids[index + CALL_NAMES.indexOf("hangzhou")]);
	accept(portal, [shown, hidden]);
	await place(portal, shown, ["day1", "ai-next", "09:30"]);
	await place(portal, hidden, ["day1", "ai-next", "10:00"]);
	await release(portal, "All that is public");
	plant(portal, ids.slice(CALL_NAMES.length));

	// Sanity check: the canaries can be found.
	expect((await admin.get("/admin/proposals?modal=details&id=1").expect(200)).text).toContain(
		"canary-hangzhou-email-1",
	);
	expect((await admin.get("/api/entries").expect(200)).text).toContain("canary-panel");
	const everybody = await crawl(portal, addresses(ids), { accept: "text/html" });
	expect(everybody.length).toBeGreaterThan(200);
	expect(everybody.find(({ address }) => address === "/api/entries")?.text).toContain("A compiler for everybody");
	expect(everybody.some(({ address }) => address.startsWith("/uploads/"))).toBe(true);
	for (const path of ["/schedule", "/schedule.ics", "/schedule.json", "/schedule.xml", "/schedule.atom"]) {
		expect([path, everybody.find(({ address }) => address === path)?.text]).toEqual([
			path,
			expect.stringContaining("A compiler for everybody"),
		]);
	}
	const user = await crawl(portal, addresses(ids), { accept: "text/html", cookie });
	const program = await crawl(
		portal,
		addresses(ids).filter((path) => path.startsWith("/api/")),
		{ authorization: `Bearer ${body.token}` },
	);
	const leaks = [...everybody, ...user, ...program].filter(({ text }) => /canary/i.test(text));
	expect(leaks.map(({ address, text }) => [address, /.{60}canary.{40}/is.exec(text)?.[0]])).toEqual([]);
});
