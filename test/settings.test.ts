import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { installation } from "./support/backups.ts";
import { root, temporaryDirectory } from "./support/portal.ts";
import { runToEnd, startServer } from "./support/server.ts";

const WRONG = "TZ_EVENT: must be a time zone such as Asia/Shanghai";

describe("lines of a file", () => {
	it.each(["main.js", "cli.js", "demo.js"])("named .env beside package.json are settings of %s", async (program) => {
		const folder = temporaryDirectory();
		for (const name of ["build", "migrations"]) cpSync(join(root, name), join(folder, name), { recursive: true });
		cpSync(join(root, "package.json"), join(folder, "package.json"));
		symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
		writeFileSync(join(folder, ".env"), "TZ_EVENT=Hangzhou\n");
		const words = program === "cli.js" ? ["doctor"] : [];
		const started = await runToEnd(program, { ...installation(), ENV_FILE: undefined }, words, { folder });
		expect([started.code, started.output]).toEqual([1, `rostrum: ${WRONG}\n`]);
	});

	it("may have another name, and the environment counts more", async () => {
		const file = join(temporaryDirectory(), "rostrum.env");
		writeFileSync(file, "# of the service\nTZ_EVENT=Hangzhou\n");
		const named = { ...installation(), ENV_FILE: file };
		expect((await runToEnd("cli.js", named, ["doctor"])).output).toBe(`rostrum: ${WRONG}\n`);
		const overruled = await runToEnd("cli.js", { ...named, TZ_EVENT: "Europe/Lisbon" }, ["doctor"]);
		expect(overruled.output).toContain("the database can be read and written");
	});

	it("with a line that Node would skip ends the start with one line, which does not repeat it", async () => {
		const ENV_FILE = join(temporaryDirectory(), "rostrum.env");
		writeFileSync(ENV_FILE, '# settings\nBRAND_PRODUCT="Two\nlines"\n\nSMTP_PASSWORD hunter2\nLOG_LEVEL=warn\n');
		expect(await runToEnd("main.js", { ...installation(), ENV_FILE })).toEqual({
			code: 1,
			output: `rostrum: ${ENV_FILE}, line 5: write NAME=value, or # before a comment\n`,
		});
	});

	it("takes no quotation mark in a comment for the beginning of a value", async () => {
		const ENV_FILE = join(temporaryDirectory(), "rostrum.env");
		writeFileSync(ENV_FILE, '# BRAND_PRODUCT="Conf\nBRAND_PRODUCT="Conf"\n# it\'s for tests\nTZ_EVENT=Hangzhou\n');
		expect((await runToEnd("cli.js", { ...installation(), ENV_FILE }, ["doctor"])).output).toBe(`rostrum: ${WRONG}\n`);
	});

	it("that is not there or is a folder ends the start with one line", async () => {
		const folder = temporaryDirectory();
		mkdirSync(join(folder, "folder"));
		for (const name of ["nowhere.env", "folder"]) {
			const ENV_FILE = join(folder, name);
			const { code, output } = await runToEnd("main.js", { ...installation(), ENV_FILE });
			expect([code, output]).toEqual([1, expect.stringMatching(`^rostrum: ${ENV_FILE} cannot be read: .+\n$`)]);
		}
	});
});

it("names that look like mistyped settings are named at the start and by doctor, those of others are not", async () => {
	const where = installation();
	const others = { HOSTNAME: "machine", GITHUB_ACTIONS: "true", PORTS: "80", HOME: where.DATA_DIR, LOG_FILE: "x" };
	const typed = { SMPT_URL: "smtp://mail.example.org", TRUSTPROXY: "1", SMTP_HOST: "mail.example.org" };
	const lines = [
		"SMPT_URL is no setting; did you mean SMTP_URL?",
		"TRUSTPROXY is no setting; did you mean TRUST_PROXY?",
		"SMTP_HOST is no setting; docs/settings.md has them all",
	];
	const server = await startServer({ ...where, ...others, ...typed });
	await server.end("SIGTERM");
	expect(server.output().match(/^.* is no setting.*$/gm)).toEqual(lines);
	const { output } = await runToEnd("cli.js", { ...where, ...others, ...typed }, ["doctor"]);
	expect(output.match(/^.* is no setting.*$/gm)).toEqual(lines.map((line) => `WARN ${line}`));
});
