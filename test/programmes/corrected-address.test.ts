import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { sendTalk } from "../support/entries.ts";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const [WRONG, RIGHT] = ["wrong@example.org", "right@example.org"];

/** A guest's talk with a wrong address, and the link that a stranger got. */
async function mistyped() {
	const portal = await openPortal();
	await sendTalk(portal, { email: WRONG, title: "A secret title", consent: "true" });
	return { portal, link: linkIn(portal, "receipt") };
}

const mailsTo = (portal: TestPortal, address: string) =>
	portal.sqlite
		.prepare("select kind, subject, body from outbox where to_address = ? and state = 'pending' order by id")
		.all(address) as { kind: string; subject: string; body: string }[];

const open = (portal: TestPortal, link: string) => portal.agent().get(link);

const editLink = (html: string) =>
	parse(html)
		.querySelectorAll("main a")
		.find((one) => one.textContent === "Edit")
		?.getAttribute("href") ?? "";

describe("an address that organisers correct", () => {
	it.each<Record<string, string>>([{}, { silent: "1" }])(
		"ends the link of before at once, and the new one is mailed, %o",
		async (how) => {
			const { portal, link } = await mistyped();
			const admin = await portal.admin();
			const form = (await admin.get("/admin/editor?spot=talk-1").expect(200)).text;
			const saved = await submitForm(admin, form, { email: RIGHT, ...how });
			expect([saved.status, errorsOf(saved.text).list]).toEqual([303, []]);
			await open(portal, link).expect(404);
			const [receipt] = mailsTo(portal, RIGHT);
			const next = /\/entry\/\S+/.exec(receipt?.body ?? "")?.[0] ?? "";
			expect(textOfPage((await open(portal, next).expect(200)).text)).toContain("A secret title");
			const told = mailsTo(portal, WRONG);
			expect(told.map(({ kind }) => kind)).toEqual(["notice"]);
			expect(JSON.stringify(told)).toContain("has ended");
			expect(JSON.stringify(told)).not.toMatch(/secret|right@|talk-1|key=/);
		},
	);

	it("takes the mails along that have not left, with the new link", async () => {
		const { portal, link } = await mistyped();
		const admin = await portal.admin();
		const own = { "Sec-Fetch-Site": "same-origin" };
		await admin.patch("/api/entries/1").set(own).send({ status: "Accept" }).expect(200);
		await admin.post("/api/mailer/status").set(own).send({ id: 1, email: WRONG, status: "Accept" }).expect(202);
		expect(mailsTo(portal, WRONG).map(({ kind }) => kind)).toEqual(["receipt", "accept"]);
		const form = (await admin.get("/admin/editor?spot=talk-1").expect(200)).text;
		await submitForm(admin, form, { email: RIGHT }).expect(303);
		expect(mailsTo(portal, WRONG).map(({ kind }) => kind)).toEqual(["notice"]);
		const moved = mailsTo(portal, RIGHT).filter(({ kind }) => kind === "accept");
		expect(moved).toHaveLength(1);
		expect(moved[0]?.body).toContain("/entry/talk-1?key=2.");
		expect(moved[0]?.body).not.toContain(link);
	});

	it("leaves the link as it is where anything else is corrected", async () => {
		const { portal, link } = await mistyped();
		const admin = await portal.admin();
		const form = (await admin.get("/admin/editor?spot=talk-1").expect(200)).text;
		await submitForm(admin, form, { title: "Another title", email: WRONG.toUpperCase() }).expect(303);
		await open(portal, link).expect(200);
	});
});

describe("an address that its guest changes by the private link", () => {
	/** @returns the page after the change */
	async function change(portal: TestPortal, link: string) {
		const agent = portal.agent();
		const form = (await agent.get(editLink((await agent.get(link).expect(200)).text)).expect(200)).text;
		const saved = await submitForm(agent, form, { email: RIGHT }).expect(303);
		return (await agent.get(new URL(saved.headers.location ?? "").href.replace(/^https?:\/\/[^/]+/, "")).expect(200))
			.text;
	}
	const newLinkOn = (html: string) =>
		parse(html)
			.querySelectorAll("main a")
			.find((one) => one.textContent === "open the new link")
			?.getAttribute("href") ?? "";

	it("shows the new link there and nowhere else; the one of before ends when that is first opened", async () => {
		const { portal, link } = await mistyped();
		const shown = newLinkOn(await change(portal, link));
		expect(shown).toContain("/entry/talk-1?key=2.");
		// A mistyped address locks nobody out, and whoever has the link of before is not shown the new one.
		expect(newLinkOn((await open(portal, link).expect(200)).text)).toBe("");
		expect(mailsTo(portal, WRONG).map(({ kind }) => kind)).toEqual([]);
		await open(portal, shown).expect(200);
		await open(portal, link).expect(404);
		await open(portal, shown).expect(200);
		const told = mailsTo(portal, WRONG);
		expect(told.map(({ kind }) => kind)).toEqual(["notice"]);
		expect(JSON.stringify(told)).not.toMatch(/secret|right@|talk-1|key=/);
	});

	it("mails the same new link to the new address", async () => {
		const { portal, link } = await mistyped();
		const shown = newLinkOn(await change(portal, link));
		const body = mailsTo(portal, RIGHT).find(({ kind }) => kind === "receipt")?.body;
		expect(body).toContain(shown);
	});
});
