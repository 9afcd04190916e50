import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { complete } from "../support/fillings.ts";
import { errorsOf, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { sendTalks } from "../support/talks-sent.ts";

const READ = "/admin/proposals?status=New&modal=details&id=1";
const EDITOR = `/admin/editor?${new URLSearchParams({ id: "1", return: READ })}`;

/** Address and query of what an answer leads to. */
function next({ headers }: { headers: Record<string, string> }): string {
	const { pathname, search } = new URL(headers.location ?? "", "http://portal.example");
	return pathname + search;
}

async function withTalk() {
	const portal = await openPortal();
	await sendTalks(portal, { title: "As sent" });
	const stored = () => portal.sqlite.prepare("select title, track_id, photo, consent, incomplete from entries").get();
	return { portal, admin: await portal.admin(), stored };
}

describe("an organiser who corrects a talk", () => {
	it("comes from the entry, saves, and reads there that the changes are saved", async () => {
		const { admin } = await withTalk();
		const entry = (await admin.get(READ).expect(200)).text;
		expect(parse(entry).querySelector(".reading-links a[aria-keyshortcuts=e]")?.getAttribute("href")).toBe(EDITOR);
		const form = (await admin.get(EDITOR).expect(200)).text;
		expect(titleOf(form)).toBe("Editing: As sent — Hangzhou 2025 Call For Proposals");
		const buttons = parse(form).querySelectorAll("form.programme .actions button");
		expect(buttons.map(({ textContent }) => textContent)).toEqual(["Save changes", "Save draft"]);
		const [back] = parse(form).querySelectorAll("main header a");
		expect([back?.textContent, back?.getAttribute("href")]).toEqual(["← Back to the entry", READ]);
		const thanks = await submitForm(admin, form, { title: "Corrected" }).expect(303);
		const end = next(await admin.get(next(thanks)).redirects(0).expect(303));
		expect(end).toContain(READ);
		const page = textOfPage((await admin.get(end).expect(200)).text);
		expect(page).toContain("Changes saved");
		expect(page).toContain("Corrected");
	});

	it("is never led to another site", async () => {
		const { admin } = await withTalk();
		for (const elsewhere of ["https://evil.example/", "//evil.example/", ""]) {
			const form = (await admin.get(`/admin/editor?${new URLSearchParams({ id: "1", return: elsewhere })}`)).text;
			const thanks = await submitForm(admin, form, { title: `To ${elsewhere}` }).expect(303);
			const end = next(await admin.get(next(thanks)).redirects(0).expect(303));
			expect(end).toMatch(/^\/admin\/proposals\?modal=details&id=1/);
		}
	});

	it("is not asked for what the talk lacked already, and the talk lacks the same afterwards", async () => {
		const { portal, admin, stored } = await withTalk();
		const lacks = "update entries set photo = null, org = '', incomplete = '[\"org\",\"file\"]'";
		await portal.db.write(() => void portal.sqlite.prepare(lacks).run());
		const before = stored();
		await submitForm(admin, (await admin.get(EDITOR)).text, { title: "Corrected" }).expect(303);
		expect(stored()).toEqual({ ...(before as object), title: "Corrected" });
	});

	it("is asked for what the correction takes away", async () => {
		const { admin, stored } = await withTalk();
		const before = stored();
		const form = (await admin.get(EDITOR)).text;
		const page = await submitForm(admin, form, { title: "", bio: "" }).expect(422);
		expect(errorsOf(page.text).list).toEqual([
			"Bio is required (2 more attempts before auto-proceed)",
			"Talk Title is required (2 more attempts before auto-proceed)",
		]);
		expect(stored()).toEqual(before);
	});
});

it("a talk that an organiser completes is complete, and one that is entered anew needs a track", async () => {
	const { admin, stored } = await withTalk();
	await submitForm(admin, (await admin.get(EDITOR)).text, await complete("hangzhou", { tracks: "ai-next" })).expect(
		303,
	);
	expect(stored()).toMatchObject({ track_id: "ai-next", incomplete: "[]" });
	const another = await complete("hangzhou", { title: "Another", tracks: "assign-me" });
	const page = await submitForm(admin, (await admin.get("/admin/editor")).text, another).expect(422);
	expect(errorsOf(page.text).list).toEqual(["Topic Track is required (2 more attempts before auto-proceed)"]);
});
