import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import supertest from "supertest";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { ENTRY_KINDS } from "../app/kinds.ts";
import { STATUSES } from "../app/lifecycle.ts";
import { FORM } from "./support/accounts.ts";
import { installation, read } from "./support/backups.ts";
import { sendTalk } from "./support/entries.ts";
import { optionsIn, submitForm, textOfPage } from "./support/form.ts";
import { ADMIN, openPortal, root, temporaryDirectory } from "./support/portal.ts";
import { slot } from "./support/schedule.ts";
import { runToEnd, startServer } from "./support/server.ts";
import { filesIn, importsOf, isScript, parse, visit } from "./support/sources.ts";

const program = ["app", "server", "db"].flatMap(filesIn).filter(isScript);
const LETTER = { selector: "main form", press: "do.send" };
const LONG_AGO = Date.parse("2023-06-01T00:00:00Z");

/** The program with one more status, stated in its module and named in both languages. */
async function withStatus(name: string, rules: string): Promise<string> {
	const folder = temporaryDirectory();
	for (const part of ["app", "db", "migrations", "scripts", "server", "package.json", "tsconfig.json"])
		cpSync(join(root, part), join(folder, part), { recursive: true });
	for (const part of ["vite.config.ts", "remix.config.js", "LICENSE"]) cpSync(join(root, part), join(folder, part));
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
	insert(join(folder, "app/lifecycle.ts"), "\tReject: {", `\t${name}: ${rules},\n`);
	for (const locale of ["en", "zh"])
		insert(join(folder, `app/locales/${locale}.json`), '\t\t"Reject": "', `\t\t"${name}": "${name}",\n`);
	await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: folder });
	return folder;
}

function insert(file: string, before: string, text: string): void {
	const parts = readFileSync(file, "utf8").split(before);
	expect([file, parts.length]).toEqual([file, 2]);
	writeFileSync(file, parts.join(text + before));
}

it("a status that is stated in one place is known to every list, letter, schedule, feed and purge", async () => {
	const rules =
		'{ schedulable: true, listedAsAccepted: true, kept: true, letters: ["accept"], look: "status-accept", setBy: ["organiser"], from: ["Accept"] }';
	const folder = await withStatus("Confirmed", rules);
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

	// Only what is accepted can be confirmed; whoever asks otherwise is refused, and nothing changes.
	expect((await patch(two, "Confirmed").expect(409)).body.error).toBe("STATUS_NOT_ALLOWED");
	await patch(one, "Accept").expect(200);
	const admin = agent();
	await admin.post("/login").type("form").send(ADMIN).expect(303);
	const letter = (await admin.get(`/admin/proposals?modal=email&id=${one}&letter=accept`)).text;
	await submitForm(admin, letter, {}, LETTER).expect(200);
	expect((await patch(one, "Confirmed").expect(200)).body.status).toBe("Confirmed");
	expect(read(where, "select status from entries order by id")).toEqual(["Confirmed", "New"]);
	expect(read(where, "select name from statuses order by name")).toEqual([...STATUSES, "Confirmed"].sort());
	// The acceptance that waits is still true.
	expect(read(where, "select state from outbox where kind = 'accept'")).toEqual(["pending"]);

	// The console offers it where it may be set, counts it, finds it and exports it.
	const list = (await admin.get("/admin/proposals").expect(200)).text;
	expect(optionsIn(list, `status-${one}`)).toEqual(["New", "Hold", "Accept", "Confirmed", "Reject"]);
	expect(optionsIn(list, `status-${two}`)).toEqual(["New", "Hold", "Accept", "Reject"]);
	const found = textOfPage((await admin.get("/admin/proposals?status=Confirmed").expect(200)).text);
	expect([found.includes("Certain talk"), found.includes("Open talk")]).toEqual([true, false]);
	for (const need of ["unplaced", "unmailed"]) {
		const needing = textOfPage((await admin.get(`/admin/proposals?need=${need}`).expect(200)).text);
		expect([need, needing.includes("Certain talk")]).toEqual([need, need === "unplaced"]);
	}
	expect(textOfPage((await admin.get("/admin").expect(200)).text)).toContain("Confirmed");
	expect((await admin.get("/admin/export/talk").expect(200)).text).toMatch(/Certain talk.*,Confirmed,/s);
	expect(textOfPage((await admin.get(`/admin/proposals?modal=details&id=${one}`)).text)).toContain("Confirmed");

	// It has a place, is released, and is public where accepted talks are.
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

	// A year after the event it is kept, and what was never decided goes.
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	sqlite.exec(`update days set date = replace(date, '2025', '2024'); update entries set created_at = ${LONG_AGO}`);
	sqlite.close();
	const purged = await runToEnd("cli.js", { ...where }, ["purge", "--dry-run"], { folder });
	expect([purged.output.includes("Open talk"), purged.output.includes("Certain talk")]).toEqual([true, false]);

	// A program that does not know it leaves the data alone, and says why.
	await server.end("SIGTERM");
	const older = await runToEnd("main.js", { ...where });
	expect([older.code, older.output]).toEqual([1, expect.stringContaining("An entry has the status Confirmed")]);
});

