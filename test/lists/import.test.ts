import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sendRegistration } from "../support/entries.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";

const HEADER = "name,email,companySchool,position,countryRegion,forumTopic,currentProgress,invitationConfirmed";
const csv = (...rows: string[]) => `\ufeff${[HEADER, ...rows].join("\r\n")}\r\n`;
const GOOD = [
	"王芳,fang@example.org,清华大学,Professor,中国,ai-education; ai-evolution,'=1+1,是",
	'"Smith, Jane",jane@example.org,Lab,Head,英国,ai-ethics-governance,"Two\r\nlines",(N/A)',
];
const BAD = [
	",nobody@example.org,A,B,中国,ai-education,,",
	GOOD[0] ?? "",
	'X,not an address,A,B,Atlantis,"ai-education",,',
	'"multi\r\nline",line@example.org,A,B,中国,ai-sports,,',
	"Y,y@example.org,A,B,中国,ai-education,,,,surplus",
];
const REASONS = [
	[2, "Name is required"],
	[4, "Please enter a valid email address; Country or region: choose one of the options (found: “Atlantis”)"],
	[5, "Topics: choose one of the options (found: “ai-sports”)"],
	[7, "more cells than columns"],
] as const;

const FORM = { selector: 'main form[method="post"]' };
const check = { ...FORM, press: "do.check" };
const store = { ...FORM, press: "do.import" };
const stored = (portal: TestPortal) =>
	portal.sqlite.prepare("select name, email, locale, status, answers from entries where category = 'forum'").all();

const IMPORTED = [
	{
		name: "王芳",
		email: "fang@example.org",
		locale: "zh",
		status: "New",
		answers: expect.stringContaining('"currentProgress":"=1+1"'),
	},
	{
		name: "Smith, Jane",
		email: "jane@example.org",
		locale: "en",
		status: "New",
		answers: expect.stringContaining('"currentProgress":"Two\\nlines"'),
	},
];

