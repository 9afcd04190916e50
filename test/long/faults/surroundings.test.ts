import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { surroundingsFault } from "../../../server/surroundings.ts";
import { backedUp, type Installation, installation, startHere, titles } from "../../support/backups.ts";
import { database, untold } from "../../support/broken-installations.ts";
import { runToEnd } from "../../support/server.ts";

describe("file system faults", () => {
	it("are reported in one line that names the file and the remedy, by server and commands", async () => {
		expect(await untold("a sample")).toEqual([]);
	});

	it.each([
		["SQLITE_FULL", "/data/rostrum.db cannot be written because the disk is full; free some space and try again"],
		["SQLITE_IOERR_WRITE", "/data/rostrum.db cannot be read or written; check the disk"],
		["SQLITE_CORRUPT_VTAB", "/data/rostrum.db is damaged; restore a backup"],
		["SQLITE_BUSY", "/data/rostrum.db is locked by another program; try again when it is done"],
	])("in the middle of a command as well: %s", (code, line) => {
		const wrapped = new Error("query failed", { cause: new Sqlite.SqliteError("x", code) });
		expect(surroundingsFault(wrapped, "/data/rostrum.db")).toContain(line);
	});

	it.each([
		["ENOSPC", "/data/x.tar cannot be written because the disk is full; free some space and try again"],
		["EACCES", "/data/x.tar cannot be used"],
		["EROFS", "/data/x.tar cannot be written because the disk is mounted read-only"],
		["ENOTDIR", "/data/x.tar cannot be used, because a part of it is not a folder"],
		["ENOENT", "/data/x.tar is not there", "open"],
		["ENOENT", "/data/x.tar cannot be made; free some space", "mkdir"],
	])("of a file: %s", (code, line, syscall = "write") => {
		const error = Object.assign(new Error("x"), { code, syscall, path: "/data/x.tar" });
		expect(surroundingsFault(error)).toContain(line);
	});

	it("are distinguished from bugs", () => {
		expect(surroundingsFault(new TypeError("x is undefined"))).toBeUndefined();
		expect(surroundingsFault(new Sqlite.SqliteError("x", "SQLITE_CONSTRAINT"), "/data/rostrum.db")).toBeUndefined();
	});
});

describe("a restore", () => {
	const keys = ({ DATA_DIR }: Installation) => readFileSync(join(DATA_DIR, "secrets.json"), "utf8");

	it("killed at any moment leaves old keys with the old database, or new with new", async () => {
		const [old, other] = [await backedUp(1), await backedUp(1, "--with-secrets")];
		const pairs = [old.from, other.from].map((one) => JSON.stringify([keys(one), titles(one)]));
		const seen = new Set<number>();
		const has = (where: Installation, name: RegExp) => readdirSync(where.DATA_DIR).some((one) => name.test(one));
		const moments: ((where: Installation) => boolean)[] = [
			(where) => has(where, /^before-/),
			(where) => has(where, /^\.restored$/),
			(where) => keys(where) !== keys(old.from),
			(where) => !has(where, /^\.backup-/) && has(where, /^before-/),
		];
		for (const moment of moments) {
			const where = installation();
			cpSync(old.from.DATA_DIR, where.DATA_DIR, { recursive: true });
			cpSync(old.from.UPLOADS_DIR, where.UPLOADS_DIR, { recursive: true });
			await runToEnd("cli.js", { ...where }, ["restore", other.file], { killWhen: () => moment(where) });
			await (await startHere(where)).end();
			const pair = pairs.indexOf(JSON.stringify([keys(where), titles(where)]));
			expect(pair).toBeGreaterThanOrEqual(0);
			expect(has(where, /^\.restored$/)).toBe(false);
			seen.add(pair);
		}
		expect(seen.has(1)).toBe(true);
	});

	it.each([["both"], ["secrets.json"]])(
		"that had begun to exchange is completed by the next start: %s",
		async (moved) => {
			const [old, other] = [await backedUp(1), await backedUp(1)];
			const folder = join(old.from.DATA_DIR, ".restored");
			cpSync(other.from.DATA_DIR, folder, {
				recursive: true,
				filter: (path) => !/backups|tmp|log|lock|orderly/.test(path.slice(other.from.DATA_DIR.length)),
			});
			if (moved !== "both") {
				cpSync(join(folder, moved), join(old.from.DATA_DIR, moved));
				rmSync(join(folder, moved));
			}
			writeFileSync(`${database(old.from)}-wal`, "left by the old one");
			const refused = await runToEnd("cli.js", { ...old.from }, ["backup"]);
			expect([refused.code, refused.output]).toEqual([
				1,
				`rostrum: A restore into ${old.from.DATA_DIR} was interrupted; start the server once to complete it\n`,
			]);
			rmSync(old.from.UPLOADS_DIR, { recursive: true });
			cpSync(other.from.UPLOADS_DIR, old.from.UPLOADS_DIR, { recursive: true });
			await (await startHere(old.from)).end();
			expect([keys(old.from), titles(old.from)]).toEqual([keys(other.from), titles(other.from)]);
		},
	);

	it("is refused before any change if the portal would have no usable keys", async () => {
		const { file } = await backedUp(1);
		const { from } = await backedUp(1);
		writeFileSync(join(from.DATA_DIR, "secrets.json"), "{}");
		const before = readdirSync(from.DATA_DIR).sort();
		const { code, output } = await runToEnd("cli.js", { ...from }, ["restore", file]);
		expect([code, output]).toEqual([
			1,
			expect.stringMatching(/^rostrum: The backup has no keys, and \S+secrets\.json cannot be read: [^\n]+\n$/),
		]);
		expect(
			readdirSync(from.DATA_DIR)
				.sort()
				.filter((name) => name !== "operator.log"),
		).toEqual(before.filter((name) => name !== "operator.log"));
	});
});
