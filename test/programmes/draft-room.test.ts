import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { VISITORS_DRAFTS } from "../../server/services/entries/draft-limits.ts";
import { LOOSE_PHOTO_BYTES } from "../../server/services/photos/photo-limits.ts";
import { linkIn } from "../support/accounts.ts";
import { type Agent, kept, MINUTE, member, open, save } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

const HALL = "192.0.2.";
const ELSEWHERE = "198.51.100.";
const GONE = "Your draft of 1 Jul 2025 10:00 (UTC+8) was deleted to make room for newer drafts.";

const openBehindProxy = () => openPortal({ TRUST_PROXY: "1" });
const from = (portal: TestPortal, address: string) => portal.agent().set("X-Forwarded-For", address);
const titleIn = async (agent: Agent) => shownValue(await open(agent, "/hangzhou"), "title");

/** Drafts of other visitors, one minute apart. */
function fill(portal: TestPortal, rows: number, network: (n: number) => string, bytes = 100): void {
	portal.clock.now += MINUTE;
	const insert = portal.sqlite.prepare(
		`insert into drafts (subject, form, "values", updated_at, network, bytes) values (?, 'hangzhou', '{}', ?, ?, ?)`,
	);
	portal.sqlite.transaction(() => {
		for (let n = 0; n < rows; n += 1) insert.run(`visitor:${n}`, portal.clock.now, network(n), bytes);
	})();
	portal.clock.now += MINUTE;
}

describe("drafts of visitors are limited: the oldest are deleted, and their authors are told", () => {
	const { ofNetwork, ofAll } = VISITORS_DRAFTS;
	const inHall = () => "192.0.2.0/24";

	it.each([
		["too many of one network", ofNetwork.rows - 1, 100],
		["too much from one network", 20, ofNetwork.bytes / 20],
	])("%s", async (_what, rows, bytes) => {
		const portal = await openBehindProxy();
		const [first, other, account] = [from(portal, `${HALL}1`), from(portal, `${ELSEWHERE}1`), await member(portal)];
		for (const agent of [first, other, account]) await save(agent, "/hangzhou", { title: "Mine" });
		fill(portal, rows, inHall, bytes);
		const next = from(portal, `${HALL}2`);
		await save(next, "/hangzhou", { title: "Next" });
		expect(textOfPage(await open(first, "/hangzhou"))).toContain(GONE);
		expect([await titleIn(first), await titleIn(next)]).toEqual(["", "Next"]);
		expect([await titleIn(other), await titleIn(account)]).toEqual(["Mine", "Mine"]);
		await save(first, "/hangzhou", { title: "Again" });
		expect(textOfPage(await open(first, "/hangzhou"))).not.toContain("no longer kept");
		expect(await titleIn(first)).toBe("Again");
	});

	it("the total limit deletes guests' drafts only", async () => {
		const portal = await openBehindProxy();
		const [first, account] = [from(portal, `${HALL}1`), await member(portal)];
		for (const agent of [account, first]) await save(agent, "/hangzhou", { title: "Mine" });
		fill(portal, ofAll.rows - 1, (n) => `10.${n >> 8}.${n & 255}.0/24`);
		await save(from(portal, `${ELSEWHERE}2`), "/hangzhou", { title: "Next" });
		expect([await titleIn(first), await titleIn(account)]).toEqual(["", "Mine"]);
	});

	it("a post refused by a limit keeps no more drafts than that", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		fill(portal, ofNetwork.rows, () => "127.0.0.0/24");
		const page = await open(portal.agent(), "/hangzhou");
		const answers: number[] = [];
		for (let n = 0; n < 24; n += 1) {
			answers.push((await submitForm(portal.agent(), page, { title: `Flood ${n}` })).status);
		}
		expect(answers).toContain(429);
		const counted = portal.sqlite.prepare("select count(*) from drafts where gave_way_at is null").pluck().get();
		expect(counted).toBe(ofNetwork.rows);
	});
});

describe("a draft of an edit is not stored for someone who may not edit", () => {
	it.each([
		["/hangzhou?spot=talk-1", "a guest without the link"],
		["/hangzhou?spot=talk-1&key=1.forged", "a guest with a forged link"],
		["/hangzhou?spot=talk-99", "a guest who names an entry that does not exist"],
		["/hangzhou?spot=talk-1", "another account"],
	])("%s: %s", async (path, who) => {
		const portal = await openPortal();
		const guest = portal.agent();
		await submitForm(guest, await open(guest, "/hangzhou"), await complete("hangzhou")).expect(303);
		const stranger = (who === "another account" ? await member(portal) : portal.agent()).set(
			"Sec-Fetch-Site",
			"same-origin",
		);
		for (const press of ["do.save-draft", "do.remove-photo", "submit"]) {
			const { bytes, name } = await portrait();
			await stranger.post(path).field("title", "Not mine").field(press, "1").attach("file", bytes, name);
		}
		const photos = portal.sqlite.prepare("select count(*) from photos").pluck().get();
		expect([kept(portal), photos]).toEqual([0, 1]);
		const answer = await stranger.post(path).field("title", "Not mine").field("do.save-draft", "1").expect(422);
		expect(errorsOf(answer.text).headline).toBe("The draft could not be saved. What you typed is still below.");
		expect(shownValue(answer.text, "title")).toBe("Not mine");
	});

	it("and is kept for the holder of the private link", async () => {
		const portal = await openPortal();
		const guest = portal.agent();
		await submitForm(guest, await open(guest, "/hangzhou"), await complete("hangzhou")).expect(303);
		const key = linkIn(portal, "receipt").split("key=")[1];
		await save(guest, `/hangzhou?spot=talk-1&key=${key}`, { title: "Better" });
		expect(kept(portal)).toBe(1);
	});
});

describe("photos that only a visitor's draft or a failed post names", () => {
	it.each([
		["from one network", "127.0.0.0/24", LOOSE_PHOTO_BYTES.ofNetwork],
		["from all", "10.0.0.0/24", LOOSE_PHOTO_BYTES.ofAll],
	])("have bounds: the oldest give way, %s", async (_what, network, most) => {
		const portal = await openPortal();
		const [guest, account] = [portal.agent(), await member(portal)];
		await submitForm(guest, await open(guest, "/hangzhou"), await complete("hangzhou")).expect(303);
		await save(account, "/hangzhou", { file: await portrait() });
		await save(portal.agent(), "/hangzhou", { file: await portrait() });
		const files = portal.sqlite.prepare("select name from photos order by rowid").pluck().all() as string[];
		portal.clock.now += MINUTE;
		portal.sqlite
			.prepare(
				"insert into photos (name, source_hash, source_name, source_bytes, stored_bytes, held_at, loose_from) values (?, '', '', 1, ?, ?, ?)",
			)
			.run("f".repeat(32), most, portal.clock.now, network);
		portal.clock.now += MINUTE;
		const page = await open(portal.agent(), "/hangzhou");
		await submitForm(portal.agent(), page, { title: "", file: await portrait() }).expect(422);
		const isThere = (name: string) => existsSync(join(portal.config.uploadsDir, `${name}.jpg`));
		expect(files.map(isThere)).toEqual([true, true, false]);
		expect(portal.sqlite.prepare("select count(*) from photos").pluck().get()).toBe(3);
	});
});
