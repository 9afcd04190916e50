import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { CALLS, press, questionOf, said } from "../support/calls.ts";
import type { Filling } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

describe("a page of a question refuses, stores nothing, and keeps what was typed", () => {
	it.each([
		["no label in either language", "bio", { label: "", labelZh: "" }, "Question is required"],
		["a label that is too long", "bio", { label: "x".repeat(201) }, "200"],
		["a number that is none", "bio", { max: "many" }, "must be a whole number from 1"],
		["a number that is too large", "bio", { max: "99999" }, "must be 10000 or less"],
		[
			"an option that stands there already",
			"language",
			{ "option-2-en": "English", "option-2-zh": "英" },
			"stands here twice",
		],
		[
			"no option that is offered",
			"language",
			{ "option-0-offered": "no", "option-1-offered": "no" },
			"needs an option that is offered",
		],
	])("%s", async (_, name, filling, message) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const answer = await press(admin, questionOf("hangzhou", name), "do.save", filling);
		expect([answer.status, said(answer)]).toEqual([422, expect.stringContaining(message)]);
		for (const typed of Object.values(filling))
			expect(answer.text).toContain(typed === "no" ? 'value="no" selected' : typed);
		expect(portal.sqlite.prepare("select count(*) from programme_drafts").pluck().get()).toBe(0);
	});
});

it("a page of a form refuses a new question that lacks a part, and bounds how many there are", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const path = `${CALLS}/hangzhou`;
	const answer = await press(admin, path, "do.add", { label: "Visa", kind: "select", section: "talk" });
	expect([answer.status, said(answer)]).toEqual([422, expect.stringContaining("Enter at least one option")]);
	expect(answer.text).toContain('value="Visa"');
	const many = Array.from({ length: 61 }, (_, n) => `Option ${n} | 选项${n}`).join("\n");
	const refused = await press(admin, path, "do.add", {
		label: "Visa",
		labelZh: "签证",
		kind: "choices",
		section: "talk",
		options: many,
	});
	expect(refused.status).toBe(422);
	const markup = { label: "<script>alert(1)</script>", labelZh: "“引号”", kind: "text", section: "talk" };
	const stored = await press(admin, path, "do.add", markup);
	expect([stored.status, stored.text.includes("<script>alert(1)</script>")]).toEqual([200, false]);
	for (const [name, location] of [
		["__proto__", questionOf("hangzhou", "__proto__")],
		["nothing", questionOf("hangzhou", "nothing")],
		["no call", `${CALLS}/nothing`],
		["no version", `${CALLS}/nothing/publish`],
		["no preview", `${CALLS}/nothing/preview`],
	])
		expect([name, (await admin.get(location as string)).status]).toEqual([name, 404]);
});

it.each([
	["an option twice", "options", { options: "Yes | 是\nYes | 是" }],
	["an option that is too long", "options", { options: `${"x".repeat(300)} | 是` }],
	["too many options", "options", { options: Array.from({ length: 900 }, (_, n) => `n${n}`).join("\n") }],
	["a label that is too long", "label", { label: "x".repeat(300) }],
	["a label that turns around what follows", "labelZh", { labelZh: "饮食\u202e" }],
])("%s of a new question is faulted beside its control", async (_, control, changes) => {
	const admin = await (await openPortal()).admin();
	const filling = { label: "Diet", labelZh: "饮食", kind: "select", section: "talk", options: "Yes | 是", ...changes };
	const { status, text } = await press(admin, `${CALLS}/hangzhou`, "do.add", filling);
	const page = parse(text);
	const links = page.querySelectorAll("#errors a").map((link) => link.getAttribute("href") ?? "");
	expect([status, links]).toEqual([422, [`#f-new-${control}`]]);
	expect(page.querySelector(`#f-new-${control}`)?.getAttribute("aria-invalid")).toBe("true");
});

it("a refused form of a page with many has its errors right above it, and any other refusal stands first", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const path = `${CALLS}/hangzhou`;
	const formAfterErrors = async (button: string, filling: Filling) => {
		const { text } = await press(admin, path, button, filling);
		const page = parse(text);
		expect(page.querySelectorAll("#errors")).toHaveLength(1);
		const next = page.querySelector("#errors")?.nextElementSibling;
		const names = next?.querySelectorAll("button").map((one) => one.getAttribute("name")) ?? [];
		const targets = page.querySelectorAll("#errors a").map((one) => one.getAttribute("href") ?? "");
		expect(targets.filter((one) => !next?.querySelector(one))).toEqual([]);
		return names[0];
	};
	expect(await formAfterErrors("do.add", { label: "Visa", kind: "select", section: "talk" })).toBe("do.add");
	expect(await formAfterErrors("do.add-section", {})).toBe("do.add-section");
	expect(await formAfterErrors("do.call", { label: "", labelZh: "" })).toBe("do.call");
	expect(await formAfterErrors("do.section", { title: "", titleZh: "" })).toBe("do.section");
	const formToken = /name="formToken" value="([^"]*)"/.exec((await admin.get(path)).text)?.[1] ?? "";
	const gone = await admin.post(path).type("form").send({ formToken, "do.remove-section": "gone" }).expect(409);
	expect(gone.text.indexOf('id="errors"')).toBeLessThan(gone.text.indexOf("<h1"));
	expect(gone.text).toContain("Nothing was changed");
});

it("forms of a call say what they need before they are sent", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const page = said(await admin.get(`${CALLS}/hangzhou`).expect(200));
	expect(page).toContain("Question\nIf one language is empty, its pages show the other.");
	expect(page).toContain("Introduction (optional)");
	expect(page).toContain("Only for a choice, which needs at least one.");
});
