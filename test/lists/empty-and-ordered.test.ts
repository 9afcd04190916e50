import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

const LISTS = ["proposals", "aigc", "nominations", "forum"];

it("all lists narrow by status and to-do last, say which page it is, and offer to write to whoever is listed", async () => {
	const portal = await openPortal();
	await sendTalk(portal);
	await sendWork(portal);
	await sendProject(portal);
	await sendRegistration(portal);
	const admin = await portal.admin();
	for (const list of LISTS) {
		const { text } = await admin.get(`/admin/${list}`).expect(200);
		const filters = parse(text).querySelectorAll(".filters select");
		expect([list, filters.slice(-2).map((one) => one.getAttribute("name"))]).toEqual([list, ["status", "need"]]);
		for (const said of ["Page 1 of 1", "Write to all in this list"]) expect(textOfPage(text)).toContain(said);
		const empty = await admin.get(`/admin/${list}?q=zzqq`).expect(200);
		expect(textOfPage(empty.text)).not.toContain("Write to all in this list");
	}
});
