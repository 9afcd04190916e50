import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register } from "../support/accounts.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { at } from "../support/late-links.ts";
import { owner } from "../support/messages.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { addPerson, cookiesOf, makeMember } from "../support/sessions.ts";
import { from, keptApart, LIST, NETWORKS, removeAsSpam, SPAM, sortOut, UNCHECKED } from "../support/spam.ts";
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

/** Rows of the list of marked networks, as text. */
const marks = async (admin: Awaited<ReturnType<TestPortal["admin"]>>) =>
	parse((await admin.get(NETWORKS).expect(200)).text)
		.querySelectorAll("tbody tr")
		.map((row) => row.structuredText.replace(/\s+/g, " ").trim());

describe("the mark of a network", () => {
	it("is listed by its last removed entry, with its end, and never by the network", async () => {
		const { portal, admin } = await marked();
		await removeAsSpam(admin, TALKS, await sendTalk(from(portal, "198.51.100.1"), { title: "Win", name: "Mallory" }));
		portal.clock.now += DAY;
		const later = await portal.admin();
		await sortOut(later, UNCHECKED, "do.remove", await sendTalk(from(portal, ATTACKER), { title: "Buy more" }));
		expect(await marks(later)).toEqual([
			expect.stringMatching(/^Buy more talk-3 .*2 Jul 2025 10:00 2 9 Jul 2025 10:00 Lift$/),
			expect.stringMatching(/^Win talk-2 Mallory .*1 Jul 2025 10:00 1 8 Jul 2025 10:00 Lift$/),
		]);
		const page = (await later.get(NETWORKS)).text;
		const hashes = portal.sqlite.prepare("select distinct sent_from from entries").pluck().all() as string[];
		for (const network of [...hashes, "203.0.113", "198.51.100"]) expect(page).not.toContain(network);
		portal.clock.now += 6 * DAY;
		expect((await marks(await portal.admin())).length).toBe(1);
	});

	it("can be lifted before its end: removed entries stay removed, and what waits goes on waiting", async () => {
		const { portal, admin, spam } = await marked();
		await removeAsSpam(admin, TALKS, await sendTalk(from(portal, "198.51.100.1")));
		const waits = await sendTalk(from(portal, ATTACKER), { title: "Waits" });
		const page = (await admin.get(NETWORKS).expect(200)).text;
		const lift = () => submitForm(admin, page, {}, { ...LIST, button: "do.lift", value: String(spam) });
		expect(textOfPage((await lift()).text)).toContain("The mark was lifted.");
		expect((await marks(admin)).length).toBe(1);
		expect([presenceOf(portal, spam), presenceOf(portal, waits)]).toEqual(["spam", "unchecked"]);
		const free = await sendTalk(from(portal, ATTACKER), { title: "Free" });
		expect(presenceOf(portal, free)).toBe("active");
		expect(presenceOf(portal, await sendTalk(from(portal, "198.51.100.1")))).toBe("unchecked");
		expect(portal.lines.filter(({ event }) => event === "spam mark lifted")).toEqual([
			expect.objectContaining({ entry: spam, removed: 1, user: expect.any(Number) }),
		]);
		// Pressed once more on the page of before.
		expect(textOfPage((await lift()).text)).toContain("This network is no longer marked.");
		await removeAsSpam(admin, TALKS, free);
		expect(presenceOf(portal, await sendTalk(from(portal, ATTACKER)))).toBe("unchecked");
	});

	it("is for those who may decide, and is listed page by page", async () => {
		const portal = await openPortal({ TRUST_PROXY: "1" });
		const id = await sendTalk(from(portal, ATTACKER));
		const columns = (portal.sqlite.pragma("table_info(entries)") as { name: string }[])
			.map(({ name }) => name)
			.filter((name) => !["id", "submission_key", "sent_from"].includes(name))
			.join();
		await portal.db.write(() =>
			portal.sqlite.exec(`${keptApart("spam", id)} with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
				insert into entries (${columns}, sent_from) select ${columns}, 'network ' || i from entries, n`),
		);
		const admin = await portal.admin();
		const pages = [NETWORKS, `${NETWORKS}&page=2`, `${NETWORKS}&page=9`].map(
			async (path) => parse((await admin.get(path).expect(200)).text).querySelectorAll("tbody tr").length,
		);
		expect(await Promise.all(pages)).toEqual([50, 11, 11]);
		await addPerson(portal, "viewer@example.org", "V");
		makeMember(portal, "viewer@example.org", "reviewer");
		const viewer = portal.agent().set("Sec-Fetch-Site", "same-origin");
		for (const [name, value] of Object.entries(await cookiesOf(portal, "viewer@example.org")))
			viewer.jar.setCookie(`${name}=${value}; Path=/`, "127.0.0.1");
		await viewer.get(NETWORKS).expect(302);
		await viewer.post(NETWORKS).type("form").send(`do.lift=${id}`).expect(302);
		expect(textOfPage((await admin.get(NETWORKS)).text)).toContain("Marked networks (61)");
	});
});

describe("a loopback or private network", () => {
	it.each([
		"127.0.0.1",
		"::1",
		"10.1.2.3",
		"172.31.0.9",
		"192.168.1.1",
		"100.64.0.1",
		"169.254.1.1",
		"fd12:3456::1",
		"fe80::1",
	])("such as that of %s is never marked, and the organiser is told why", async (address) => {
		const portal = await openPortal({ TRUST_PROXY: "1" });
		const admin = await portal.admin();
		const spam = await sendTalk(from(portal, address), { title: "Buy now" });
		const public_ = await sendTalk(from(portal, "8.8.8.8"), { title: "Buy this" });
		const done = textOfPage((await removeAsSpam(admin, TALKS, spam, public_)).text);
		expect(done).toContain("2 entries removed as spam.");
		expect(done).toContain(
			"1 of them came from a loopback or private network, which is never marked. If the portal is behind a proxy, the operator has to set TRUST_PROXY.",
		);
		expect(presenceOf(portal, await sendTalk(from(portal, address)))).toBe("active");
		expect((await marks(admin)).length).toBe(1);
	});

	it("is where all guests come from behind a proxy that is not trusted: none of them waits", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await removeAsSpam(admin, TALKS, await sendTalk(from(portal, ATTACKER), { title: "Buy now" }));
		expect(presenceOf(portal, await sendTalk(from(portal, "198.51.100.1")))).toBe("active");
		expect(textOfPage((await admin.get(NETWORKS)).text)).toContain("No network is marked.");
	});
});
