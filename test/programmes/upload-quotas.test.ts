import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Agent, member, open, SAVE } from "../support/drafts.ts";
import { ARTISTIC, CALLS, complete } from "../support/fillings.ts";
import { errorsOf, type Filling, shownValue, submitForm } from "../support/form.ts";
import { pdfOf } from "../support/pdf.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talkFields } from "../support/talks.ts";

const MIB = 1024 ** 2;
const DAY = 24 * 60 * 60 * 1000;
const BLOCK = 4096;
/** The networks of two rooms. */
const HALL = "192.0.2.";
const ELSEWHERE = "198.51.100.";
const WORKS = CALLS.artistic.path;

const ONE_ADDRESS = { TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" };
/** The smallest spaces. */
const SMALL = { PHOTOS_MB: "100", WORKS_MB: "100" };

const from = (portal: TestPortal, address: string) => portal.agent().set("X-Forwarded-For", address);
const pdf = (remark?: string) => ({ name: "work.pdf", bytes: pdfOf(remark) });
const SIZE = pdfOf().length;

async function sendWork(agent: Agent, filling: Filling = {}, options = {}) {
	return submitForm(agent, await open(agent, WORKS), { ...ARTISTIC, file: pdf(), ...filling }, options);
}

async function sendTalk(agent: Agent, filling: Filling = {}) {
	return submitForm(agent, await open(agent, "/hangzhou"), await complete("hangzhou", filling));
}

interface Stored {
	bytes: number;
	format?: "photo" | "pdf";
	/** Who sent it today. */
	network?: string;
	account?: number;
}

/** A stored upload of an entry, as large as a test needs it; its file does not matter. */
function store({ sqlite, clock }: TestPortal, { bytes, format = "pdf", network, account }: Stored): void {
	const add = `insert into photos (name, format, source_hash, source_name, source_bytes, stored_bytes, held_at, sent_at, sent_from, sent_by)
		values (?, ?, '', '', 1, ?, ?, ?, ?, ?)`;
	const name = randomBytes(16).toString("hex");
	const sentAt = network ? clock.now : null;
	sqlite.prepare(add).run(name, format, bytes, clock.now, sentAt, network ?? null, account ?? null);
}

/** The names of the stored files of forms, oldest first, as far as they were sent here. */
const names = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select name from photos where source_name <> '' order by rowid").pluck().all() as string[];

const isThere = ({ config }: TestPortal, name: string) =>
	["-work.pdf", "-work.jpg", ".jpg"].some((ending) => existsSync(join(config.uploadsDir, name + ending)));

const entries = ({ sqlite }: TestPortal) => sqlite.prepare("select count(*) from entries").pluck().get();

const NETWORK =
	"Too many files came from your network today. Try again tomorrow or from another network, or enter a link instead";
const ACCOUNT = "Too many files came from your account today. Try again tomorrow, or enter a link instead";
const FULL = "There is no room for more files at the moment. Try again later, or enter a link instead";

/** Status, and what the page says beside the field of the file. */
const refusal = ({ status, text }: { status: number; text: string }) => [status, errorsOf(text).beside.file];

describe("the uploads of a day", () => {
	it("from one network are bounded; another network, photos of talks and the next day are not affected", async () => {
		const portal = await openPortal(ONE_ADDRESS);
		store(portal, { bytes: 1024 * MIB, network: `${HALL}0/24` });
		const refused = await sendWork(from(portal, `${HALL}7`), { artworkTitle: "Not lost" });
		expect(refusal(refused)).toEqual([422, NETWORK]);
		expect(shownValue(refused.text, "artworkTitle")).toBe("Not lost");
		const drafts = portal.sqlite.prepare(`select "values" ->> '$.artworkTitle' from drafts`).pluck();
		expect([names(portal), entries(portal), drafts.all()]).toEqual([[], 0, ["Not lost"]]);
		expect((await sendTalk(from(portal, `${HALL}8`))).status).toBe(303);
		expect((await sendWork(from(portal, `${ELSEWHERE}7`))).status).toBe(303);
		portal.clock.now += DAY;
		expect((await sendWork(from(portal, `${HALL}9`))).status).toBe(303);
	});

	it("can be sent without the file", async () => {
		const portal = await openPortal(ONE_ADDRESS);
		store(portal, { bytes: 1024 * MIB, network: `${HALL}0/24` });
		const guest = from(portal, `${HALL}7`);
		const refused = await sendWork(guest);
		expect((await submitForm(guest, refused.text, ARTISTIC)).status).toBe(303);
	});

	it("are bounded by REST, too", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		store(portal, { bytes: 512 * MIB, format: "photo", network: "127.0.0.0/24" });
		const request = portal.agent().post("/api/submit");
		for (const [name, value] of Object.entries(talkFields())) request.field(name, value);
		const { bytes, name } = await portrait();
		const { body } = await request.attach("file", bytes, name).expect(400);
		const message = "Too many photos came from your network today. Try again tomorrow, or from another network";
		expect([body.problems, entries(portal)]).toEqual([[{ field: "file", message }], 0]);
	});

	it("of one account are bounded, wherever it is used", async () => {
		const portal = await openPortal(ONE_ADDRESS);
		const [agent, other] = [await member(portal), await member(portal, "han@example.org")];
		const account = Number(portal.sqlite.prepare("select id from users where email = 'lei@example.org'").pluck().get());
		store(portal, { bytes: 205 * MIB, network: "203.0.113.0/24", account });
		const sentFrom = (who: Agent, address: string) => sendWork(who.set("X-Forwarded-For", address));
		expect(refusal(await sentFrom(agent, `${HALL}1`))).toEqual([422, ACCOUNT]);
		expect(refusal(await sentFrom(agent, `${ELSEWHERE}1`))).toEqual([422, ACCOUNT]);
		expect((await sentFrom(other, `${HALL}1`)).status).toBe(303);
	});

	it("of organisers are not counted", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		store(portal, { bytes: 1024 * MIB, network: "127.0.0.0/24" });
		expect((await sendWork(await portal.admin())).status).toBe(303);
		expect(refusal(await sendWork(portal.agent()))).toEqual([422, NETWORK]);
	});

	it("say whom they came from for that day only", async () => {
		const portal = await openPortal();
		expect((await sendTalk(await member(portal))).status).toBe(303);
		const senders = portal.sqlite.prepare("select sent_from, sent_by from photos").raw();
		await portal.services.sweep();
		expect(senders.all()).toEqual([["127.0.0.0/24", 1]]);
		portal.clock.now += DAY;
		await portal.services.sweep();
		expect(senders.all()).toEqual([[null, null]]);
	});

	it("that were never sent with a form give way first, those of its own network", async () => {
		const portal = await openPortal(ONE_ADDRESS);
		const unsent = { artworkTitle: "" };
		expect((await sendWork(from(portal, `${ELSEWHERE}1`), unsent)).status).toBe(422);
		expect((await sendWork(from(portal, `${HALL}1`), unsent)).status).toBe(422);
		const before = names(portal);
		store(portal, { bytes: 1024 * MIB - 2 * SIZE, network: `${HALL}0/24` });
		expect((await sendWork(from(portal, `${HALL}2`), { file: pdf("x".repeat(200)) })).status).toBe(303);
		expect(before.map((name) => isThere(portal, name))).toEqual([true, false]);
		expect(names(portal)).toHaveLength(2);
	});
});

