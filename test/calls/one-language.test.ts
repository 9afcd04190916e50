import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { CALLS, press, questionOf, said } from "../support/calls.ts";
import { openPortal } from "../support/portal.ts";

const FORM = `${CALLS}/hangzhou`;

it("a question, its hint and options, and a section in one language are shown in both", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const asked = { label: "Need travel help", kind: "radio", section: "talk", options: "Yes\n| 否" };
	expect((await press(admin, FORM, "do.add", asked)).status).toBe(200);
	await press(admin, questionOf("hangzhou", "needTravelHelp"), "do.save", { hintZh: "差旅补助" });
	await press(admin, FORM, "do.add-section", { title: "行程" });
	for (const locale of ["en", "zh"]) {
		const shown = said(await admin.get(`${FORM}/preview?in=${locale}`));
		for (const text of ["Need travel help", "Yes", "否", "差旅补助"]) expect(shown).toContain(text);
	}
	expect(said(await admin.get(FORM))).toContain("行程");
	const emptied = await press(admin, questionOf("hangzhou", "needTravelHelp"), "do.save", { label: "", labelZh: "" });
	const problems = parse(emptied.text).querySelectorAll("#errors li");
	expect([emptied.status, problems.map(({ text }) => text.trim())]).toEqual([422, ["Question is required"]]);
});

it("a new question is for the section about the entry unless another is chosen, and its kind stays", async () => {
	const portal = await openPortal();
	const page = await (await portal.admin()).get(FORM);
	const form = parse(page.text).querySelector("form[aria-label='Add a question']");
	expect(form?.querySelector("[name=section] [selected]")?.getAttribute("value")).toBe("talk");
	expect(form?.querySelector("#f-new-kind-hint")?.text).toBe("It cannot be changed later.");
});
