import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { count, milliseconds } from "../../bench/report.ts";
import { backupsOf, cli, type Installation, installation, read, send, titles } from "../support/backups.ts";
import { tell } from "../support/figures.ts";
import { temporaryDirectory } from "../support/portal.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { read as textOf } from "../support/sources.ts";

const PACKAGE = "@flydotio/litestream-linux-x64";
const SUBMISSIONS = 300;
const BEFORE = 200;

let program = "";
let version = "";

/** The block of the guide that has this line. */
function blockWith(line: string): string {
	const blocks = textOf("docs/operating.md").match(/^( *)```\w+\n[\s\S]*?^\1```$/gm) ?? [];
	const found = blocks.find((block) => block.includes(line)) ?? "";
	expect(found).not.toBe("");
	return found.trim().split("\n").slice(1, -1).join("\n");
}

/** A machine of the guide, in folders of its own. */
class Machine {
	readonly where = installation();
	private readonly folder = temporaryDirectory();
	private readonly replica: string;
	readonly settings = join(this.folder, "litestream.yml");
	private replicator: ChildProcess | undefined;

	constructor(replica: string) {
		this.replica = replica;
		writeFileSync(this.settings, this.here(blockWith("# /etc/litestream.yml")));
		onTestFinished(() => void this.replicator?.kill("SIGKILL"));
	}

	private here(text: string): string {
		return text
			.replaceAll("/var/lib/rostrum", dirname(this.where.DATA_DIR))
			.replaceAll("/mnt/replica", this.replica)
			.replaceAll("/etc/litestream.yml", this.settings);
	}