describe("importing registrations on the page", () => {
	it("lists every wrong row with its line before anything is stored, and keeps the text to be corrected", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import").expect(200)).text;
		const file = { name: "list.csv", bytes: Buffer.from(csv(...BAD)) };
		const answer = await submitForm(admin, page, { file }, check).expect(422);
		const said = textOfPage(answer.text);
		expect(said).toContain("4 rows have errors. Nothing was stored.");
		for (const [line, reason] of REASONS) expect(said).toContain(`Line ${line}: ${reason}`);
		expect(answer.text).not.toContain('name="do.import"');
		expect(stored(portal)).toEqual([]);
		// Pressing "import" all the same stores nothing either.
		await submitForm(admin, answer.text, {}, store).expect(422);
		expect(stored(portal)).toEqual([]);
	});

	it("stores a file that was checked, in one go, and skips addresses that are there already", async () => {
		const portal = await openPortal();
		await sendRegistration(portal, { email: "jane@example.org" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const twice = "王芳,FANG@example.org,清华大学,Professor,中国,ai-education,,";
		const checked = await submitForm(admin, page, { text: csv(...GOOD, twice) }, check).expect(200);
		expect(textOfPage(checked.text)).toContain("1 registration can be imported.");
		expect(textOfPage(checked.text)).toContain("2 are already there and are skipped.");
		expect(textOfPage(checked.text)).toContain("Line 3: jane@example.org");
		expect(textOfPage(checked.text)).toContain("Line 5: FANG@example.org");
		expect(stored(portal)).toHaveLength(1);
		const done = await submitForm(admin, checked.text, {}, store).expect(200);
		expect(textOfPage(done.text)).toContain("1 registration was imported.");
		expect(stored(portal)).toEqual([expect.objectContaining({ email: "jane@example.org" }), IMPORTED[0]]);
		expect(portal.sqlite.prepare("select type, actor_id from entry_log where entry_id = 2").all()).toEqual([
			{ type: "Created", actor_id: expect.any(Number) },
		]);
		expect(portal.sqlite.prepare("select count(*) from outbox where entry_id = 2").pluck().get()).toBe(0);
	});

	it("a chosen file is only checked, whichever button was pressed", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const first = await submitForm(admin, page, { text: csv(...GOOD) }, check).expect(200);
		const file = { name: "other.csv", bytes: Buffer.from(csv(BAD[1] ?? "")) };
		const looked = await submitForm(admin, first.text, { file }, store).expect(200);
		expect(textOfPage(looked.text)).toContain("1 registration can be imported.");
		expect(stored(portal)).toEqual([]);
	});

	it("reads its own export and files of Chinese spreadsheets", async () => {
		const from = await openPortal();
		await sendRegistration(from, {
			name: "林涛",
			background: "=1+1",
			countryRegion: "其他",
			countryRegionOther: "Chile",
		});
		const exported = await (await from.admin()).get("/admin/export/forum").responseType("text").expect(200);
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const bytes = Buffer.from(exported.body);
		const checked = await submitForm(admin, page, { file: { name: "a.csv", bytes } }, check).expect(200);
		await submitForm(admin, checked.text, {}, store).expect(200);
		const row = portal.sqlite.prepare("select name, answers from entries").get() as { name: string; answers: string };
		expect([row.name, JSON.parse(row.answers)]).toEqual([
			"林涛",
			expect.objectContaining({ background: "=1+1", countryRegionOther: "Chile", forumTopic: ["ai-education"] }),
		]);
		// "name;email" with semicolons and the two characters of 王芳 in GB 18030.
		const gb = Buffer.concat([
			Buffer.from("name;email;companySchool;position;countryRegion;forumTopic\n"),
			Buffer.from([0xcd, 0xf5, 0xb7, 0xbc]),
			Buffer.from(";gb@example.org;A;B;"),
			Buffer.from([0xd6, 0xd0, 0xb9, 0xfa]),
			Buffer.from(";ai-education\n"),
		]);
		const other = await submitForm(admin, page, { file: { name: "b.csv", bytes: gb } }, check).expect(200);
		expect(shownValue(other.text, "text")).toContain("王芳;gb@example.org;A;B;中国;ai-education");
	});

	it("takes the options of a question by their labels too, in both languages and whatever case", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const rows = [
			"A,a@example.org,A,B,germany,AI and Education; 人工智能的演进,,inviting",
			"B,b@example.org,A,B, 德国,ai-evolution,,",
		];
		const checked = await submitForm(admin, page, { text: csv(...rows) }, check).expect(200);
		await submitForm(admin, checked.text, {}, store).expect(200);
		const answer = (name: string) =>
			portal.sqlite.prepare(`select answers ->> '$.${name}' from entries order by id`).pluck().all();
		expect([answer("countryRegion"), answer("forumTopic"), answer("invitationConfirmed")]).toEqual([
			["德国", "德国"],
			['["ai-education","ai-evolution"]', '["ai-evolution"]'],
			["in_progress", ""],
		]);
	});

	it.each([
		["", "Choose a file or paste its text"],
		["name,email,Phone\nA,a@b.cd,1", "Line 1: unknown column Phone"],
		["name,email,name\nA,a@b.cd,B", "Line 1: column name appears twice"],
		["name,position\nA,B", "Line 1: column email is missing"],
		['name,email\n"A,a@b.cd', "cannot be read: Quote Not Closed"],
		[`${HEADER},status\n${GOOD[0]},Party`, "Line 2: status must be New, Hold, Accept or Reject (found: “Party”)"],
	])("says what is wrong with %j", async (text, message) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const answer = await submitForm(admin, page, { text }, check).expect(422);
		expect(textOfPage(answer.text)).toContain(message);
	});
});

describe("npm run cli -- import forum", () => {
	function setting() {
		const directory = temporaryDirectory();
		const file = join(directory, "list.csv");
		const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const run = (...words: string[]) => runToEnd("cli.js", environment, ["import", "forum", ...words]);
		return { file, run };
	}

	it("lists every wrong row, stores nothing and exits with 1", async () => {
		const { file, run } = setting();
		writeFileSync(file, csv(...BAD));
		const expected = `${REASONS.map(([line, reason]) => `line ${line}: ${reason}\n`).join("")}4 rows with errors, nothing was stored\n`;
		expect(await run(file)).toEqual({ code: 1, output: expected });
		expect(await run("--dry-run", file)).toEqual({ code: 1, output: expected });
		expect(await run(`${file}.gone`)).toMatchObject({ code: 1, output: expect.stringContaining("cannot be read") });
		expect(await run()).toEqual({ code: 2, output: "npm run cli -- import forum FILE.csv [--dry-run]\n" });
	});

	it("checks with --dry-run and imports without; a second time everything is there already", async () => {
		const { file, run } = setting();
		writeFileSync(file, csv(...GOOD));
		expect(await run(file, "--dry-run")).toEqual({ code: 0, output: "2 would be imported, 0 skipped\n" });
		expect(await run(file)).toEqual({ code: 0, output: "2 imported, 0 skipped\n" });
		expect(await run(file)).toEqual({
			code: 0,
			output:
				"line 2: fang@example.org is already registered, skipped\nline 3: jane@example.org is already registered, skipped\n0 imported, 2 skipped\n",
		});
	});
});
