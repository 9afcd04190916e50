import { chmodSync, chownSync, cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { backedUp, type Installation } from "./backups.ts";
import { temporaryDirectory } from "./portal.ts";
import { runToEnd } from "./server.ts";

/** As root, programs run as `nobody`, because root ignores permissions. */
export const uid = process.getuid?.() === 0 ? 65_534 : undefined;

export const database = ({ DATA_DIR }: Installation) => join(DATA_DIR, "rostrum.db");

interface Fault {
	/** Makes it, in an installation of its own. */
	make(where: Installation): void;
	/** What the line names and says. */
	line(where: Installation): string;
	/** Commands that work anyway: they repair it or do not need it. */
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

/** Gives a folder to the user who runs the programs. */
export function own(path: string): void {
	if (uid === undefined) return;
	chownSync(path, uid, uid);
	for (const name of readdirSync(path, { recursive: true })) chownSync(join(path, String(name)), uid, uid);
}

/** A copy of an installation, owned by the user who runs the programs. */
export function ownCopyOf(from: Installation): Installation {
	const folder = temporaryDirectory();
	chmodSync(folder, 0o755);
	const to = { DATA_DIR: join(folder, "data"), UPLOADS_DIR: join(folder, "uploads") };
	cpSync(from.DATA_DIR, to.DATA_DIR, { recursive: true });
	cpSync(from.UPLOADS_DIR, to.UPLOADS_DIR, { recursive: true });
	own(to.DATA_DIR);
	own(to.UPLOADS_DIR);
	return to;
}

/**
 * Runs programs in broken surroundings. One function tells all of them what is wrong: in a sample the server meets every
 * fault, and each command one of them and all that it passes.
 * @returns what was not told in one line that names the file and what to do, by the doctor in one of its lines
 */
export async function untold(tried: "a sample" | "all"): Promise<unknown[]> {
	const { from, file } = await backedUp(1, "--with-secrets");
	const given = temporaryDirectory();
	cpSync(file, join(given, "whole.tar"));
	writeFileSync(join(given, "forum.csv"), "email\nx@example.org\n");
	chmodSync(given, 0o755);
	for (const name of readdirSync(given)) chmodSync(join(given, name), 0o644);
	const all = programs(join(given, "whole.tar"), join(given, "forum.csv"));
	const isChosen = (fault: Fault, nth: number, program: number) =>
		tried === "all" || program === 0 || (nth + program) % 7 === 0 || fault.passes.includes(all[program]?.[1][0] ?? "");
	const cases = Object.entries(FAULTS).flatMap(([name, fault], nth) =>
		all.flatMap((program, index) => (isChosen(fault, nth, index) ? [{ name, fault, program }] : [])),
	);
	const wrong: unknown[] = [];
	const next = async (): Promise<void> => {
		for (let one = cases.shift(); one; one = cases.shift()) {
			const [program, words] = one.program;
			const where = ownCopyOf(from);
			one.fault.make(where);
			const { code, output } = await runToEnd(program, { ...where }, words, { uid });
			if (one.fault.passes.includes(words[0] ?? "server")) {
				if (code !== 0) wrong.push([one.name, program, words, code, output]);
				continue;
			}
			// The doctor goes on with what is around a database that cannot be used.
			const isReport = words[0] === "doctor" && /^(?:(?:BAD|ok|WARN) +[^\n]+\n)+$/.test(output);
			const isTold = (isReport || /^rostrum: [^\n]+\n$/.test(output)) && output.includes(one.fault.line(where));
			if (code !== 1 || !isTold) wrong.push([one.name, program, words, code, output]);
		}
	};
	await Promise.all([next(), next(), next()]);
	return wrong;
}
