import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { complete } from "../support/fillings.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

const BOX = "input[name=silent]";
const EDITOR = "/admin/editor?spot=talk-1";

const receipts = (portal: TestPortal) =>
	portal.sqlite.prepare("select body from outbox where kind = 'receipt' order by id").pluck().all() as string[];

/** A talk that a guest sent. */
async function withTalk() {
	const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
	const guest = portal.agent();
	await submitForm(guest, (await guest.get("/hangzhou")).text, await complete("hangzhou")).expect(303);
	return { portal, admin: await portal.admin() };
}

async function edit(admin: Agent, changes: Record<string, string | boolean>) {
	return submitForm(admin, (await admin.get(EDITOR).expect(200)).text, changes);
}

describe("an organiser who edits a talk", () => {
	it("reads that the speaker gets an email, which goes out unless the box is ticked", async () => {
		const { portal, admin } = await withTalk();
		const page = (await admin.get(EDITOR)).text;
		expect(textOfPage(page)).toContain("If you change something, the speaker gets an email with a link to the talk.");
		expect(parse(page).querySelector(BOX)?.hasAttribute("checked")).toBe(false);
		expect((await edit(admin, { title: "Corrected", silent: true })).status).toBe(303);
		expect(receipts(portal)).toHaveLength(1);
		expect((await edit(admin, { title: "Corrected again" })).status).toBe(303);
		expect(receipts(portal)).toHaveLength(2);
		const titles = portal.sqlite.prepare("select title from entries").pluck().all();
		expect(titles).toEqual(["Corrected again"]);
	});

	it("keeps the box as ticked when the form comes back", async () => {
		const { admin } = await withTalk();
		const answer = await edit(admin, { title: "", silent: true });
		expect([answer.status, shownValue(answer.text, "title")]).toEqual([422, ""]);
		expect(parse(answer.text).querySelector(BOX)?.hasAttribute("checked")).toBe(true);
	});

	it("can enter a talk for a speaker without an email", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const enter = async (changes: Record<string, string | boolean>) =>
			submitForm(admin, (await admin.get("/admin/editor?draft=none")).text, {
				...(await complete("hangzhou", { tracks: "ai-next" })),
				...changes,
			}).expect(303);
		await enter({ silent: true });
		expect(receipts(portal)).toHaveLength(0);
		await enter({ title: "Another" });
		expect(receipts(portal)).toHaveLength(1);
	});
});

it("a guest's form has no such box, and a posted one is ignored", async () => {
	const portal = await openPortal();
	const guest = portal.agent();
	const page = (await guest.get("/hangzhou")).text;
	expect(parse(page).querySelector(BOX)).toBeNull();
	const forged = page.replace('name="draftBase"', 'name="silent" value="true"/><input type="hidden" name="draftBase"');
	await submitForm(guest, forged, await complete("hangzhou")).expect(303);
	expect(receipts(portal)).toHaveLength(1);
});

it.each(["Accept", "Reject"])("a receipt sent after %s does not tell that status", async (status) => {
	const { portal, admin } = await withTalk();
	await portal.db.write(() => void portal.sqlite.prepare("update entries set status = ?").run(status));
	await edit(admin, { title: "Corrected" });
	const [, last = ""] = receipts(portal);
	expect(last).not.toContain("status");
	expect(last).toContain("The conference takes place on 13–14 September 2025.");
	expect(last).not.toContain("The organisers read the submissions");
});
