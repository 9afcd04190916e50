import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { runToEnd } from "../support/server.ts";

const MOST = 500;
const FORM = { selector: 'main form[method="post"]' };
const check = { ...FORM, press: "do.check" };
const store = { ...FORM, press: "do.import" };

const HEADER = "name,email,companySchool,position,countryRegion,forumTopic";
const csvOf = (rows: number) =>
	[
		HEADER,
		...Array.from({ length: rows }, (_, at) => `Guest ${at},g${at}@example.org,Lab,Head,中国,ai-education`),
	].join("\n");

it("a page imports 500 rows at once and indexes them later; for more it names the command", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const stored = () => portal.sqlite.prepare("select count(*) from entries").pluck().get();
	const page = (await admin.get("/admin/forum/import")).text;
	const many = csvOf(MOST + 1);
	for (const press of [check, store]) {
		const refused = await submitForm(admin, page, { text: many }, press).expect(422);
		expect(textOfPage(refused.text)).toContain(
			"This page takes at most 500 rows. Use the command: npm run cli -- import forum FILE.csv",
		);
		expect(shownValue(refused.text, "text")).toBe(many);
		expect(refused.text).not.toContain('name="do.import"');
	}
	expect(stored()).toBe(0);
	// Empty rows are skipped.
	const checked = await submitForm(admin, page, { text: `${csvOf(MOST)}\n,,,,,` }, check).expect(200);
	expect(textOfPage(checked.text)).toContain("500 registrations can be imported.");
	await submitForm(admin, checked.text, {}, store).expect(200);
	expect(stored()).toBe(MOST);
	const found = textOfPage((await admin.get("/admin/forum").query({ q: "guest 49" })).text);
	expect([found.includes("Guest 499"), found.includes("Guest 388")]).toEqual([true, false]);

	const directory = temporaryDirectory();
	const file = join(directory, "list.csv");
	writeFileSync(file, many);
	const volume = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
	expect(await runToEnd("cli.js", volume, ["import", "forum", file])).toEqual({
		code: 0,
		output: "501 imported, 0 skipped\n",
	});
});

it("other requests are served while a file is checked and stored", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const page = (await admin.get("/admin/forum/import")).text;
	for (const press of [check, store]) {
		let done = false;
		const answer = submitForm(admin, page, { text: csvOf(MOST) }, press)
			.expect(200)
			.then(() => {
				done = true;
			});
		let answered = 0;
		while (!done) {
			await portal.agent().get("/healthz").expect(200);
			answered += 1;
		}
		await answer;
		expect(answered).toBeGreaterThan(6);
	}
});

it("a file of another kind, with thousands of columns, is refused with its first faults while others are served", async () => {
	const portal = await openPortal();
	const text = Array.from({ length: 50_000 }, (_, at) => `c${at}`).join();
	let turns = 0;
	let done = false;
	const turn = () => {
		turns += 1;
		if (!done) setImmediate(turn);
	};
	setImmediate(turn);
	const { refused, bad } = await portal.services.forumImport.inspect(await organiser(portal), text, "en");
	done = true;
	expect([refused, bad.length, bad[0]?.reason]).toEqual(["header", 50, expect.stringContaining("c0")]);
	expect(turns).toBeGreaterThan(20);
});
