import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { STATUSES } from "../app/lifecycle.ts";
import { FORM } from "./support/accounts.ts";
import { installation, read } from "./support/backups.ts";
import { sendTalk } from "./support/entries.ts";
import { optionsIn, submitForm, textOfPage } from "./support/form.ts";
import { ADMIN, openPortal, root, temporaryDirectory } from "./support/portal.ts";
import { slot } from "./support/schedule.ts";
import { runToEnd, startServer } from "./support/server.ts";
import { TABLE } from "./support/talks-sent.ts";

const COLUMNS = "name,email,companySchool,position,countryRegion,forumTopic";
const LETTER = { selector: "main form", press: "do.send" };
const LONG_AGO = Date.parse("2023-06-01T00:00:00Z");

/** The program with one more status and presence, stated in their module and named in both languages. */
async function withMore(status: { name: string; rules: string }, presence: typeof status): Promise<string> {
	const folder = temporaryDirectory();
	for (const part of ["app", "db", "migrations", "scripts", "server", "package.json", "tsconfig.json"])
		cpSync(join(root, part), join(folder, part), { recursive: true });
	for (const part of ["vite.config.ts", "remix.config.js", "LICENSE"]) cpSync(join(root, part), join(folder, part));
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
	insert(join(folder, "app/lifecycle.ts"), "\tReject: {", `\t${status.name}: ${status.rules},\n`);
	insert(join(folder, "app/lifecycle.ts"), "\terased: {", `\t${presence.name}: ${presence.rules},\n`);
	for (const [locale, erased] of [
		["en", "Erased"],
		["zh", "已删除"],
	]) {
		const texts = join(folder, `app/locales/${locale}.json`);
		insert(texts, '\t\t"Reject": "', `\t\t"${status.name}": "${status.name}",\n`);
		insert(texts, `\t\t\t"erased": "${erased}"`, `\t\t\t"${presence.name}": "It is ${presence.name}",\n`);
	}
	await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: folder });
	return folder;
}

function insert(file: string, before: string, text: string): void {
	const parts = readFileSync(file, "utf8").split(before);
	expect([file, parts.length]).toEqual([file, 2]);
	writeFileSync(file, parts.join(text + before));
}

