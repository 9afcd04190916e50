import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";

const FORM = { selector: 'main form[method="post"]' };
const check = { ...FORM, press: "do.check" };
const store = { ...FORM, press: "do.import" };

const HEADER = ["name", "email", "companySchool", "position", "countryRegion", "forumTopic"];
const TABBED = `\ufeff${HEADER.join("\t")}\r\n王芳\tfang@example.org\t清华大学\tProfessor\t中国\tai-education\r\n`;
const LITTLE = Buffer.from(TABBED, "utf16le");
const BIG = Buffer.from(LITTLE).swap16();

function command() {
	const directory = temporaryDirectory();
	const volume = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
	return (bytes: Buffer | string) => {
		const file = join(directory, "list.txt");
		writeFileSync(file, bytes);
		return runToEnd("cli.js", volume, ["import", "forum", file, "--dry-run"]);
	};
}

describe("a file that a spreadsheet saved as Unicode text", () => {
	it.each([
		["little", LITTLE],
		["big", BIG],
	])("is read in the order of bytes its mark names: %s end first", async (_order, bytes) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const checked = await submitForm(admin, page, { file: { name: "list.txt", bytes } }, check).expect(200);
		await submitForm(admin, checked.text, {}, store).expect(200);
		const row = portal.sqlite.prepare("select name, email, org from entries").get();
		expect(row).toEqual({ name: "王芳", email: "fang@example.org", org: "清华大学" });
		expect(await command()(bytes)).toEqual({ code: 0, output: "1 would be imported, 0 skipped\n" });
	});

	it("is refused if the byte order mark is wrong", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const bytes = LITTLE.subarray(0, -1);
		const refused = await submitForm(admin, page, { file: { name: "list.txt", bytes } }, check).expect(422);
		expect(textOfPage(refused.text)).toContain("column email is missing");
	});

	it("has a size limit measured in the bytes of the form", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const bytes = Buffer.from(TABBED + "字".repeat(300_000), "utf16le");
		const refused = await submitForm(admin, page, { file: { name: "list.txt", bytes } }, check).expect(422);
		expect(textOfPage(refused.text)).toContain("The file is too big for this page.");
	});
});

describe("the header of a file", () => {
	const ROW = "Jane,jane@example.org,Lab,Head,英国,ai-education";

	it("is the error for a bad header, instead of one for each row", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const text = `Full name,email,,phone\n${ROW}\n${ROW}\n`;
		const faults = ["unknown column Full name", "unknown column “”", "unknown column phone"];
		const lines = [...faults, "column name is missing"];
		for (const press of [check, store]) {
			const refused = (await submitForm(admin, page, { text }, press).expect(422)).text;
			expect(
				parse(refused)
					.querySelectorAll("main .banner p, main h2")
					.map(({ textContent }) => textContent),
			).toEqual(["The header row is wrong. Nothing was stored.", ...lines.map((line) => `Line 1: ${line}`)]);
		}
		expect(await command()(text)).toEqual({
			code: 1,
			output: `${lines.map((line) => `line 1: ${line}\n`).join("")}The header row is wrong, nothing was stored\n`,
		});
	});

	it("accepts any case and empty trailing columns", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum/import")).text;
		const text = `Name,EMAIL,companyschool,Position,countryRegion,forumTopic,,\n${ROW},,\n`;
		const checked = await submitForm(admin, page, { text }, check).expect(200);
		await submitForm(admin, checked.text, {}, store).expect(200);
		const row = portal.sqlite.prepare("select name, email, org from entries").get();
		expect(row).toEqual({ name: "Jane", email: "jane@example.org", org: "Lab" });
		const more = `${HEADER.join(",")},\n${ROW},surplus\n`;
		const refused = textOfPage((await submitForm(admin, page, { text: more }, check).expect(422)).text);
		expect(refused).toContain("1 row has errors. Nothing was stored.");
		expect(refused).toContain("Line 2: more cells than columns");
		const twice = await submitForm(admin, page, { text: `name,Name,email\nA,B,a@b.cd\n` }, check).expect(422);
		expect(textOfPage(twice.text)).toContain("Line 1: column name appears twice");
	});
});
