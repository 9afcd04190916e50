import { expect, it } from "vitest";
import { guestsTalk, owner, say, stored } from "../support/messages.ts";
import { openPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { bearerOf } from "../support/sessions.ts";
import { BROWSERS } from "../support/text-browsers.ts";

const CANARY = "kingfisher";

it("what organisers write among themselves, and who of them wrote, is in no byte that an author gets", async () => {
	const portal = await openPortal();
	const [guests, own] = [await guestsTalk(portal), await guestsTalk(portal, { title: "Kernels" })];
	const author = await owner(portal, own.id);
	const admin = await portal.admin();
	portal.sqlite.exec(`update users set name = 'Wren ${CANARY}' where email = 'admin@example.org';
		update users set verified_at = 1 where email = 'owner@example.org'`);
	for (const { page } of [guests, own]) {
		await say(admin, page, `A ${CANARY} of ours`, "note");
		await say(admin, page, "Hello from all of us");
	}
	await portal.services.triage.change(await organiser(portal), [
		{ id: own.id, kind: "status", was: "New", to: "Hold" },
	]);
	const bearer = { Authorization: `Bearer ${await bearerOf(portal, "owner@example.org")}` };
	const got: [string, string][] = [];
	const keep = (what: string, { text }: { text: string }) => got.push([what, text]);
	for (const suffix of ["", "&before=99", "&decline=1", "&withdraw=1"])
		keep(`guest ${suffix}`, await portal.agent().get(`${guests.link}${suffix}`));
	keep("guest data", await portal.agent().get(guests.link.replace("?", ".data?")));
	for (const path of [`/entry/talk-${own.id}`, `/entry/talk-${own.id}.data`, "/dashboard", "/dashboard.data"])
		keep(path, await author.get(path));
	keep("copy", await author.get("/api/me/export"));
	for (const path of [`/api/entry/user/talk-${own.id}`, "/api/entries"])
		keep(path, await portal.agent().get(path).set(bearer));
	const sent = portal.sqlite
		.prepare("select subject || body from outbox where to_address <> 'admin@example.org'")
		.pluck();
	for (const text of sent.all()) got.push(["mail", String(text)]);
	expect(got.filter(([, text]) => new RegExp(CANARY).test(text)).map(([what]) => what)).toEqual([]);
	// They got what was meant for them.
	for (const what of ["guest ", "guest data", `/entry/talk-${own.id}`, "copy"])
		expect([what, got.find(([name]) => name === what)?.[1]]).toEqual([what, expect.stringContaining("Hello from all")]);
	const copy = JSON.parse(got.find(([name]) => name === "copy")?.[1] ?? "{}");
	expect(copy.entries[0].messages).toEqual([
		{ at: expect.stringMatching(/^2025-/), by: "organisers", text: "Hello from all of us" },
	]);
});

it("what was written about the entries of a person is erased with them", async () => {
	const portal = await openPortal();
	const [guests, other] = [
		await guestsTalk(portal, { email: "li@example.org" }),
		await guestsTalk(portal, { email: "han@example.org" }),
	];
	const admin = await portal.admin();
	for (const { link, page } of [guests, other]) {
		await say(portal.agent(), link, `A ${CANARY}`);
		await say(admin, page, `That ${CANARY}`);
		await say(admin, page, `Their ${CANARY}`, "note");
	}
	await portal.services.erasing.erase({ address: "li@example.org" });
	expect(stored(portal)).toHaveLength(3);
	expect(portal.sqlite.prepare("select distinct entry_id from messages").pluck().all()).toEqual([other.id]);
	const { text } = await admin.get(guests.page).expect(200);
	expect(text).not.toContain('name="message"');
	expect(text).not.toContain(CANARY);
	const post = { "do.note": "1", note: "Who was that?" };
	await admin.post(guests.page).set("Sec-Fetch-Site", "same-origin").type("form").send(post).expect(422);
	await portal.agent().get(guests.link).expect(404);
	// What is left of a person who leaves the team is not their name.
	portal.sqlite.exec("delete from users where email = 'admin@example.org'");
	const left = portal.sqlite.prepare("select distinct actor_id from messages").pluck().all();
	expect(left).toEqual([null]);
});

it.each(BROWSERS)("a message is written and read in $name", async ({ open }) => {
	const portal = await openPortal();
	const { link, page } = await guestsTalk(portal);
	const browser = await open(portal.origin + link);
	await browser.type("Message to the organisers", "May I bring a robot?");
	await browser.press("Send to the organisers");
	expect(await browser.read()).toContain("Your message was sent to the organisers.");
	expect(await browser.read()).toContain("May I bring a robot?");
	await say(await portal.admin(), page, "Yes, a small one.");
	await browser.open(portal.origin + link);
	expect(await browser.read()).toMatch(/Organisers of Hangzhou 2025[\s\S]*Yes, a small one\./);
});
