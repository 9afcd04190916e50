import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../db/client.ts";
import { sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { type Agent, opened, search, ticked } from "../support/list-search.ts";
import { openPortal, root, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { multiplyAccepted } from "../support/schedule.ts";
import { columnOf, rowsOf } from "../support/table.ts";
import { sendTalks, titlesIn } from "../support/talks-sent.ts";

/** Numbers of the talks that a search of organisers, and one of visitors, finds. */
async function foundBy(agent: Agent, q: string) {
	return [ticked(await search(agent, "/admin/proposals", q)), opened(await search(agent, "/proposals", q))];
}

describe("a search", () => {
	it("finds any substring from one character on, in any case, width and script", async () => {
		const portal = await openPortal();
		await sendTalk(portal, {
			title: '智能体 AND "Quoted" 100%_',
			abstract: "Νίκος: ends with Ω",
			details: "Kept from visitors: zebra",
		});
		await sendTalk(portal, { title: "Other", abstract: "Nothing of the kind", details: "Empty" });
		const admin = await portal.admin();
		for (const q of [
			"智",
			"智能",
			"智能体",
			"能体 a",
			"Ｑｕｏｔｅｄ",
			'"quoted"',
			"100%_",
			'"',
			"%_",
			"ω",
			"h ω",
			"体",
		]) {
			expect([q, await foundBy(admin, q)]).toEqual([q, [[1], [1]]]);
		}
		for (const q of ["能智", '"AND OR"', "quoted*", "100%%", "talk:quoted", "智%体", "NEAR(a b)", "'", "zz"]) {
			expect([q, await foundBy(admin, q)]).toEqual([q, [[], []]]);
		}
		expect(await foundBy(admin, "zebra")).toEqual([[1], []]);
		expect((await foundBy(admin, "t")).flat()).toHaveLength(4);
	});

	it("finds an entry by its reference and by its number, on the list of its kind alone, and shows the reference", async () => {
		const portal = await openPortal();
		// Addresses without digits, because searches cover them.
		const email = "mei@example.org";
		await sendTalk(portal, { title: "First", email });
		await sendWork(portal, { title: "Second", email });
		for (const title of ["Third", "Talks 4 all"]) await sendTalk(portal, { title, email });
		await sendRegistration(portal, { name: "Tao", email });
		const admin = await portal.admin();
		for (const q of [
			"talk-3",
			"talk3",
			"Talk3",
			"TALK-3",
			"ｔａｌｋ－３",
			" talk-3 ",
			"Talk 3",
			"talk　3",
			"see TALK 3.",
			"3",
		])
			expect([q, await foundBy(admin, q)]).toEqual([q, [[3], [3]]]);
		for (const q of ["talk-2", "aigc-3", "talk-03", "talk-99", "talk-3x", "talk  3", "Talk 3x", "aigc 3"])
			expect([q, await foundBy(admin, q)]).toEqual([q, [[], []]]);
		// A number also matches texts; the entry with that number comes first.
		const numbered = await foundBy(admin, "4");
		expect(numbered).toEqual([[4], [4]]);
		await sendTalk(portal, { title: "Number 1 of all", email });
		expect((await foundBy(admin, "1"))[0]).toEqual([1, 6]);
		expect(ticked((await admin.get("/admin/proposals?q=talk-1&status=Accept")).text)).toEqual([]);
		for (const [list, reference] of [
			["aigc", "aigc-2"],
			["forum", "forum-5"],
			["proposals", "talk-6"],
		]) {
			const { text } = await admin.get(`/admin/${list}?q=${reference}`).expect(200);
			expect([reference, ticked(text)]).toEqual([reference, [Number(reference?.split("-")[1])]]);
			expect(rowsOf(text).join(" ")).toContain(reference);
			const details = await admin.get(`/admin/${list}?modal=details&id=${reference?.split("-")[1]}`);
			expect(textOfPage(details.text)).toContain(reference);
		}
	});

	it("finds the current text only", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "Xylophone" });
		const admin = await portal.admin();
		expect(await foundBy(admin, "xylo")).toEqual([[1], [1]]);
		const page = (await admin.get("/admin/editor?id=1")).text;
		await submitForm(admin, page, { title: "Marimba", tracks: "ai-next", consent: true }).expect(303);
		expect(await foundBy(admin, "xylo")).toEqual([[], []]);
		expect(await foundBy(admin, "marim")).toEqual([[1], [1]]);
	});

	it("of one frequent character scans the entries and finds the same", async () => {
		const portal = await openPortal();
		const many = Array.from({ length: 200 }, (_, n) => `q${String.fromCodePoint(0x4e00 + n)}x`).join("");
		await sendTalk(portal, { title: "Plain", abstract: many, details: "Nothing" });
		await sendTalk(portal, { title: "Hidden", abstract: "No such letter", details: many });
		const admin = await portal.admin();
		expect(await foundBy(admin, "q")).toEqual([[2, 1], [1]]);
		expect(ticked((await admin.get("/admin/proposals?q=Q&sort=title&status=New")).text)).toEqual([2, 1]);
	});

	it("finds entries of the list it is in, with the filters and the order of that list", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "Beta robots", tracks: "ai-next" });
		await sendTalk(portal, { title: "Alpha robots", tracks: "agentic-web" });
		await sendTalk(portal, { title: "Gamma robots", tracks: "ai-next" });
		await sendWork(portal, { title: "Robots that paint" });
		await sendRegistration(portal, { companySchool: "Robots Ltd" });
		const admin = await portal.admin();
		const titles = async (query: string) => titlesIn((await admin.get(`/admin/proposals?q=ROBOTS&${query}`)).text);
		expect(await titles("")).toEqual(["Gamma robots", "Alpha robots", "Beta robots"]);
		expect(await titles("sort=id")).toEqual(["Beta robots", "Alpha robots", "Gamma robots"]);
		expect(await titles("sort=title&track=ai-next")).toEqual(["Beta robots", "Gamma robots"]);
		expect(await titles("need=incomplete")).toEqual([]);
		for (const list of ["/admin/aigc", "/admin/forum", "/nominations-aigc"]) {
			expect([list, rowsOf((await admin.get(`${list}?q=robots`)).text).length]).toEqual([list, 1]);
		}
	});
});

