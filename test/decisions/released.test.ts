import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { askRelease, decided, openDecisions as open, RELEASE } from "../support/decisions.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { columnOf } from "../support/table.ts";

it("a release names the decision of each email and the sum of each, also after a status has changed", async () => {
	const portal = await openPortal();
	await decided(portal, 5);
	const admin = await portal.admin();
	const { text } = await submitForm(admin, await askRelease(admin), {}, RELEASE);
	portal.sqlite.exec("update entries set status = 'New'");
	for (const page of [text, await open(admin, "/admin/decisions/1")]) {
		expect(textOfPage(page)).toContain("2 Hold · 2 Accept · 1 Reject");
		expect(columnOf(page, "Status")).toEqual(["Accept", "Hold", "Reject", "Accept", "Hold"]);
	}
});

it.each([
	["at once", "Decision emails", "Saved on", "Emails so far"],
	["when released", "Release of decisions", "Released on", "Releases so far"],
])(
	"of a call that tells %s is called by what it did, stands under its call only and says once what became of its emails",
	async (tells, heading, written, earlier) => {
		const portal = await openPortal();
		await decided(portal, 3);
		portal.sqlite.prepare("update programmes set tells = ?").run(tells);
		if (tells === "at once") portal.sqlite.exec("update entries set told_status = null");
		const admin = await portal.admin();
		const { text } = await submitForm(admin, await askRelease(admin), {}, RELEASE);
		const page = parse(text);
		expect(page.querySelector("h1")?.text).toBe(heading);
		expect(page.querySelector("title")?.text).toContain(heading);
		expect(textOfPage(text)).toContain(written);
		expect(textOfPage(text).match(/no mail server/gi)).toHaveLength(1);
		expect(textOfPage(text)).toContain("3 emails are saved in the outbox.");
		expect(textOfPage(await open(admin, "/admin/decisions/1"))).toContain("SMTP_URL");
		const list = async (call: string) => textOfPage(await open(admin, `/admin/decisions?call=${call}`));
		expect(await list("hangzhou")).toContain(earlier);
		expect(await list("sl-hz")).not.toMatch(/so far/);
	},
);
