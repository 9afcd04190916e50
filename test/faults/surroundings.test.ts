import { chmodSync, chownSync, cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { surroundingsFault } from "../../server/surroundings.ts";
import { backedUp, type Installation, installation, titles } from "../support/backups.ts";
import { temporaryDirectory } from "../support/portal.ts";
import { runToEnd, startServer } from "../support/server.ts";

/** Root may write everything, so as root the programs run as nobody. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;

const database = ({ DATA_DIR }: Installation) => join(DATA_DIR, "rostrum.db");

interface Fault {
	/** Makes it, in an installation of its own. */
	make(where: Installation): void;
	/** What the line names and says. */
	line(where: Installation): string;
	/** Commands that work all the same: they repair it, or need nothing of it. */
	passes: string[];
}

const FAULTS: Record<string, Fault> = {
	"a folder that cannot be written": {
		make: ({ DATA_DIR }) => chmodSync(DATA_DIR, 0o500),
		line: ({ DATA_DIR }) => DATA_DIR,
		passes: [],
	},
	"a file in place of the folder": {
		make: ({ DATA_DIR }) => {
			rmSync(DATA_DIR, { recursive: true });
			writeFileSync(DATA_DIR, "");
		},
		line: ({ DATA_DIR }) => DATA_DIR,
		passes: [],
	},
	"a damaged database": {
		make: (where) => writeFileSync(database(where), "not a database at all, but long enough to look at".repeat(100)),
		line: (where) => `${database(where)} is not a database; restore a backup: npm run cli -- restore FILE`,
		passes: ["verify", "restore"],
	},
	"a truncated database": {
		make: (where) => truncateSync(database(where), Math.floor(readFileSync(database(where)).length / 2)),
		line: (where) => `${database(where)} is damaged; restore a backup: npm run cli -- restore FILE`,
		passes: ["verify", "restore"],
	},
	"a database that cannot be written": {
		make: (where) => chmodSync(database(where), 0o400),
		line: (where) => `${database(where)} cannot be written; let the user who runs rostrum own it`,
		passes: ["verify", "restore", "backup"],
	},
	"a database of another program": {
		make: (where) => {
			rmSync(database(where));
			const other = new Sqlite(database(where));
			other.exec("create table songs (title text)");
			other.close();
			chmodSync(database(where), 0o600);
			own(where.DATA_DIR);
		},
		line: (where) => `${database(where)} belongs to another program`,
		passes: ["verify", "restore"],
	},
	"keys that cannot be read": {
		make: ({ DATA_DIR }) => writeFileSync(join(DATA_DIR, "secrets.json"), "{"),
		line: ({ DATA_DIR }) => `${join(DATA_DIR, "secrets.json")} holds no keys that this program can read`,
		passes: ["verify", "restore", "backup"],
	},
};

/** The server, and every command with what it takes. @param file a backup with keys */
const programs = (file: string, csv: string): [string, string[]][] => [
	["main.js", []],
	["cli.js", ["admin", "create", "x@y.zz"]],
	["cli.js", ["admin", "revoke", "x@y.zz"]],
	["cli.js", ["admin", "list"]],
	["cli.js", ["backup"]],
	["cli.js", ["verify", file]],
	["cli.js", ["restore", file]],
	["cli.js", ["rotate-keys"]],
	["cli.js", ["import", "forum", csv]],
	["cli.js", ["mail", "list"]],
	["cli.js", ["mail", "retry"]],
	["cli.js", ["subject", "export", "x@y.zz"]],
	["cli.js", ["subject", "erase", "x@y.zz"]],
	["cli.js", ["purge", "--dry-run"]],
	["cli.js", ["doctor"]],
];

function own(path: string): void {
	if (uid === undefined) return;
	chownSync(path, uid, uid);
	for (const name of readdirSync(path, { recursive: true })) chownSync(join(path, String(name)), uid, uid);
}

/** An installation like another one, that belongs to whoever runs the programs. */
function copyOf(from: Installation): Installation {
	const folder = temporaryDirectory();
	chmodSync(folder, 0o755);
	const to = { DATA_DIR: join(folder, "data"), UPLOADS_DIR: join(folder, "uploads") };
	cpSync(from.DATA_DIR, to.DATA_DIR, { recursive: true });
	cpSync(from.UPLOADS_DIR, to.UPLOADS_DIR, { recursive: true });
	own(to.DATA_DIR);
	own(to.UPLOADS_DIR);
	return to;
}

describe("broken surroundings", () => {
	it("are told in one line that names the file and what to do, by the server and every command", async () => {
		const { from, file } = await backedUp(1, "--with-secrets");
		const given = temporaryDirectory();
		cpSync(file, join(given, "whole.tar"));
		writeFileSync(join(given, "forum.csv"), "email\nx@example.org\n");
		chmodSync(given, 0o755);
		for (const name of readdirSync(given)) chmodSync(join(given, name), 0o644);
		const all = programs(join(given, "whole.tar"), join(given, "forum.csv"));
		// One function tells all of them. The server meets every fault, and each command a third of them and all that it passes.
		const isTried = (fault: Fault, nth: number, program: number) =>
			program === 0 || (nth + program) % 3 === 0 || fault.passes.includes(all[program]?.[1][0] ?? "");
		const cases = Object.entries(FAULTS).flatMap(([name, fault], nth) =>
			all.flatMap((program, index) => (isTried(fault, nth, index) ? [{ name, fault, program }] : [])),
		);
		const wrong: unknown[] = [];
		const next = async (): Promise<void> => {
			for (let one = cases.shift(); one; one = cases.shift()) {
				const [program, words] = one.program;
				const where = copyOf(from);
				one.fault.make(where);
				const { code, output } = await runToEnd(program, { ...where }, words, { uid });
				if (one.fault.passes.includes(words[0] ?? "server")) {
					if (code !== 0) wrong.push([one.name, program, words, code, output]);
					continue;
				}
				const isLine = /^rostrum: [^\n]+\n$/.test(output) && output.includes(one.fault.line(where));
				if (code !== 1 || !isLine) wrong.push([one.name, program, words, code, output]);
			}
		};
		await Promise.all([next(), next(), next()]);
		expect(wrong).toEqual([]);
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

	it("are not blamed for a fault of the program", () => {
		expect(surroundingsFault(new TypeError("x is undefined"))).toBeUndefined();
		expect(surroundingsFault(new Sqlite.SqliteError("x", "SQLITE_CONSTRAINT"), "/data/rostrum.db")).toBeUndefined();
	});
});

describe("a restore", () => {
	const keys = ({ DATA_DIR }: Installation) => readFileSync(join(DATA_DIR, "secrets.json"), "utf8");

	it("that is killed leaves the old keys with the old database, or the new ones with the new", async () => {
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
			await startAndEnd(where);
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
			await startAndEnd(old.from);
			expect([keys(old.from), titles(old.from)]).toEqual([keys(other.from), titles(other.from)]);
		},
	);

	it("is refused before anything is touched where the portal would have no usable keys", async () => {
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

async function startAndEnd(where: Installation): Promise<void> {
	const server = await startServer({ ...where });
	expect(await server.end("SIGTERM")).toBe(0);
}