describe("a long list", () => {
	it("has every entry on exactly one page, in one order and its reverse", async () => {
		const portal = await openPortal();
		await multiplyAccepted(portal, 50);
		portal.sqlite.exec("update entries set title = 'Same' where id % 3 = 0");
		const admin = await portal.admin();
		const numbers = async (query: string) => {
			const pages: number[] = [];
			for (const page of [1, 2, 3, 4, 5]) {
				const { text } = await admin.get(`/admin/proposals?page=${page}&${query}`).expect(200);
				pages.push(...ticked(text));
			}
			return pages;
		};
		for (const name of ["id", "title", "name", "org", "tracks", "status", "updated"]) {
			const there = await numbers(`sort=${name}`);
			expect([name, [...there].sort((a, b) => a - b)]).toEqual([name, Array.from({ length: 50 }, (_, i) => i + 1)]);
			expect([name, await numbers(`sort=-${name}`)]).toEqual([name, there.reverse()]);
		}
	});
});

describe("the counts", () => {
	const counted = ({ sqlite }: TestPortal) =>
		sqlite
			.prepare(
				"select event_id, kind, track_id, status, told_status, presence, is_incomplete, consent, is_confirmed, n from entry_counts where n > 0 order by 1, 2, 3, 4, 5, 6, 7, 8, 9",
			)
			.all();
	const anew = ({ sqlite }: TestPortal) =>
		sqlite
			.prepare(
				"select *, count(*) as n from entry_facets group by 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 2, 3, 4, 5, 6, 7, 8, 9, 10",
			)
			.all();
	const same = (portal: TestPortal) =>
		expect(counted(portal)).toEqual((anew(portal) as { id: number }[]).map(({ id: _, ...rest }) => rest));

	it("match the entries after every change", async () => {
		const portal = await openPortal();
		await multiplyAccepted(portal, 40);
		await sendWork(portal);
		await sendRegistration(portal);
		same(portal);
		const { sqlite } = portal;
		for (const change of [
			"update entries set status = 'Hold' where id % 2 = 0",
			"update entries set track_id = null where id % 3 = 0",
			"update entries set presence = 'withdrawn' where id % 5 = 0",
			"update entries set incomplete = '[\"file\"]', consent = 0 where id % 7 = 0",
			"update entries set confirmed_at = 1 where id % 4 = 0",
			"update entries set status = 'Accept', presence = 'active', track_id = 'ai-next'",
			"delete from entries where id % 4 = 0",
			"update entries set kind = 'nomination' where id = 1",
		]) {
			sqlite.exec(change);
			same(portal);
		}
		expect(counted(portal)).not.toEqual([]);
	});
});

it("entries of an earlier version are found, counted, and split into public and private answers", async () => {
	const directory = temporaryDirectory();
	const folder = join(directory, "migrations");
	mkdirSync(join(directory, "data"));
	cpSync(join(root, "migrations"), folder, { recursive: true });
	const journal = join(folder, "meta/_journal.json");
	const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
	writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 5) }));
	const file = join(directory, "data", "rostrum.db");
	openDatabase({ file, migrations: folder, backups: join(directory, "backups") }).close();
	const before = new Sqlite(file);
	before.exec(`
		insert into entries (category, name, email, email_folded, org, title, answers, incomplete, search_text, locale,
			submission_key, created_at, updated_at, consent)
		values ('hangzhou', 'Ana', 'ana@secret.example', 'ana@secret.example', 'Org', 'Old talk', '{"details":"Hidden words"}', '[]',
			'ana ana@secret.example org old talk hidden words', 'en', 'k1', 1, 1, 1),
		('forum', 'Bo', 'bo@secret.example', 'bo@secret.example', 'Labs', '', '{}', '[]', 'bo labs', 'en', 'k2', 1, 1, null)`);
	before.close();
	const portal = await openPortal({ DATA_DIR: join(directory, "data") });
	const admin = await portal.admin();
	expect(await foundBy(admin, "old talk")).toEqual([[1], [1]]);
	expect(await foundBy(admin, "secret.example")).toEqual([[1], []]);
	expect(await foundBy(admin, "hidden words")).toEqual([[1], []]);
	expect(rowsOf((await admin.get("/admin/forum?q=labs")).text)).toHaveLength(1);
	expect((await admin.get("/admin/proposals")).text).toContain('<span class="total-count">1</span>');
});

it("the public talks are filtered by track, and by having none, in the words of their list", async () => {
	const portal = await openPortal();
	await sendTalk(portal, { title: "Assigned", tracks: "ai-next" });
	await sendTalk(portal, { title: "Open", tracks: "assign-me" });
	for (const [language, all, none] of [
		["en", "All", "To be assigned"],
		["zh", "全部", "待分配"],
	] as const) {
		const { text } = await portal.agent().get("/proposals").set("Accept-Language", language).expect(200);
		const options = parse(text).querySelectorAll("select[name=track] option");
		expect(options.slice(0, 2).map((one) => one.textContent)).toEqual([all, none]);
		expect(options.map((one) => one.textContent).join()).not.toMatch(/──|Select a|请选择/);
	}
	expect(columnOf((await portal.agent().get("/proposals?track=assign-me")).text, "Talk")).toEqual(["Open"]);
});