describe("the space of all", () => {
	it("for works that is full takes no room of photos, and never a file of an entry", async () => {
		const portal = await openPortal(SMALL);
		expect((await sendWork(portal.agent())).status).toBe(303);
		store(portal, { bytes: 100 * MIB });
		expect(refusal(await sendWork(portal.agent()))).toEqual([422, FULL]);
		expect((await sendTalk(portal.agent())).status).toBe(303);
		expect(names(portal).map((name) => isThere(portal, name))).toEqual([true, true]);
	});

	it("is made free by what visitors did not send, then by drafts of accounts", async () => {
		const portal = await openPortal(SMALL);
		const [account, guest] = [await member(portal), portal.agent()];
		await sendWork(account, {}, SAVE);
		portal.clock.now += 1;
		await sendWork(guest, { artworkTitle: "" });
		const [inDraft = "", loose = ""] = names(portal);
		const left = () => [inDraft, loose].map((name) => isThere(portal, name));
		store(portal, { bytes: 100 * MIB - Math.floor(2.5 * SIZE) });
		expect((await sendWork(portal.agent(), { artworkTitle: "Second" })).status).toBe(303);
		expect(left()).toEqual([true, false]);
		expect((await sendWork(portal.agent(), { artworkTitle: "Third" })).status).toBe(303);
		expect(left()).toEqual([false, false]);
		expect(errorsOf(await open(account, WORKS)).beside.file).toBe("The file could not be kept. Choose it again");
		expect(refusal(await sendWork(portal.agent(), { artworkTitle: "Fourth" }))).toEqual([422, FULL]);
		expect(entries(portal)).toBe(2);
	});

	it("for photos keeps its last fifth for photos of talks", async () => {
		const portal = await openPortal(SMALL);
		// The showcase asks for portraits.
		const change = "update programme_versions set at = at + 1, definition = replace(definition, ',\"work\":true', '')";
		await portal.db.write(() => void portal.sqlite.exec(`${change} where category = 'sl-aigc'`));
		store(portal, { bytes: 80 * MIB, format: "photo" });
		const refused = await sendWork(portal.agent(), { file: await portrait() });
		expect(refusal(refused)).toEqual([422, "There is no room for more photos at the moment. Try again later"]);
		expect((await sendTalk(portal.agent())).status).toBe(303);
		store(portal, { bytes: 20 * MIB, format: "photo" });
		expect((await sendTalk(portal.agent())).status).toBe(422);
	});

	it("ends for works while the disk still has room for photos of talks", async () => {
		const disk = { free: 1024 * MIB - BLOCK };
		const readsDisk = () => ({ bavail: Math.floor(disk.free / BLOCK), bsize: BLOCK, type: 0xef53 });
		const portal = await openPortal({}, { readsDisk });
		expect(refusal(await sendWork(portal.agent()))).toEqual([422, FULL]);
		expect((await sendTalk(portal.agent())).status).toBe(303);
		disk.free += BLOCK;
		expect((await sendWork(portal.agent())).status).toBe(303);
	});

	it("is in the log where uploads are refused for it, and in the metrics", async () => {
		const portal = await openPortal({ ...SMALL, METRICS: "1" });
		await sendTalk(portal.agent());
		store(portal, { bytes: 100 * MIB });
		await sendWork(portal.agent());
		expect(portal.lines).toContainEqual(expect.objectContaining({ event: "uploads refused" }));
		const { text } = await portal.agent().get("/metrics").expect(200);
		const photos = Number(/^rostrum_upload_bytes\{space="photos"\} (\d+)$/m.exec(text)?.[1]);
		expect(photos).toBe(
			portal.sqlite.prepare("select sum(stored_bytes) from photos where format = 'photo'").pluck().get(),
		);
		expect(text).toContain(`rostrum_upload_bytes{space="works"} ${100 * MIB}`);
	});
});
