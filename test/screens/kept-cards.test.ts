import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, installation } from "../support/backups.ts";
import { open } from "../support/drafts.ts";
import { sendTalk } from "../support/entries.ts";
import { complete } from "../support/fillings.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { multiplyAccepted } from "../support/schedule.ts";

const MIB = 1024 ** 2;
const BLOCK = 4096;
const CARD = "/cards/talk-1-en.png";
const VERSION = /-[0-9a-f]{16}-[0-9a-f]{8}\.png$/;

const ask = (portal: TestPortal, path = CARD) => portal.agent().get(path);
const folderOf = ({ config }: TestPortal) => join(config.dataDir, "cards");

/** The files of kept cards. Each drawing makes a new file, which its number and time tell. */
function kept(portal: TestPortal): Record<string, string> {
	const folder = folderOf(portal);
	const files = existsSync(folder) ? readdirSync(folder).sort() : [];
	return Object.fromEntries(
		files.map((name) => {
			const { ino, mtimeMs } = statSync(join(folder, name));
			return [name, `${ino} ${mtimeMs}`];
		}),
	);
}

/** The cards of kept files, without their versions. */
const cardsIn = (portal: TestPortal) => Object.keys(kept(portal)).map((name) => name.replace(VERSION, ""));

/** Cards of some talks in both languages. */
const cardsOf = (ids: readonly number[]) =>
	ids.flatMap((id) => ["en", "zh"].map((one) => `/cards/talk-${id}-${one}.png`));

const change = (portal: TestPortal, sql: string) => portal.db.write(() => void portal.sqlite.exec(sql));

describe("a card is drawn once", () => {
	it("and kept on disk, also for the next start", async () => {
		const where = installation();
		const first = await openPortal({ ...where });
		await sendTalk(first);
		const { body } = await ask(first).expect(200);
		const drawn = kept(first);
		expect(Object.keys(drawn)).toEqual([expect.stringMatching(/^talk-1-en-[0-9a-f]{16}-[0-9a-f]{8}\.png$/)]);
		expect((await ask(first).expect(200)).body.equals(body)).toBe(true);
		await first.release();
		const second = await openPortal({ ...where });
		await second.services.sweep();
		expect((await ask(second).expect(200)).body.equals(body)).toBe(true);
		expect(kept(second)).toEqual(drawn);
	});

	it("for all who ask at the same time: they take one place in the queue", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await sendTalk(portal);
		const answers = await Promise.all(Array.from({ length: 100 }, () => ask(portal)));
		expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
	});

	it("again where its file is torn", async () => {
		const portal = await openPortal();
		await sendTalk(portal);
		const { body } = await ask(portal).expect(200);
		const [name = ""] = Object.keys(kept(portal));
		truncateSync(join(folderOf(portal), name), 1_000);
		expect((await ask(portal).expect(200)).body.equals(body)).toBe(true);
		expect(statSync(join(folderOf(portal), name)).size).toBe(body.length);
	});

	it("and not kept while the disk has room for photos only", async () => {
		const disk = { free: 512 * MIB - BLOCK };
		const readsDisk = () => ({ bavail: Math.floor(disk.free / BLOCK), bsize: BLOCK, type: 0xef53 });
		const portal = await openPortal({}, { readsDisk });
		await ask(portal, "/cards/conference-en.png").expect(200);
		expect(kept(portal)).toEqual({});
		disk.free += BLOCK;
		await ask(portal, "/cards/conference-en.png").expect(200);
		expect(cardsIn(portal)).toEqual(["conference-en"]);
	});

	it("and nothing is read for a browser that has it", async () => {
		const portal = await openPortal();
		await sendTalk(portal);
		const { etag = "" } = (await ask(portal).expect(200)).headers;
		truncateSync(join(folderOf(portal), Object.keys(kept(portal))[0] ?? ""), 0);
		const before = kept(portal);
		const again = await ask(portal).set("If-None-Match", etag).expect(304);
		expect([again.headers["cross-origin-resource-policy"], kept(portal)]).toEqual(["cross-origin", before]);
	});
});

