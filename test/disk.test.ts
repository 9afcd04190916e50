import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DATABASE } from "../server/backup/archive.ts";
import { PASSWORD, register, signIn } from "./support/accounts.ts";
import { access } from "./support/addresses.ts";
import { sendProject, sendRegistration, sendTalk } from "./support/entries.ts";
import { NOMINATION } from "./support/fillings.ts";
import { shownValue, shownValues, submitForm, textOfPage } from "./support/form.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "./support/portal.ts";
import { startServer } from "./support/server.ts";
import { openMailbox, until } from "./support/smtp.ts";
import { portrait, talk } from "./support/talks.ts";

const MIB = 1024 * 1024;
const BLOCK = 4096;
/** As ext4 says of itself. */
const LOCAL = 0xef53;
const FULL = "The server's storage is full. Please try again later.";

/** A portal with simulated free space. */
async function openOnDisk(environment: Record<string, string> = {}) {
	const disk = { free: 2048 * MIB };
	const readsDisk = () => ({ bavail: Math.floor(disk.free / BLOCK), bsize: BLOCK, type: LOCAL });
	return { disk, portal: await openPortal(environment, { readsDisk }) };
}

describe("the disk", () => {
	it("below 512 MB refuses photos only", async () => {
		const { disk, portal } = await openOnDisk();
		const send = async () => {
			const agent = portal.agent();
			const page = (await agent.get("/hangzhou").expect(200)).text;
			return submitForm(agent, page, talk({ title: "With a photo", file: await portrait() }));
		};
		disk.free = 512 * MIB - BLOCK;
		const refused = await send();
		expect([refused.status, shownValue(refused.text, "title")]).toEqual([507, "With a photo"]);
		const drafts = portal.sqlite.prepare(`select "values" ->> '$.title' from drafts`).pluck();
		expect(drafts.all()).toEqual(["With a photo"]);
		await sendProject(portal);
		disk.free = 512 * MIB;
		expect((await send()).status).toBe(303);
	});

	it("below 64 MB accepts nothing, loses no typed text, and shows everything", async () => {
		const { disk, portal } = await openOnDisk();
		const id = await sendRegistration(portal);
		const admin = await portal.admin();
		const agent = portal.agent();
		const form = (await agent.get("/spotlight-hz").expect(200)).text;
		disk.free = 64 * MIB - BLOCK;
		const refused = await submitForm(agent, form, NOMINATION);
		expect([refused.status, shownValue(refused.text, "projectname")]).toEqual([507, "Pagoda"]);
		expect(textOfPage(refused.text)).toContain(FULL);
		const called = await portal.agent().post("/api/submit").type("form").send({ title: "Called" });
		expect([called.status, called.body.error]).toEqual([507, "STORAGE_FULL"]);
		const patched = await admin
			.patch(`/api/entries/${id}`)
			.set("Sec-Fetch-Site", "same-origin")
			.send({ status: "Hold" });
		expect([patched.status, patched.body.error]).toEqual([507, "STORAGE_FULL"]);
		await portal.agent().get("/readyz").expect(503);
		await portal.agent().get("/healthz").expect(200);
		const read = access.filter(
			({ kind, method, path }) => ["page", "rest"].includes(kind) && method === "GET" && /^[^:*]*$/.test(path),
		);
		const statuses = await Promise.all(read.map(async ({ path }) => [path, (await admin.get(path)).status] as const));
		expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
		disk.free = 64 * MIB;
		expect((await submitForm(agent, refused.text, {})).status).toBe(303);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(2);
	});

	it("with less than 64 MB gives every form back as it was typed", async () => {
		const { disk, portal } = await openOnDisk();
		await sendTalk(portal);
		await sendRegistration(portal);
		const admin = await portal.admin();
		const pages = {
			form: (await admin.get("/spotlight-hz")).text,
			panel: (await admin.get("/admin/proposals?modal=panelist&id=1")).text,
			notes: (await admin.get("/admin/forum?modal=details&id=2")).text,
			programmes: (await admin.get("/admin/programmes")).text,
			upload: (await admin.get("/admin/forum/import")).text,
		};
		disk.free = BLOCK;
		const draft = await submitForm(admin, pages.form, NOMINATION, { press: "do.save-draft" });
		expect([draft.status, shownValue(draft.text, "projectname")]).toEqual([507, "Pagoda"]);
		const inDialog = (button: string) => ({ selector: `form:has([name="${button}"])`, button });
		const panel = await submitForm(admin, pages.panel, { panelist: ["agentic-web"] }, inDialog("do.panel"));
		expect([panel.status, shownValues(panel.text, "panelist")]).toEqual([507, ["agentic-web"]]);
		const notes = await submitForm(admin, pages.notes, { currentProgress: "Called twice" }, inDialog("do.notes"));
		expect([notes.status, shownValue(notes.text, "currentProgress")]).toEqual([507, "Called twice"]);
		const settings = { selector: 'form[aria-labelledby="p-hangzhou"]' };
		const programmes = await submitForm(admin, pages.programmes, { state: "closed" }, settings);
		expect([programmes.status, textOfPage(programmes.text).includes(FULL)]).toEqual([507, true]);
		const read = await submitForm(admin, pages.upload, { text: "email\nx@example.org" }, { selector: "main form" });
		expect(shownValue(read.text, "text")).toBe("email\nx@example.org");
	});

	it("below 64 MB lets administrators log in and stay logged in", async () => {
		const { disk, portal } = await openOnDisk();
		disk.free = BLOCK;
		expect(await portal.services.administrators.newSetupToken()).toBeTypeOf("string");
		const admin = await portal.admin();
		for (let hours = 0; hours < 3; hours += 1) {
			portal.clock.now += 60 * 60 * 1000;
			await admin.get("/admin/proposals").expect(200);
		}
	});

	it("below 64 MB still finishes mails, sessions and erasures", async () => {
		const mailbox = await openMailbox();
		const { disk, portal } = await openOnDisk({ SMTP_URL: mailbox.url });
		for (const who of ["one", "two"]) await register(portal, `${who}@example.org`);
		const one = await signIn(portal, "one@example.org");
		const two = await signIn(portal, "two@example.org");
		disk.free = BLOCK;
		portal.start();
		const state = portal.sqlite.prepare("select distinct state from outbox").pluck();
		await until(() => String(state.all()) === "sent");
		expect(mailbox.mails).toHaveLength(2);
		await one.delete("/api/me").set("Sec-Fetch-Site", "same-origin").send({ password: PASSWORD }).expect(204);
		await two.post("/logout").type("form").set("Sec-Fetch-Site", "same-origin").send({}).expect(303);
		await two.get("/api/me/export").expect(401);
		expect(portal.sqlite.prepare("select email from users").pluck().all()).toEqual(["two@example.org"]);
	});

	it("of another machine is refused with one line", async () => {
		const NETWORKS = [0x6969, 0x517b, 0xff534d42, 0xfe534d42];
		for (const type of NETWORKS) {
			const open = openPortal({}, { readsDisk: () => ({ bavail: MIB, bsize: BLOCK, type }) });
			await expect(open).rejects.toThrow(/^\S+ is on a network file system, [^\n]*$/);
		}
	});
});

