import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

const LISTS = ["/admin/proposals", "/admin/nominations", "/admin/aigc", "/admin/forum"];

/** Texts of so many words, each of another number. */
const words = (text: string, count: number) => Array.from({ length: count }, (_, at) => `${text}${at}`).join(" ");

/** An entry of each kind with a long name and, if its kind has one, a long title. */
async function withLongTexts() {
	const portal = await openPortal();
	for (const send of [sendTalk, sendProject, sendWork, sendRegistration]) await send(portal);
	const [name, title] = [words("name", 25), words("title", 35)];
	portal.sqlite
		.prepare(
			"update entries set name = @name, org = @org, title = iif(kind = 'forum', title, @title), search_text = @name || @org || @title",
		)
		.run({ name, org: words("org", 25), title });
	return { portal, admin: await portal.admin(), name, title };
}

it("rows show the beginning of long texts, which the entry has whole", async () => {
	const { admin, name, title } = await withLongTexts();
	for (const list of LISTS) {
		const page = (await admin.get(list).expect(200)).text;
		const [row] = parse(page).querySelectorAll("main tbody tr");
		const named = list === "/admin/forum" ? name : title;
		const link = row?.querySelector("a.first-line");
		expect(link?.textContent).toMatch(/….?$/);
		expect(named.startsWith((link?.textContent ?? "").slice(0, 40))).toBe(true);
		expect(page).not.toContain(named);
		const href = row?.querySelector("a[href*='modal=details']")?.getAttribute("href")?.replaceAll("&amp;", "&");
		const entry = textOfPage((await admin.get(href ?? "").expect(200)).text);
		for (const text of [name, named]) expect(entry).toContain(text);
	}
});

it("its controls are named by the beginning of the title, at most sixty characters of it", async () => {
	const { admin, title } = await withLongTexts();
	const page = parse((await admin.get("/admin/proposals").expect(200)).text);
	const names = page
		.querySelectorAll("main tbody [aria-label]")
		.map((control) => control.getAttribute("aria-label") ?? "");
	expect(names.filter((name) => name.includes("title0")).length).toBeGreaterThan(4);
	for (const name of names) expect(name).not.toContain(title.slice(0, 61));
	expect(names).toContain(`Status of ${words("title", 8)}…`);
});

it("a search says where it found what a row does not show", async () => {
	const { admin } = await withLongTexts();
	for (const list of LISTS) {
		const of = list === "/admin/forum" ? "name24" : "title34";
		const [row] = parse((await admin.get(`${list}?q=${of}`)).text).querySelectorAll("main tbody tr");
		expect(row?.querySelector(".found-text mark")?.textContent).toBe(of);
	}
});