	/** Runs a script of the guide. */
	run(line: string): void {
		const env = { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` };
		const ended = spawnSync("sh", ["-c", this.here(blockWith(line))], { env, encoding: "utf8" });
		expect([line, ended.status, ended.stderr]).toEqual([line, 0, expect.any(String)]);
	}

	copyFiles = () => this.run("# /usr/local/bin/rostrum-files");

	replicate(): void {
		this.replicator = spawn(program, ["replicate", "-config", this.settings], { stdio: "ignore" });
	}

	start = (): Promise<ServerProcess> => startServer({ ...this.where, REPLICATION: "1" });

	async killReplicator(): Promise<void> {
		const ended = once(this.replicator as ChildProcess, "close");
		this.replicator?.kill("SIGKILL");
		await ended;
	}

	/** Waits until the replica has what the database has. */
	async caughtUp(): Promise<void> {
		const wanted = titles(this.where);
		const copy = join(this.folder, "copy.db");
		const database = join(this.where.DATA_DIR, "rostrum.db");
		for (;;) {
			rmSync(copy, { force: true });
			spawnSync(program, ["restore", "-config", this.settings, "-o", copy, database]);
			if (existsSync(copy)) {
				const sqlite = new Sqlite(copy);
				const found = sqlite.prepare("select title from entries order by id").pluck().all();
				sqlite.close();
				if (JSON.stringify(found) === JSON.stringify(wanted)) return;
			}
			await sleep(200);
		}
	}
}

/** Hash of the photo of each entry, by title; undefined where there is no file. */
function photosOf(where: Installation): Map<string, string | undefined> {
	const hashOf = (photo: string) => {
		const file = join(where.UPLOADS_DIR, `${photo}.jpg`);
		return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : undefined;
	};
	const rows = read(where, "select title || '|' || photo from entries where photo is not null").map(String);
	return new Map(rows.map((row) => row.split("|") as [string, string]).map(([title, photo]) => [title, hashOf(photo)]));
}

/** The lost machine's successor, made by the steps of the guide, and whether it works. */
async function successorOf(replica: string): Promise<Machine> {
	const next = new Machine(replica);
	next.run("# Restores the replica");
	next.replicate();
	const server = await next.start();
	await send(server, { title: "Sent to the successor" });
	expect(await server.end("SIGTERM")).toBe(0);
	return next;
}

/** Makes a backup of it and verifies it. @returns what the backup says */
async function backedUpAndVerified({ where }: Machine): Promise<{ code: number | string; output: string }> {
	const made = await cli(where, "backup", "--with-secrets");
	const [file = ""] = backupsOf(where).filter((path) => path.endsWith(".tar"));
	expect((await cli(where, "verify", file)).code).toBe(0);
	return made;
}

const restored = ({ where }: Machine) => titles(where).filter((title) => title !== "Sent to the successor");

function requireRsync(): void {
	if (spawnSync("rsync", ["--version"]).status !== 0)
		throw new Error("rsync not found: install it (Debian: apt-get install rsync)");
}

beforeAll(() => {
	requireRsync();
	const folder = temporaryDirectory((work) => void process.once("exit", () => void work()));
	const npm = spawnSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", PACKAGE], {
		encoding: "utf8",
	});
	expect(npm.stderr + npm.status).toMatch(/0$/);
	const installed = join(folder, "node_modules", PACKAGE);
	program = join(installed, "litestream");
	chmodSync(program, 0o755);
	const said = spawnSync(program, ["version"], { encoding: "utf8" }).stdout.trim();
	version = `Litestream ${said} (${PACKAGE} ${JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).version})`;
});

describe("a machine that is lost beside Litestream, as the guide sets it up", () => {
	/** A machine that is replicated from before its first start on, and its replica. */
	async function replicated() {
		const replica = temporaryDirectory();
		const machine = new Machine(replica);
		mkdirSync(machine.where.DATA_DIR, { mode: 0o700 });
		machine.replicate();
		return { replica, machine, server: await machine.start() };
	}

	it("loses at most what was acknowledged since the last copy", async (context) => {
		const { replica, machine, server } = await replicated();
		const sent: { title: string; at: number }[] = [];
		const sendUpTo = async (most: number) => {
			while (sent.length < most) {
				const title = await send(server, { title: `Talk ${sent.length}` });
				sent.push({ title, at: performance.now() });
			}
		};
		await sendUpTo(BEFORE);
		machine.copyFiles();
		await machine.caughtUp();
		await sendUpTo(SUBMISSIONS);
		const killed = performance.now();
		await Promise.all([server.end("SIGKILL"), machine.killReplicator()]);

		const next = await successorOf(replica);
		const kept = restored(next);
		expect(kept).toEqual(sent.slice(0, kept.length).map(({ title }) => title));
		expect(kept.length).toBeGreaterThanOrEqual(BEFORE);
		const [had, has] = [photosOf(machine.where), photosOf(next.where)];
		const missing = kept.filter((title) => has.get(String(title)) !== had.get(String(title)));
		expect(missing.filter((title) => sent.findIndex((one) => one.title === title) < BEFORE)).toEqual([]);
		const { code, output } = await backedUpAndVerified(next);
		expect([code, output.match(/^The photo /gm)?.length ?? 0]).toEqual([missing.length > 0 ? 3 : 0, missing.length]);

		const lost = sent.slice(kept.length);
		const since = lost[0] ? `, the first acknowledged ${milliseconds(killed - lost[0].at)} before` : "";
		tell(
			context,
			`${version}: both killed after ${count(sent.length)} submissions, ${count(lost.length)} lost${since}`,
		);
	});

	it("loses nothing once the copies have caught up", async (context) => {
		const { replica, machine, server } = await replicated();
		for (let nth = 0; nth < SUBMISSIONS; nth += 1) await send(server, { title: `Talk ${nth}` });
		await machine.caughtUp();
		machine.copyFiles();
		await Promise.all([server.end("SIGKILL"), machine.killReplicator()]);

		const next = await successorOf(replica);
		expect(restored(next)).toEqual(titles(machine.where));
		const had = photosOf(machine.where);
		expect(had.size).toBe(SUBMISSIONS);
		for (const [title, photo] of had) expect([title, photosOf(next.where).get(title)]).toEqual([title, photo]);
		const keys = ({ DATA_DIR }: Installation) => readFileSync(join(DATA_DIR, "secrets.json"), "utf8");
		expect(keys(next.where)).toBe(keys(machine.where));
		expect((await backedUpAndVerified(next)).code).toBe(0);
		tell(
			context,
			`${count(SUBMISSIONS)} submissions with photos, both killed when copied: 0 lost, every photo the same`,
		);
	});

	it("brings nobody back whose erasure the copied database does not have", async () => {
		const { replica, machine, server } = await replicated();
		await send(server, { title: "Erased", email: "han@example.org" });
		await send(server, { title: "Stays", email: "li@example.org" });
		await machine.caughtUp();
		await machine.killReplicator();
		await cli({ ...machine.where }, "subject", "erase", "han@example.org");
		machine.copyFiles();
		await server.end("SIGKILL");

		const next = await successorOf(replica);
		expect(read(next.where, "select email from entries where email in ('han@example.org', 'li@example.org')")).toEqual([
			"li@example.org",
		]);
	});
});