describe("/readyz", () => {
	it.each([
		{
			what: "warns of a backup of the day before yesterday",
			hours: 26.1,
			DAILY_BACKUP: "1",
			text: /^ok\nwarning: .*\n$/,
		},
		{ what: "accepts a backup of last night", hours: 25.9, DAILY_BACKUP: "1", text: /^ok\n$/ },
		{ what: "accepts that somebody else makes them", hours: 26.1, DAILY_BACKUP: "0", text: /^ok\n$/ },
	])("$what", async ({ hours, DAILY_BACKUP, text }) => {
		const directory = temporaryDirectory();
		const DATA_DIR = join(directory, "data");
		const UPLOADS_DIR = join(directory, "uploads");
		const server = await startServer({ DATA_DIR, UPLOADS_DIR, DAILY_BACKUP });
		const backup = join(DATA_DIR, "backups/daily-2025-09-13.tar");
		mkdirSync(dirname(backup), { recursive: true });
		writeFileSync(backup, "");
		const then = Date.now() / 1000 - hours * 60 * 60;
		utimesSync(backup, then, then);
		const answer = await fetch(`${server.origin}/readyz`);
		expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(text)]);
	});

	/** What it answers half a minute later and after each change of the scene. */
	async function later(portal: TestPortal, seconds: number): Promise<number> {
		const now = performance.now();
		vi.spyOn(performance, "now").mockImplementation(() => now + seconds * 1000);
		return (await portal.agent().get("/readyz")).status;
	}

	it("fails when photos are refused, even after the clock was set back", async () => {
		onTestFinished(() => void vi.restoreAllMocks());
		const { disk, portal } = await openOnDisk();
		expect(await later(portal, 0)).toBe(200);
		const now = Date.now();
		vi.spyOn(Date, "now").mockImplementation(() => now - 3_600_000);
		disk.free = 512 * MIB - BLOCK;
		expect(await later(portal, 31)).toBe(503);
		disk.free = 512 * MIB;
		expect(await later(portal, 31)).toBe(200);
	});

	it("does not write on every request", async () => {
		onTestFinished(() => void vi.restoreAllMocks());
		const { portal } = await openOnDisk();
		expect(await later(portal, 0)).toBe(200);
		const other = new Sqlite(join(portal.config.dataDir, DATABASE));
		onTestFinished(() => void other.close());
		const version = () => other.pragma("data_version", { simple: true });
		const before = version();
		for (let count = 0; count < 5; count += 1) expect(await later(portal, 31)).toBe(200);
		expect(version()).toBe(before);
		expect(await later(portal, 601)).toBe(200);
		expect(version()).not.toBe(before);
	});
});