it("a status and a presence stated in one place are known to every list, mail, schedule, feed and purge", async () => {
	const rules =
		'{ schedulable: true, waits: false, listedAsAccepted: true, kept: true, letters: ["accept"], look: "status-accept", setBy: ["organiser"], from: ["Accept"] }';
	const pausedRules = "{ active: false, restorable: false, decidable: true, listedAsWithdrawn: false, purged: false }";
	const folder = await withMore({ name: "Shortlisted", rules }, { name: "paused", rules: pausedRules });
	const where = installation();
	const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, PUBLIC_PROPOSALS: "accepted" };
	const server = await startServer({ ...where, ...settings }, folder);
	const agent = () => supertest.agent(server.origin);
	const one = await sendTalk({ agent }, { title: "Certain talk", tracks: "ai-next" });
	const two = await sendTalk({ agent }, { title: "Open talk", tracks: "ai-next" });
	const login = await agent()
		.post("/api/auth/login")
		.send({ username: ADMIN.email, password: ADMIN.password })
		.expect(200);
	const bearer = `Bearer ${login.body.token}`;
	const patch = (id: number, status: string) =>
		agent().patch(`/api/entries/${id}`).set("Authorization", bearer).send({ status });

	// Only accepted entries can be confirmed; other requests are refused without a change.
	expect((await patch(two, "Shortlisted").expect(409)).body.error).toBe("STATUS_NOT_ALLOWED");
	const { paths } = (await agent().get("/api/openapi.json").expect(200)).body;
	expect(paths["/api/entries/{id}"].patch.responses["409"].description).toContain("STATUS_NOT_ALLOWED");
	await patch(one, "Accept").expect(200);
	const admin = agent();
	await admin.post("/login").type("form").send(ADMIN).expect(303);
	const post = (body: string) =>
		admin.post("/admin/proposals").set("Sec-Fetch-Site", "same-origin").type("form").send(body).redirects(1);
	const letter = (await admin.get(`/admin/proposals?modal=email&id=${one}&letter=accept`)).text;
	await submitForm(admin, letter, {}, LETTER).expect(200);
	expect((await patch(one, "Shortlisted").expect(200)).body.status).toBe("Shortlisted");
	expect(read(where, "select status from entries order by id")).toEqual(["Shortlisted", "New"]);
	expect(read(where, "select name from statuses order by name")).toEqual([...STATUSES, "Shortlisted"].sort());
	// The waiting acceptance mail is still valid.
	expect(read(where, "select state from outbox where kind = 'accept'")).toEqual(["pending"]);

	// The console offers, counts, finds and exports the status.
	const list = (await admin.get("/admin/proposals").expect(200)).text;
	expect(optionsIn(list, `status-${one}`)).toEqual(["New", "Hold", "Accept", "Shortlisted", "Reject"]);
	expect(optionsIn(list, `status-${two}`)).toEqual(["New", "Hold", "Accept", "Reject"]);
	expect(optionsIn(list, "bulk-status")).toContain("Shortlisted");
	// Whoever chose it while another decided otherwise is told so.
	const late = await post(`was-${two}=Accept&status-${two}=Shortlisted&do.save.${two}=1`).expect(409);
	expect(textOfPage(late.text)).toContain(`Failed to update status: Entry ${two} was not saved:`);
	const found = textOfPage((await admin.get("/admin/proposals?status=Shortlisted").expect(200)).text);
	expect([found.includes("Certain talk"), found.includes("Open talk")]).toEqual([true, false]);
	for (const need of ["unplaced", "unmailed"]) {
		const needing = textOfPage((await admin.get(`/admin/proposals?need=${need}`).expect(200)).text);
		expect([need, needing.includes("Certain talk")]).toEqual([need, need === "unplaced"]);
	}
	expect(textOfPage((await admin.get("/admin").expect(200)).text)).toContain("Shortlisted");
	expect((await admin.get("/admin/export/talk").expect(200)).text).toMatch(/Certain talk.*,Shortlisted,/s);
	expect(textOfPage((await admin.get(`/admin/proposals?modal=details&id=${one}`)).text)).toContain("Shortlisted");

	// An undo restores it, though it cannot follow what it was replaced by.
	const changed = await post(`ids=${one}&bulk-status=Hold&do.bulk-status=1`).expect(200);
	await submitForm(admin, changed.text, {}, { ...TABLE, press: "do.undo" }).expect(200);
	expect(read(where, "select status from entries order by id")).toEqual(["Shortlisted", "New"]);

	// A registration begins as new: a file cannot say that it was shortlisted.
	const file = join(where.DATA_DIR, "forum.csv");
	writeFileSync(file, `${COLUMNS},status\nMei,mei@example.org,Lab,Head,中国,ai-education,Shortlisted\n`);
	const imported = await runToEnd("cli.js", { ...where }, ["import", "forum", file], { folder });
	expect([imported.code, imported.output]).toEqual([1, expect.stringContaining("New, Hold, Accept or Reject")]);

	// An entry that is paused keeps its status, is marked in the list, and is in no to-do list.
	const presence = (id: number, name: string) => {
		const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
		sqlite.prepare("update entries set presence = ? where id = ?").run(name, id);
		sqlite.close();
	};
	presence(one, "paused");
	expect(textOfPage((await admin.get("/admin/proposals").expect(200)).text)).toContain("It is paused");
	for (const need of ["unplaced", "withdrawn", "incomplete"])
		expect([
			need,
			textOfPage((await admin.get(`/admin/proposals?need=${need}`)).text).includes("Certain talk"),
		]).toEqual([need, false]);
	expect((await agent().get("/proposals").expect(200)).text).not.toContain("Certain talk");
	presence(one, "active");

	// The entry is scheduled, released and public.
	const place = (id: number, key: object) =>
		agent()
			.post("/api/schedule")
			.set("Authorization", bearer)
			.send({ entryId: id, ...key });
	expect((await place(two, slot("day2", "ai-next", "10:00")).expect(409)).body.error).toBe("NOT_ACCEPTED");
	await place(one, slot("day2", "ai-next", "09:00")).expect(200);
	expect(textOfPage((await admin.get("/admin/schedule?day=day2").expect(200)).text)).toContain("Certain talk");
	const release = (await admin.get("/admin/schedule/release").expect(200)).text;
	await submitForm(admin, release, { letters: true }, FORM).expect(200);
	for (const path of ["/proposals", "/schedule?day=day2", "/schedule.ics", "/schedule.json", "/schedule.xml"]) {
		const text = (await agent().get(path).buffer(true).expect(200)).text;
		expect([path, text.includes("Certain talk"), text.includes("Open talk")]).toEqual([path, true, false]);
	}
	expect(read(where, "select state from outbox where kind = 'slot'")).toEqual(["pending"]);

	// It survives the purge; undecided entries do not.
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	sqlite.exec(`update days set date = replace(date, '2025', '2024'); update entries set created_at = ${LONG_AGO}`);
	sqlite.close();
	const purged = await runToEnd("cli.js", { ...where }, ["purge", "--dry-run"], { folder });
	expect([purged.output.includes("Open talk"), purged.output.includes("Certain talk")]).toEqual([true, false]);

	// An older program refuses to start and changes nothing.
	await server.end("SIGTERM");
	const older = await runToEnd("main.js", { ...where });
	expect([older.code, older.output]).toEqual([1, expect.stringContaining("An entry has the status Shortlisted")]);
});

describe("an erased entry", () => {
	it("is marked as erased, and not listed or counted as withdrawn", async () => {
		const portal = await openPortal();
		const [gone, withdrawn] = [
			await sendTalk(portal, { title: "Gone" }),
			await sendTalk(portal, { title: "Taken back" }),
		];
		const set = portal.sqlite.prepare("update entries set presence = ? where id = ?");
		set.run("erased", gone);
		set.run("withdrawn", withdrawn);
		const admin = await portal.admin();
		const found = textOfPage((await admin.get("/admin/proposals?need=withdrawn").expect(200)).text);
		expect([found.includes("Taken back"), found.includes("Gone")]).toEqual([true, false]);
		const all = textOfPage((await admin.get("/admin/proposals").expect(200)).text);
		expect([/Gone.*Erased/.test(all), /Taken back.*Withdrawn/.test(all)]).toEqual([true, true]);
	});

	it("cannot be resubmitted, by its link or by an organiser", async () => {
		const portal = await openPortal();
		const id = await sendTalk(portal, { title: "Gone" });
		portal.sqlite.prepare("update entries set presence = 'erased' where id = ?").run(id);
		const admin = await portal.admin();
		const page = (await admin.get(`/entry/talk-${id}`).expect(200)).text;
		expect(page).not.toContain('name="do.restore"');
		const answer = await admin.post(`/entry/talk-${id}`).type("form").send({ "do.restore": "1" });
		expect([answer.status < 500, portal.sqlite.prepare("select presence from entries").pluck().get()]).toEqual([
			true,
			"erased",
		]);
	});
});
