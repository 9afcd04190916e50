import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { defineProgramme } from "../../app/programmes/define.ts";
import { text } from "../../app/programmes/fields.ts";
import { registryOf } from "../../app/programmes/registry.ts";
import { access } from "../support/addresses.ts";
import { cli, installation, read, send } from "../support/backups.ts";
import { ask, type Caller, callers } from "../support/callers.ts";
import { sendArtwork, sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { startServer } from "../support/server.ts";
import { programmes } from "../support/templates.ts";

/** Turns all entries into entries of a removed programme with extra answers. */
const ARCHIVE = `update entries set category = 'old-' || kind, locale = 'en', answers = json_set(answers,
	'$.colour', 'Crimson' || id, '$.sizes', json('["S","XL"]'), '$.late', json('true'), '$.projectage', '7 years'),
	incomplete = case when id % 2 then incomplete else '["colour","abstract"]' end`;

const COLUMNS = ["colour", "late", "sizes"];
const KINDS = { talk: [1, 6], aigc: [2, 3], nomination: [4], forum: [5] } as const;

/** One entry of each form, all of "user", accepted; the first talk is in the released schedule. */
async function archivedEntries(portal: TestPortal) {
	const everybody = await callers(portal);
	const talk = await sendTalk(portal, { title: "Placed", tracks: "ai-next" });
	for (const send of [sendWork, sendArtwork, sendProject, sendRegistration]) await send(portal);
	await sendTalk(portal, { title: "Waiting" });
	accept(portal, [1, 2, 3, 4, 5]);
	await place(portal, talk, ["day1", "ai-next", "09:30"]);
	await release(portal);
	await portal.db.write(() => {
		portal.sqlite.exec(ARCHIVE);
		portal.sqlite.exec("update entries set user_id = (select id from users where email = 'user@example.org')");
	});
	const find = (who: Caller["who"]) => everybody.find((one) => one.who === who) as Caller;
	return { guest: find("anonymous"), owner: find("user"), admin: find("admin") };
}

/** All addresses of a row, with every entry as parameter and list queries. */
function addressesOf(path: string): string[] {
	if (path.endsWith("/export/:kind")) return Object.keys(KINDS).map((kind) => path.replace(":kind", kind));
	const spots = Object.entries(KINDS).flatMap(([kind, ids]) => ids.map((id) => `${kind}-${id}`));
	if (/:spot/i.test(path)) return spots.map((spot) => path.replace(/:spot(Id)?/, spot));
	if (path.includes(":id")) return Object.values(KINDS).flatMap((ids) => ids.map((id) => path.replace(":id", `${id}`)));
	const plain = path.replace(":name", "x.jpg").replace(/^\*/, "/nowhere").replace("*", "nowhere");
	if (/^\/(hangzhou|spotlight|paris|forum|admin\/editor)/.test(path))
		return spots.map((spot) => `${plain}?spot=${spot}`);
	if (!/proposals|nominations|entries|admin\/(forum|aigc)$/.test(path)) return [plain];
	const modals = ["details", "email", "panelist"].flatMap((modal) =>
		Object.values(KINDS).map(([id]) => `${plain}?modal=${modal}&id=${id}`),
	);
	const lists = ["q=Crimson", "q=Studio&sort=-name", "need=incomplete", "category=old-talk", "category=old-aigc"];
	return [plain, ...modals, ...lists.map((query) => `${plain}?${query}`)];
}

/** Others are turned away by the table, before any entry is read. */
const MAY: Record<string, readonly ("guest" | "owner" | "admin")[]> = {
	everyone: ["guest", "owner", "admin"],
	"signed-in": ["owner", "admin"],
	admin: ["admin"],
};

it.each([
	["are kept", ""],
	["are gone, too", "delete from programmes where category like 'old-%'"],
])(
	"entries of a programme that is gone break no page and no call, for anybody, where its dates %s",
	async (_how, sql) => {
		const portal = await openPortal();
		const people = await archivedEntries(portal);
		await portal.db.write(() => void portal.sqlite.exec(sql));
		const wrong: unknown[] = [];
		for (const row of access) {
			// Signing out would end the walk, erasing would end the entries.
			if (/logout|\/session$|\/account|\/api\/me$/.test(row.path) && row.method !== "GET") continue;
			for (const path of addressesOf(row.path)) {
				for (const who of MAY[row.who] ?? []) {
					const { status } = await ask(portal, people[who], row.method, path);
					if (status >= 500) wrong.push([who, row.method, path, status]);
				}
			}
		}
		expect(wrong).toEqual([]);
		expect(portal.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
	},
);

it("such an entry is called archived; organisers read all of it, its owner what some programme asks its author", async () => {
	const portal = await openPortal();
	const { guest, owner, admin } = await archivedEntries(portal);
	const page = async (caller: Caller, path: string) => (await ask(portal, caller, "GET", path)).text;

	const dashboard = textOfPage(await page(owner, "/dashboard"));
	for (const kind of Object.keys(KINDS)) expect(dashboard).toContain(`old-${kind} (archived)`);
	expect(await page(owner, "/dashboard")).not.toContain("?spot=");
	const own = await page(owner, "/entry/talk-1");
	for (const told of ["old-talk (archived)", "Placed", "7 years"]) expect(own).toContain(told);
	// Nobody knows whom the programme asked these: they may be notes about the author.
	for (const kept of ["colour", "Crimson", "S, XL"]) expect([kept, own.includes(kept)]).toEqual([kept, false]);
	const inChinese = portal
		.agent()
		.get("/entry/talk-1")
		.set({ Cookie: String(owner.cookie), "Accept-Language": "zh" });
	expect(textOfPage((await inChinese).text)).toContain("old-talk（已归档）");
	// There is no form to change it in.
	expect(own).not.toMatch(/\bEdit\b/);

	const details = await page(admin, "/admin/proposals?modal=details&id=1");
	for (const told of ["Placed", "Crimson1", "S, XL"]) expect(details).toContain(told);
	expect(details).not.toContain("/admin/editor?");
	expect(details).toContain("old-talk (archived)");
	expect(await page(admin, "/admin/nominations?modal=details&id=4")).toContain("Crimson4");
	expect(await page(admin, "/admin/nominations")).toContain("old-nomination (archived)");
	expect(await page(admin, "/admin/aigc?modal=details&id=2")).toContain("Crimson2");
	expect(await page(admin, "/admin/forum?modal=details&id=5")).toContain("Crimson5");

	const calls = { "/api/entries": "talk", "/api/forum/entries": "forum", "/api/nominations?category=old-aigc": "aigc" };
	for (const [path, kind] of Object.entries(calls)) {
		const { body } = (await ask(portal, admin, "GET", path)) as unknown as { body: Record<string, unknown>[] };
		const ids = KINDS[kind as keyof typeof KINDS];
		expect([path, body.map(({ id, colour, spotId }) => [id, colour, spotId])]).toEqual([
			path,
			ids.map((id) => [id, `Crimson${id}`, `${kind}-${id}`]),
		]);
	}
	const { body: mine } = await ask(portal, owner, "GET", "/api/entry/user/talk-1");
	expect(mine).toMatchObject({ category: "old-talk", title: "Placed", projectage: "7 years" });
	for (const path of ["/api/entry/user/talk-1", "/api/spotlights/user", "/api/me/export"]) {
		const { status, text } = await ask(portal, owner, "GET", path);
		expect([path, status, /Crimson|XL/.test(text)]).toEqual([path, 200, false]);
	}
	// Nor what became of a field that its programme asks no more.
	const [renamed] = portal.sqlite.prepare("select id from entries where kind = 'forum'").pluck().all();
	const changes = JSON.stringify({ topicOfOld: { from: "", to: "Secretive" }, name: { from: "", to: "Told" } });
	portal.sqlite.prepare("update entries set category = 'forum' where id = ?").run(renamed);
	portal.sqlite
		.prepare("insert into entry_log (entry_id, at, type, state, changes) values (?, 1, 'Edited', 'New', ?)")
		.run(renamed, changes);
	const copy = await page(owner, "/api/me/export");
	expect([copy.includes("Told"), copy.includes("Secretive")]).toEqual([true, false]);
	// What only organisers and the owner may read stays between them.
	for (const path of ["/proposals?modal=details&id=1", "/api/entries", "/schedule/1", "/nominations-aigc/export"]) {
		expect([path, /Crimson|7 years/.test(await page(guest, path))]).toEqual([path, false]);
	}
});

it("the file of a kind has a column for every answer of every programme, archived ones too", async () => {
	const portal = await openPortal();
	const { admin } = await archivedEntries(portal);
	for (const [kind, ids] of Object.entries(KINDS)) {
		const { text: file } = await ask(portal, admin, "GET", `/admin/export/${kind}?sort=id`);
		const [header = "", ...lines] = file.replace("\ufeff", "").trim().split("\r\n");
		const columns = header.split(",");
		expect([kind, COLUMNS.map((name) => columns.filter((one) => one === name).length)]).toEqual([kind, [1, 1, 1]]);
		expect([kind, lines.length, ...lines.map((line, index) => line.includes(`Crimson${ids[index]},true,`))]).toEqual([
			kind,
			ids.length,
			...ids.map(() => true),
		]);
	}
});

it("a kind has each field of its programmes once", () => {
	const [first] = programmes.filter(({ kind }) => kind === "talk");
	if (!first) throw new Error("no programme of talks");
	const workshop = defineProgramme({
		...first,
		category: "workshop",
		sections: [
			{ key: "one", title: first.title, fields: [text("name", "Name", "姓名"), text("room", "Room", "房间")] },
		],
		variants: [],
	});
	const names = (among = programmes) =>
		registryOf(among)
			.fieldsOfKind("talk")
			.map(({ name }) => name);
	expect(names([...programmes, workshop])).toEqual([...names(), "room"]);
});

it("commands of operators and a new start know such entries", async () => {
	const where = installation();
	const server = await startServer({ ...where });
	await send(server);
	await server.end("SIGTERM");
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	const address = sqlite.prepare("select email from entries").pluck().get() as string;
	sqlite.exec(ARCHIVE);
	// As a migration leaves them whose texts must be taken apart anew.
	sqlite.exec("update entries set public_text = null, search_text = '', created_at = 1600000000000");
	sqlite.exec("update days set date = replace(date, '2025', '2021')");
	sqlite.close();
	const again = await startServer({ ...where });
	expect((await fetch(`${again.origin}/proposals`)).status).toBe(200);
	expect(read(where, "select search_text like '%crimson1%' from entries")).toEqual([1]);
	const copy = await cli(where, "subject", "export", address);
	expect([copy.code, JSON.parse(copy.output).entries[0].answers.colour]).toEqual([0, "Crimson1"]);
	expect((await cli(where, "purge", "--dry-run")).output).toContain("  1 old-talk, New");
	expect(await cli(where, "purge")).toEqual({ code: 0, output: "Erased: 1 entry, 1 email, 1 photo\n" });
	expect(read(where, "select answers from entries").join()).not.toContain("Crimson");
});
