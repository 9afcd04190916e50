import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backedUp, cli, copyOf, installation, send, startHere } from "./support/backups.ts";
import { runToEnd, startServer } from "./support/server.ts";

/** A stopped installation with a talk, whose keys are lost. */
async function withoutKeys() {
	const where = await copyOf("a talk", async (where) => {
		const server = await startHere(where);
		await send(server);
		await server.end();
	});
	const keys = join(where.DATA_DIR, "secrets.json");
	renameSync(keys, `${keys}.away`);
	return { where, keys, back: () => renameSync(`${keys}.away`, keys) };
}

const said = (keys: string) => `${keys} is missing. Put it back from a backup with keys (tar -xf FILE secrets.json).`;

describe("lost keys", () => {
	it("are not replaced by the start or a command, and work again once they are back", async () => {
		const { where, keys, back } = await withoutKeys();
		for (const [program, ...words] of [["main.js"], ["cli.js", "rotate-keys"], ["cli.js", "mail", "list"]] as const) {
			const { code, output } = await runToEnd(program ?? "", { ...where }, words);
			expect([code, output, existsSync(keys)]).toEqual([1, expect.stringContaining(said(keys)), false]);
		}
		const checked = await cli(where, "doctor");
		expect([checked.code, checked.output]).toEqual([1, expect.stringContaining(`BAD  ${said(keys)}`)]);
		expect(checked.output).toContain(`ok   ${where.DATA_DIR} is writable`);
		back();
		const server = await startServer({ ...where });
		expect(await server.end("SIGTERM")).toBe(0);
	});

	it("are replaced when the operator says so", async () => {
		const { where, keys } = await withoutKeys();
		const before = readFileSync(`${keys}.away`, "utf8");
		const server = await startServer({ ...where }, undefined, ["--new-keys"]);
		expect(await server.end("SIGTERM")).toBe(0);
		expect(readFileSync(keys, "utf8")).not.toBe(before);
	});

	it("are made by a restore of a backup without keys where there are none, which says so", async () => {
		const { file } = await backedUp(1);
		const where = installation();
		const { code, output } = await cli(where, "restore", file);
		expect([code, output]).toEqual([0, expect.stringContaining("The backup has no keys: new ones were made;")]);
		const server = await startServer({ ...where });
		expect(await server.end("SIGTERM")).toBe(0);
	});

	it("of a database that is lost as well are for the operator to decide", async () => {
		const { where, keys } = await withoutKeys();
		rmSync(join(where.DATA_DIR, "rostrum.db"));
		const checked = await cli(where, "doctor");
		expect([checked.code, existsSync(keys)]).toEqual([1, false]);
		expect(checked.output).toMatch(/^BAD {2}\S+rostrum\.db is missing or empty/m);
	});
});
