import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { NOT_SENT } from "../app/enumerations.ts";
import { backedUp, cli, installation, namesIn, read, repacked, send, titles } from "./support/backups.ts";
import { temporaryDirectory } from "./support/portal.ts";
import { startServer } from "./support/server.ts";

describe("a backup that is not whole", () => {
	const flip = (path: string) => {
		const bytes = readFileSync(path);
		bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
		writeFileSync(path, bytes);
	};
	const photoIn = (folder: string) => join(folder, "uploads", readdirSync(join(folder, "uploads"))[0] ?? "");

	it("is refused with the first thing that is wrong, and nothing is touched", async () => {
		const { file } = await backedUp(2);
		const half = join(temporaryDirectory(), "half.tar");
		writeFileSync(half, readFileSync(file).subarray(0, statSync(file).size / 2));
		const text = join(temporaryDirectory(), "text.tar");
		writeFileSync(text, "not an archive");
		const manifest = (folder: string) => join(folder, "manifest.json");
		const edit = (change: (text: string) => string) => (folder: string) =>
			writeFileSync(manifest(folder), change(readFileSync(manifest(folder), "utf8")));
		const stranger = `uploads/${"a".repeat(32)}.jpg`;
		const cases: [string, string][] = [
			[join(half, "nowhere"), "There is no file"],
			[half, ""],
			[text, ""],
			[await repacked(file, (folder) => flip(photoIn(folder))), "in the backup is damaged"],
			[await repacked(file, (folder) => flip(join(folder, "rostrum.db"))), "rostrum.db in the backup is damaged"],
			[await repacked(file, (folder) => rmSync(photoIn(folder))), "is missing in the backup"],
			[await repacked(file, (folder) => rmSync(manifest(folder))), "is not a backup that this program can read"],
			[
				await repacked(
					file,
					edit((json) => json.replace('"format": 1', '"format": 2')),
				),
				"is not a backup that",
			],
			[
				await repacked(
					file,
					edit((json) => json.replace('"entries": 2', '"entries": 3')),
				),
				"is not the one that was",
			],
			[
				await repacked(file, (folder) => writeFileSync(join(folder, stranger), "x"), [stranger]),
				`${stranger} does not belong to the backup`,
			],
		];
		const to = installation();
		const server = await startServer({ ...to });
		const [kept] = [await send(server)];
		await server.end("SIGTERM");
		for (const [bad, line] of cases) {
			for (const verb of ["verify", "restore"]) {
				const { code, output } = await cli(to, verb, bad);
				expect([bad, code, output]).toEqual([bad, 1, expect.stringMatching(/^rostrum: [^\n]+\n$/)]);
				expect(output).toContain(line);
			}
		}
		expect(titles(to)).toEqual([kept]);
		expect(readdirSync(to.DATA_DIR).filter((name) => /^(before-|\.)/.test(name))).toEqual([]);
	});

	it("writes nothing outside its folder, whatever names it holds", async () => {
		const { file } = await backedUp(1);
		const evil = await repacked(file, (folder) => writeFileSync(join(folder, "../evil.txt"), "x"), ["../evil.txt"]);
		expect(await namesIn(evil)).toContain("../evil.txt");
		const to = installation();
		await cli(to, "restore", evil);
		const all = readdirSync(join(to.DATA_DIR, ".."), { recursive: true }).map(String);
		expect(all.filter((name) => name.includes("evil"))).toEqual([]);
	});
});

describe("a restore", () => {
	it("is refused while a server runs on the data", async () => {
		const { from, file } = await backedUp(1);
		const server = await startServer({ ...from });
		const later = await send(server);
		const refused = await cli(from, "restore", file);
		expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("Another rostrum is running")]);
		expect(titles(from)).toContain(later);
	});

	it("keeps what was there, and nothing of it is played into the new database", async () => {
		const { from, file } = await backedUp(1);
		const [first] = titles(from);
		const server = await startServer({ ...from });
		const later = await send(server);
		await server.end("SIGKILL");
		expect(statSync(join(from.DATA_DIR, "rostrum.db-wal")).size).toBeGreaterThan(0);
		const { code, output } = await cli(from, "restore", file);
		expect([code, output]).toEqual([0, expect.stringContaining("What was there before is in ")]);
		await (await startServer({ ...from })).end("SIGTERM");
		expect(titles(from)).toEqual([first]);
		const before = /before is in (\S+)/.exec(output)?.[1] ?? "";
		expect(titles({ DATA_DIR: before, UPLOADS_DIR: "" })).toEqual([first, later]);
		for (const name of read({ DATA_DIR: before, UPLOADS_DIR: "" }, "select photo from entries"))
			expect(existsSync(join(before, "uploads", `${name}.jpg`))).toBe(true);
	});

	it.each(["damaged", "lost"])("works where the present database is %s and its log is left", async (state) => {
		const { from, file } = await backedUp(1);
		const [first] = titles(from);
		const server = await startServer({ ...from });
		await send(server);
		await server.end("SIGKILL");
		const database = join(from.DATA_DIR, "rostrum.db");
		if (state === "damaged") writeFileSync(database, "damaged");
		else rmSync(database);
		expect((await cli(from, "restore", file)).code).toBe(0);
		await (await startServer({ ...from })).end("SIGTERM");
		expect(titles(from)).toEqual([first]);
	});

	it("of what a newer program made is refused", async () => {
		const { from, file } = await backedUp(0);
		const newer = await repacked(file, (folder) => {
			const sqlite = new Sqlite(join(folder, "rostrum.db"));
			sqlite.pragma("user_version = 999");
			sqlite.close();
			const path = join(folder, "manifest.json");
			const known = JSON.parse(readFileSync(path, "utf8"));
			const bytes = readFileSync(join(folder, "rostrum.db"));
			const sha256 = createHash("sha256").update(bytes).digest("hex");
			const files = [{ path: "rostrum.db", bytes: bytes.length, sha256 }];
			writeFileSync(path, JSON.stringify({ ...known, schema: 999, version: "9.9.9", files }));
		});
		const refused = await cli(from, "restore", newer);
		expect([refused.code, refused.output]).toEqual([
			1,
			"rostrum: The backup was made by a newer program (9.9.9); restore it with that\n",
		]);
	});

	it("sends no mail by itself that may have left since: administrators decide", async () => {
		const { from, file } = await backedUp(1);
		expect(read(from, "select state from outbox")).toEqual(["pending"]);
		expect((await cli(from, "restore", file)).code).toBe(0);
		expect(read(from, "select state || ': ' || last_error from outbox")).toEqual([`failed: ${NOT_SENT.restored}`]);
	});
});
