import { describe, expect, it } from "vitest";
import { register } from "../support/accounts.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { at } from "../support/late-links.ts";
import { owner } from "../support/messages.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { from, removeAsSpam, SPAM, sortOut, UNCHECKED } from "../support/spam.ts";
import { portrait, talk } from "../support/talks.ts";

const DAY = 24 * 60 * 60 * 1000;
const TALKS = "/admin/proposals";
const ATTACKER = "203.0.113.7";

const presenceOf = ({ sqlite }: TestPortal, id: number) =>
	sqlite.prepare("select presence from entries where id = ?").pluck().get(id);
const receipts = ({ sqlite }: TestPortal, id: number) =>
	sqlite
		.prepare("select count(*) from outbox where kind = 'receipt' and entry_id = ? and state <> 'cancelled'")
		.pluck()
		.get(id);

/** A portal where a guest's entry from one network was removed as spam. */
async function marked() {
	const portal = await openPortal({ TRUST_PROXY: "1" });
	const admin = await portal.admin();
	const spam = await sendTalk(from(portal, ATTACKER), { title: "Buy now" });
	await removeAsSpam(admin, TALKS, spam);
	return { portal, admin, spam };
}

/** The owner of an entry, in the network that spam came from. Their account has a confirmed address. */
async function provenThere(portal: TestPortal) {
	const first = await sendTalk(portal, { title: "Before" });
	const agent = await owner(portal, first);
	await portal.db.write(() => portal.sqlite.exec("update users set verified_at = 1 where email = 'owner@example.org'"));
	return agent.set("X-Forwarded-For", ATTACKER);
}

/** Sends a talk through its form in a browser. @returns its number */
async function sendByForm(portal: TestPortal, agent: ReturnType<TestPortal["agent"]>, title: string): Promise<number> {
	const page = (await agent.get("/hangzhou").expect(200)).text;
	const { headers } = await submitForm(agent, page, talk({ title, file: await portrait() })).expect(303);
	const thanks = at({ headers });
	expect(thanks).toContain("/thank-you");
	expect(textOfPage((await agent.get(thanks).expect(200)).text)).toContain("Your submission was received.");
	return Number(portal.sqlite.prepare("select max(id) from entries").pluck().get());
}

describe("a guest's entry from a network that spam came from", () => {
	it("is taken with receipt as usual, and waits until it is let in; the overview counts it", async () => {
		const { portal, admin } = await marked();
		const agent = from(portal, "203.0.113.200").agent();
		const id = await sendByForm(portal, agent, "An honest talk");
		expect([presenceOf(portal, id), receipts(portal, id)]).toEqual(["unchecked", 1]);
		const byCall = await sendTalk(from(portal, ATTACKER), { title: "By a program" });
		expect([presenceOf(portal, byCall), receipts(portal, byCall)]).toEqual(["unchecked", 1]);
		const overview = (await admin.get("/admin").expect(200)).text;
		expect(textOfPage(overview)).toContain("2 entries wait for a check, because spam came from their network");
		expect(overview).toContain(`href="${UNCHECKED}"`);
		expect(textOfPage((await admin.get(TALKS)).text)).not.toContain("An honest talk");
		const done = await sortOut(admin, UNCHECKED, "do.let-in", id);
		expect(textOfPage(done.text)).toContain("1 entry was let in.");
		expect(textOfPage((await admin.get(TALKS)).text)).toContain("An honest talk");
		expect(textOfPage((await admin.get(`/admin/history/talk-${id}`)).text)).toContain("Let in · New");
		expect(textOfPage((await admin.get("/admin")).text)).toContain("1 entry waits for a check");
		await sortOut(admin, UNCHECKED, "do.remove", byCall);
		expect(presenceOf(portal, byCall)).toBe("spam");
		expect(textOfPage((await admin.get("/admin")).text)).not.toContain("for a check");
	});

	it("never waits if its account has a confirmed address, whatever its network", async () => {
		const { portal } = await marked();
		await register(portal, "unproven@example.org");
		const here = from(portal, ATTACKER);
		const proven = await provenThere(portal);
		expect(presenceOf(portal, await sendByForm(portal, proven, "Of an account"))).toBe("active");
		const unproven = here.agent();
		await unproven
			.post("/login")
			.type("form")
			.send({ email: "unproven@example.org", password: "Plum-tree 77" })
			.expect(303);
		expect(presenceOf(portal, await sendByForm(portal, unproven, "Of nobody in particular"))).toBe("unchecked");
	});

	it("does not wait in another network, nor after seven days; what waits goes on waiting", async () => {
		const { portal } = await marked();
		const waits = await sendTalk(from(portal, ATTACKER), { title: "Waits" });
		expect(presenceOf(portal, await sendTalk(from(portal, "198.51.100.1")))).toBe("active");
		portal.clock.now += 7 * DAY - 1;
		expect(presenceOf(portal, await sendTalk(from(portal, ATTACKER)))).toBe("unchecked");
		portal.clock.now += 1;
		expect(presenceOf(portal, await sendTalk(from(portal, ATTACKER)))).toBe("active");
		portal.clock.now += 40 * DAY;
		await portal.services.sweep();
		expect(presenceOf(portal, waits)).toBe("unchecked");
		const admin = await portal.admin();
		expect(textOfPage((await admin.get("/admin")).text)).toContain("2 entries wait for a check");
	});

	it("does not wait once no entry of its network is removed as spam any more", async () => {
		const { portal, admin, spam } = await marked();
		const second = await sendTalk(from(portal, ATTACKER));
		await sortOut(admin, UNCHECKED, "do.remove", second);
		await sortOut(admin, SPAM, "do.let-in", spam);
		expect(presenceOf(portal, await sendTalk(from(portal, ATTACKER)))).toBe("unchecked");
		await sortOut(admin, SPAM, "do.let-in", second);
		expect(presenceOf(portal, await sendTalk(from(portal, ATTACKER)))).toBe("active");
	});
});

it("an entry of a proven account that is removed marks no network", async () => {
	const portal = await openPortal({ TRUST_PROXY: "1" });
	const admin = await portal.admin();
	const agent = await provenThere(portal);
	await removeAsSpam(admin, TALKS, await sendByForm(portal, agent, "Of an account"));
	expect(presenceOf(portal, await sendTalk(from(portal, ATTACKER)))).toBe("active");
});

it("of a network only a keyed hash is stored, for a month, and while it is marked", async () => {
	const portal = await openPortal({ TRUST_PROXY: "1" });
	const stored = () =>
		portal.sqlite.prepare("select sent_from from entries order by id").pluck().all() as (string | null)[];
	await sendTalk(from(portal, ATTACKER));
	const late = await sendTalk(from(portal, ATTACKER));
	const [one, other] = stored();
	expect(one).toMatch(/^[\w-]{20,}$/);
	expect(other).toBe(one);
	portal.clock.now += 29 * DAY;
	await removeAsSpam(await portal.admin(), TALKS, late);
	await portal.services.sweep();
	expect(stored()).toEqual([one, one]);
	portal.clock.now += DAY;
	await portal.services.sweep();
	expect(stored()).toEqual([null, one]);
	portal.clock.now += 6 * DAY;
	await portal.services.sweep();
	expect(stored()).toEqual([null, null]);
});
