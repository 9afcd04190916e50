import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { optionsIn, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { chineseFaults } from "../support/screens/chinese.ts";

const LIST = "/admin/proposals";

/** An event with further tracks, and two talks. */
async function withTracks(count: number, labelOf = (n: number) => `Further ${n}`) {
	const portal = await openPortal();
	addTracks(portal, count, labelOf);
	for (const title of ["First", "Second"]) await sendTalk(portal, { title, tracks: "ai-next" });
	return { portal, admin: await portal.admin() };
}

function addTracks({ sqlite }: TestPortal, count: number, labelOf: (n: number) => string): void {
	const add = sqlite.prepare(
		"insert into tracks (id, event_id, kind, label, label_zh, description, description_zh, active, position) select ?, event_id, 'track', ?, ?, '', '', 1, (select max(position) + 1 from tracks) from tracks where id = 'ai-next'",
	);
	for (let n = 1; n <= count; n += 1) add.run(`further-${n}`, labelOf(n), `专题${n}`);
}

const rowOf = (text: string, id: number) =>
	parse(text)
		.querySelectorAll("main tbody tr")
		.find((row) => row.querySelector(`[value="${id}"]`));

describe("in an event with many tracks", () => {
	it("a row leads to the entry, where its track is chosen without scripts", async () => {
		const { portal, admin } = await withTracks(41);
		const list = (await admin.get(`${LIST}?rows=100`).expect(200)).text;
		expect(parse(list).querySelector("[name=track-1]")?.tagName).toBeUndefined();
		const link = rowOf(list, 1)?.querySelector("td.track-cell a");
		expect([link?.textContent, link?.getAttribute("aria-label")]).toEqual(["AI Next", "Track: AI Next, First"]);
		const entry = (await admin.get(link?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "").expect(200)).text;
		expect(shownValue(entry, "track-1")).toBe("ai-next");
		expect(optionsIn(entry, "track-1")).toContain("further-41");
		await submitForm(admin, entry, { "track-1": "further-41" }, { selector: "form.reading-tools" }).expect(200);
		const [first, second] = portal.sqlite.prepare("select track_id from entries order by id").pluck().all();
		expect([first, second]).toEqual(["further-41", "ai-next"]);
		expect(textOfPage((await admin.get(LIST)).text)).toContain("Further 41");
	});

	it("the status of its rows, filters and bulk changes are as they were", async () => {
		const { portal, admin } = await withTracks(41);
		const list = (await admin.get(LIST).expect(200)).text;
		await submitForm(admin, list, { "status-2": "Hold" }, { selector: "main form[method=post]" }).expect(200);
		expect(portal.sqlite.prepare("select status from entries order by id").pluck().all()).toEqual(["New", "Hold"]);
		for (const name of ["track", "bulk-track"]) expect(optionsIn(list, name)).toContain("further-1");
	});

	it("and where their labels are long", async () => {
		const { admin } = await withTracks(6, (n) => `${n} ${"word ".repeat(38)}`.trim());
		expect(parse((await admin.get(LIST).expect(200)).text).querySelector("[name=track-1]")?.tagName).toBeUndefined();
	});

	it("in Chinese, too", async () => {
		const { portal, admin } = await withTracks(41);
		portal.sqlite.exec("update entries set title = '开源演讲', name = '李雷', org = '大学'");
		const text = (await admin.get(LIST).set("Accept-Language", "zh").expect(200)).text;
		expect(rowOf(text, 1)?.querySelector("td.track-cell a")?.getAttribute("aria-label")).toMatch(
			/^专题：AI未来，开源演讲$/,
		);
		expect(chineseFaults(text, LIST)).toEqual([]);
	});
});

it("with some forty tracks each row still offers them all", async () => {
	const { admin } = await withTracks(25);
	const list = (await admin.get(LIST).expect(200)).text;
	expect(optionsIn(list, "track-1")).toContain("further-25");
});