describe("the file of a card", () => {
	it("goes when what it shows has changed and its card is asked for again", async () => {
		const portal = await openPortal();
		await sendTalk(portal);
		await ask(portal).expect(200);
		const [old = ""] = Object.keys(kept(portal));
		await change(portal, "update entries set title = 'Another title'");
		await ask(portal).expect(200);
		const now = Object.keys(kept(portal));
		expect([now.length, now.includes(old)]).toEqual([1, false]);
	});

	it("goes within an hour when what it shows has changed or is not public any more", async () => {
		const portal = await openPortal();
		await multiplyAccepted(portal, 3);
		for (const path of cardsOf([1, 2, 3])) await ask(portal, path).expect(200);
		await ask(portal, "/cards/conference-en.png").expect(200);
		await change(portal, "update entries set title = 'Another title' where id = 1");
		await change(portal, "update entries set presence = 'withdrawn' where id = 2");
		await portal.services.sweep();
		expect(cardsIn(portal)).toEqual(["conference-en", "talk-3-en", "talk-3-zh"]);
	});

	it("goes at once when its talk is found to be no longer public, in both languages", async () => {
		const portal = await openPortal();
		await sendTalk(portal);
		for (const path of cardsOf([1])) await ask(portal, path).expect(200);
		await change(portal, "update entries set presence = 'withdrawn'");
		await ask(portal).expect(404);
		expect(kept(portal)).toEqual({});
	});

	it("goes at once when its speaker is erased, by command as well", async () => {
		const portal = await openPortal();
		for (const who of ["one", "two"]) await sendTalk(portal, { email: `${who}@example.org` });
		for (const path of cardsOf([1, 2])) await ask(portal, path).expect(200);
		await portal.services.erasing.erase({ address: "one@example.org" });
		expect(cardsIn(portal)).toEqual(["talk-2-en", "talk-2-zh"]);
		const where = { DATA_DIR: portal.config.dataDir, UPLOADS_DIR: portal.config.uploadsDir };
		expect((await cli(where, "subject", "erase", "two@example.org")).code).toBe(0);
		expect(kept(portal)).toEqual({});
		await ask(portal, "/cards/talk-2-en.png").expect(404);
	});

	const name = (n: number) => `talk-${n}-en-0123456789abcdef-01234567.png`;

	it.each([
		[
			"10,000 of them",
			(folder: string) => {
				for (let n = 1; n <= 10_000; n += 1) writeFileSync(join(folder, name(n + 1_000)), "");
			},
			1_001,
		],
		[
			"300 MB of them",
			(folder: string) => {
				for (const n of [1_001, 1_002]) writeFileSync(join(folder, name(n)), "");
				truncateSync(join(folder, name(1_001)), 300 * MIB);
			},
			1_001,
		],
	])("gives way to a new one where there are %s: the one asked for least recently", async (_what, fill, oldest) => {
		const portal = await openPortal();
		mkdirSync(folderOf(portal));
		fill(folderOf(portal));
		utimesSync(join(folderOf(portal), name(oldest)), 1, 1);
		const before = new Set(Object.keys(kept(portal)));
		await ask(portal, "/cards/conference-en.png").expect(200);
		const now = new Set(Object.keys(kept(portal)));
		expect([...before].filter((one) => !now.has(one))).toEqual([name(oldest)]);
		expect([...now].filter((one) => !before.has(one))).toEqual([expect.stringMatching(/^conference-en-/)]);
	});
});

describe("many cards that are not drawn yet", () => {
	it("let a photo pass that comes after them", async () => {
		const portal = await openPortal();
		const paths = cardsOf(await multiplyAccepted(portal, 15));
		const guest = portal.agent();
		const page = await open(guest, "/hangzhou");
		const filling = await complete("hangzhou");
		const answered: string[] = [];
		const note = (what: string) => (answer: { status: number }) => void answered.push(`${what} ${answer.status}`);
		const cards = paths.map((path) => ask(portal, path).then(note("card")));
		// Until the cards are in the queue, and the first is drawn.
		await cards[0];
		await Promise.all([...cards, submitForm(guest, page, filling).then(note("talk"))]);
		expect(answered.filter((one) => one === "card 200")).toHaveLength(paths.length);
		expect(answered.indexOf("talk 303")).toBeGreaterThan(0);
		expect(answered.indexOf("talk 303")).toBeLessThan(paths.length / 2);
	});

	it("of one network fill half of their queue, and leave a place for others", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" });
		const paths = cardsOf(await multiplyAccepted(portal, 100));
		const asked = paths.map((path) => ask(portal, path).set("X-Forwarded-For", "192.0.2.7"));
		const [other, ...answers] = await Promise.all([
			asked[0]?.then(() => ask(portal, "/cards/conference-en.png").set("X-Forwarded-For", "198.51.100.7")),
			...asked,
		]);
		const refused = answers.filter(({ status }) => status === 503);
		expect(other?.status).toBe(200);
		expect(refused.length).toBeGreaterThan(paths.length / 2);
		for (const { headers } of refused)
			expect([headers["retry-after"], headers["cache-control"]]).toEqual(["5", expect.stringContaining("no-store")]);
	});
});
