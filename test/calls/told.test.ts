import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { CALLS, press, publish, questionOf, said } from "../support/calls.ts";
import { complete, openAll } from "../support/fillings.ts";
import { shownValue, submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";

const FORM = `${CALLS}/hangzhou`;
const SAVE = { selector: "form:has([name='do.save'])", button: "do.save" };
const SIZE = {
	label: "Shirt size",
	labelZh: "尺码",
	kind: "select",
	section: "talk",
	options: "S | 小\nM | 中\nL | 大",
};

async function withSizes() {
	const portal = await openPortal();
	await openAll(portal);
	const admin = await portal.admin();
	await press(admin, FORM, "do.add", SIZE);
	return { portal, admin, path: questionOf("hangzhou", "shirtSize") };
}

const rowsOf = (html: string) =>
	parse(html)
		.querySelectorAll("section[aria-labelledby=h-differences] tbody tr")
		.map((row) => row.querySelectorAll("th, td").map((cell) => cell.textContent.trim()));

describe("two organisers who change the same question", () => {
	it("read the differences in words, not in the codes of controls", async () => {
		const { portal, admin, path } = await withSizes();
		const other = await portal.admin();
		const { text } = await other.get(path);
		const sections = parse(text).querySelectorAll("[name=section] option");
		const section = sections.find((one) => one.getAttribute("selected") === undefined);
		await press(admin, path, "do.save", {
			label: "Size",
			required: "yes",
			audience: "public",
			section: section?.getAttribute("value") ?? "",
			"option-1-offered": "no",
		});
		const stale = await submitForm(other, text, { audience: "admin" }, SAVE);
		expect(stale.status).toBe(409);
		expect(rowsOf(stale.text)).toEqual([
			["Question", "Shirt size", "Size", "Shirt size"],
			["Answer", "Optional", "Required", "Optional"],
			[
				"Who sees the answer",
				"Its author and the organisers",
				"Everyone",
				"Organisers only; asked in the proposal editor",
			],
			["Section", "Talk Proposal", section?.textContent, "Talk Proposal"],
			["Option 2 · Offered", "Yes", "No", "Yes"],
		]);
	});
});

describe("two organisers who change the options of a question", () => {
	const labels = (text: string) => [0, 1, 2, 3].map((row) => shownValue(text, `option-${row}-en`));

	it("never put the label of one on another, whatever was moved, added or removed since", async () => {
		const { portal, admin, path } = await withSizes();
		const other = await portal.admin();
		const { text } = await other.get(path);
		await press(admin, path, "do.save", {
			"option-0-place": "3",
			"option-2-place": "1",
			"option-1-en": "",
			"option-1-zh": "",
			"option-3-en": "XL",
			"option-3-zh": "特大",
		});
		const typed = { "option-0-en": "Small", "option-3-en": "XS", "option-3-zh": "特小", "option-4-en": "None" };
		const stale = await submitForm(other, text, typed, SAVE);
		expect(stale.status).toBe(409);
		const told = rowsOf(stale.text).map(([, before, now, mine]) => [before, now, mine]);
		expect(told).toContainEqual(["M", "(empty)", "M"]);
		const again = await submitForm(other, stale.text, { "option-4-zh": "不要" }, SAVE);
		expect(again.status).toBe(200);
		const { definition } = portal.services.callForms.open(await organiser(portal), "hangzhou");
		const question = definition.sections.flatMap(({ fields }) => fields).find(({ name }) => name === "shirtSize");
		const options = question && "options" in question ? question.options : [];
		expect(options.map(({ value, label }) => [value, label.en, label.zh])).toEqual([
			["L", "L", "大"],
			["S", "Small", "小"],
			["XL", "XL", "特大"],
			["XS", "XS", "特小"],
			["None", "None", "不要"],
		]);
		expect(labels(again.text)).toEqual(["L", "Small", "XL", "XS"]);
	});
});

it("a question that was published since its page was opened is not removed, and the page says so", async () => {
	const { portal, admin, path } = await withSizes();
	const { text } = await admin.get(path);
	await publish(admin, "hangzhou");
	const late = await submitForm(admin, text, {}, { selector: "form:has([name='do.remove'])", button: "do.remove" });
	expect([late.status, said(late)]).toEqual([409, expect.stringContaining("Shirt size")]);
	expect((await portal.agent().get("/hangzhou")).text).toContain("Shirt size");
});

describe("an option", () => {
	it("of a long label can be chosen, wherever its value is cut off", async () => {
		const { portal, admin, path } = await withSizes();
		const long = [`${"x".repeat(99)} and more`, `${"y".repeat(99)}😀 and more`];
		const added = { "option-3-en": long[0], "option-3-zh": "长", "option-4-en": long[1], "option-4-zh": "更长" };
		expect((await press(admin, path, "do.save", added as Record<string, string>)).status).toBe(200);
		await publish(admin, "hangzhou");
		for (const letter of ["x", "y"]) {
			const speaker = portal.agent();
			const filling = await complete("hangzhou", { shirtSize: letter.repeat(99) });
			await submitForm(speaker, (await speaker.get("/hangzhou")).text, filling).expect(303);
		}
	});

	it("that was never public is removed with its labels; one that was is refused without them", async () => {
		const { portal, admin, path } = await withSizes();
		const labels = { "option-1-en": "", "option-1-zh": "" };
		expect((await press(admin, path, "do.save", labels)).status).toBe(200);
		expect(said(await admin.get(`${FORM}/preview`))).not.toMatch(/S\s+M\s+L/);
		await publish(admin, "hangzhou");
		const form = await portal.agent().get("/hangzhou");
		expect(form.text).toContain('value="L"');
		expect(form.text).not.toContain('value="M"');
		const refused = await press(admin, path, "do.save", labels);
		expect([refused.status, said(refused)]).toEqual([422, expect.stringContaining("Option 2 is required")]);
	});

	it("that stands there twice is reported in its own row", async () => {
		const { admin, path } = await withSizes();
		const answer = await press(admin, path, "do.save", { "option-4-en": "M", "option-4-zh": "中" });
		expect(answer.status).toBe(422);
		const page = parse(answer.text);
		expect(page.querySelectorAll("[aria-invalid]").map((control) => control.getAttribute("name"))).toEqual([
			"option-4-en",
		]);
		expect(page.querySelector(".summary a")?.getAttribute("href")).toBe("#f-option-4-en");
	});

	it("that was retired is named to whoever has it in a draft", async () => {
		const { portal, admin, path } = await withSizes();
		await publish(admin, "hangzhou");
		const speaker = portal.agent();
		const { text } = await speaker.get("/hangzhou");
		await submitForm(speaker, text, { shirtSize: "M" }, { button: "do.save-draft" }).expect(303);
		await press(admin, path, "do.save", { "option-1-offered": "no" });
		await publish(admin, "hangzhou");
		const draft = await speaker.get("/hangzhou");
		const refused = await submitForm(speaker, draft.text, await complete("hangzhou", { shirtSize: "M" }));
		expect([refused.status, said(refused)]).toEqual([
			422,
			expect.stringContaining("Shirt size: “M” is no longer offered. Choose another one"),
		]);
	});
});

it("the preview of a variant stays that of the variant in the other language", async () => {
	const portal: TestPortal = await openPortal();
	const admin = await portal.admin();
	const page = parse((await admin.get(`${CALLS}/sl-aigc/preview?in=en&at=/spotlight-aigc-artistic`)).text);
	const link = page.querySelectorAll("main a").find((one) => one.getAttribute("href")?.includes("in=zh"));
	expect(link?.getAttribute("href")?.replaceAll("&amp;", "&")).toContain("at=%2Fspotlight-aigc-artistic");
});

it("files of registrations are offered only while there is a call for them", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	expect((await admin.get("/admin/forum")).text).toContain('href="/admin/forum/import"');
	await press(admin, `${CALLS}/forum`, "do.archive");
	expect((await admin.get("/admin/forum")).text).not.toContain('href="/admin/forum/import"');
});