describe("statuses and kinds", () => {
	it("are named nowhere but in their modules and the definitions of programmes", () => {
		// "forum" is the name of a letter, too.
		const names: readonly string[] = ENTRY_KINDS.filter((kind) => kind !== "forum");
		const home = /^(app\/(lifecycle|kinds|enumerations)\.ts|app\/programmes\/)/;
		const compared = program
			.filter((path) => !home.test(path))
			.flatMap((path) => {
				const found: string[] = [];
				visit(parse(path), (node) => {
					const isStatus = ts.isStringLiteral(node) && STATUSES.some((status) => status === node.text);
					const isTest =
						ts.isBinaryExpression(node) &&
						/^[!=]==$/.test(node.operatorToken.getText()) &&
						/\b(kind|category)$/.test(node.left.getText()) &&
						ts.isStringLiteral(node.right) &&
						names.includes(node.right.text);
					if (isStatus || isTest) found.push(`${path}: ${node.getText()}`);
				});
				return found;
			});
		expect(compared).toEqual([]);
	});

	it("have no unused rule", () => {
		for (const module of ["app/lifecycle.ts", "app/kinds.ts"]) {
			const readers = program.filter(
				(path) => path !== module && importsOf(path).some(({ target }) => target === module),
			);
			const said = readers.map((path) => parse(path).getText()).join("\n");
			const own = parse(module).getText();
			const rules = [...own.matchAll(/^\t(\w+)\??: (?:boolean|readonly|"always"|\{)/gm)].map(([, name = ""]) => name);
			expect(rules.length).toBeGreaterThan(3);
			const constants = [...own.matchAll(/export (?:const|function) (\w+)[^;]*?;?\n/g)].map(([, name = ""]) => name);
			const isRead = (rule: string) =>
				new RegExp(`\\b${rule}\\b`).test(said) ||
				constants.some((name) => new RegExp(`\\b${name}\\b`).test(said) && bodyOf(own, name).includes(rule));
			expect([module, rules.filter((rule) => !isRead(rule))]).toEqual([module, []]);
		}
	});
});

/** The text of an exported constant or function, with those it calls in the same module. */
function bodyOf(source: string, name: string): string {
	const begin = source.search(new RegExp(`export (const|function) ${name}\\b`));
	const rest = source.slice(begin);
	const body = rest.slice(0, rest.search(/\n(export|const|\/\*\*)/));
	const called = [...body.matchAll(/\b(rulesOf|maySet|isActive)\b/g)].map(([, called = ""]) => called);
	return (
		body +
		called
			.filter((one) => one !== name && source.includes(`function ${one}`))
			.map((one) => bodyOf(source, one))
			.join("")
	);
}

describe("an erased entry", () => {
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
