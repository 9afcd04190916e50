import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { NOT_SENT } from "../app/enumerations.ts";
import {
	backedUp,
	backupsOf,
	cli,
	copyOf,
	type Installation,
	installation,
	namesIn,
	read,
	repacked,
	send,
	startHere,
	titles,
} from "./support/backups.ts";
import { temporaryDirectory } from "./support/portal.ts";
import { startServer } from "./support/server.ts";

const manifestOf = (folder: string) => join(folder, "manifest.json");

/** Another backup with the same files, and this journal of erasures, or none. */
function withJournal(file: string, journal: string | undefined): Promise<string> {
	return repacked(file, (folder) => {
		const path = join(folder, "erasures.jsonl");
		const { installation, files, ...rest } = JSON.parse(readFileSync(manifestOf(folder), "utf8"));
		const others = files.filter((one: { path: string }) => one.path !== "erasures.jsonl");
		if (journal === undefined) {
			rmSync(path);
			writeFileSync(manifestOf(folder), JSON.stringify({ ...rest, files: others }));
			return;
		}
		writeFileSync(path, journal);
		const sha256 = createHash("sha256").update(journal).digest("hex");
		const listed = { path: "erasures.jsonl", bytes: Buffer.byteLength(journal), sha256 };
		writeFileSync(manifestOf(folder), JSON.stringify({ ...rest, installation, files: [listed, ...others] }));
	});
}

describe("a backup that is not whole", () => {
	const flip = (path: string) => {
		const bytes = readFileSync(path);
		bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
		writeFileSync(path, bytes);
	};
	const photoIn = (folder: string) => join(folder, "uploads", readdirSync(join(folder, "uploads"))[0] ?? "");

	it("is refused with the first fault, before anything changes", async () => {
		const { file } = await backedUp(2);
		const half = join(temporaryDirectory(), "half.tar");
		writeFileSync(half, readFileSync(file).subarray(0, statSync(file).size / 2));
		const text = join(temporaryDirectory(), "text.tar");
		writeFileSync(text, "not an archive");
		const manifest = manifestOf;
		const edit = (change: (text: string) => string) => (folder: string) =>
			writeFileSync(manifest(folder), change(readFileSync(manifest(folder), "utf8")));
		const stranger = `uploads/${"a".repeat(32)}.jpg`;
		const cases: [string, string][] = [
			[join(half, "nowhere"), "There is no file"],
			[half, "Truncated input"],
			[text, "is not a whole backup"],
			[await repacked(file, (folder) => flip(photoIn(folder))), "in the backup is damaged"],
			[await repacked(file, (folder) => flip(join(folder, "rostrum.db"))), "rostrum.db in the backup is damaged"],
			[
				await repacked(file, (folder) => writeFileSync(join(folder, "erasures.jsonl"), "\n")),
				"erasures.jsonl in the backup is damaged",
			],
			[await withJournal(file, "\n".repeat(17 * 1024 * 1024)), "erasures.jsonl in the backup is too large"],
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
		const server = await startHere(to);
		const kept = await send(server);
		await server.end();
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

	it("extracts only known names and follows no links", async () => {
		const { file } = await backedUp(1);
		const stray = await repacked(file, (folder) => writeFileSync(join(folder, "orderly-end"), "x"), ["orderly-end"]);
		expect(await namesIn(stray)).toContain("orderly-end");
		const checked = installation();
		expect((await cli(checked, "restore", stray)).code).toBe(0);
		expect(existsSync(join(checked.DATA_DIR, "orderly-end"))).toBe(false);

		const target = join(temporaryDirectory(), "elsewhere");
		mkdirSync(target);
		const linked = await repacked(
			file,
			(folder) => {
				const photos = join(folder, "uploads");
				cpSync(photos, target, { recursive: true });
				rmSync(photos, { recursive: true });
				symlinkSync(target, photos);
			},
			["uploads"],
		);
		const to = installation();
		expect((await cli(to, "restore", linked)).code).toBe(0);
		const restored = readdirSync(join(to.DATA_DIR, ".."), { recursive: true, withFileTypes: true });
		expect(restored.filter((one) => one.isSymbolicLink())).toEqual([]);
		expect(restored.filter(({ name }) => name.endsWith(".jpg"))).toHaveLength(1);
		const above = await repacked(file, (folder) => writeFileSync(join(folder, "../evil.txt"), "x"), ["../evil.txt"]);
		await cli(to, "restore", above);
		const all = readdirSync(join(to.DATA_DIR, ".."), { recursive: true }).map(String);
		expect(all.filter((name) => name.includes("evil"))).toEqual([]);
	});
});

describe("whoever was erased after a backup is erased after its restore, too", () => {
	const people = ["han@example.org", "li@example.org", "wu@example.org"];

	/** An installation whose first two people were erased between two backups, and the folder of its own for each. */
	async function erasedBetween(): Promise<{ older: string; newer: string; from: Installation }> {
		const from = await copyOf("three people, two erased between two backups", async (where) => {
			const server = await startHere(where);
			for (const email of people) await send(server, { email });
			for (const name of ["older", "newer"]) {
				expect((await cli(where, "backup", join(where.DATA_DIR, name))).code).toBe(0);
				for (const email of people.slice(0, 2))
					if (name === "older") expect((await cli(where, "subject", "erase", email)).code).toBe(0);
			}
			await server.end();
		});
		const only = (name: string) => join(from.DATA_DIR, name, readdirSync(join(from.DATA_DIR, name))[0] ?? "");
		return { from, older: only("older"), newer: only("newer") };
	}

	/** Copies of backups alone in a folder of another machine. */
	function aloneTogether(...files: string[]): string[] {
		const folder = temporaryDirectory();
		return files.map((file, index) => {
			const copy = join(folder, `${index}.tar`);
			cpSync(file, copy);
			return copy;
		});
	}

	const emails = (where: Installation) => read(where, "select email from entries where email <> '' order by email");

	/** Who is left after a restore and the start that follows. */
	async function leftAfter(file: string, to = installation()): Promise<unknown[]> {
		const { code, output } = await cli(to, "restore", file);
		expect([code, output]).toEqual([0, expect.stringContaining("Restored: ")]);
		await (await startHere(to)).end();
		return emails(to);
	}

	it("from the newer backup beside it, or restored before it, without any other file", async () => {
		const { older, newer } = await erasedBetween();
		const [alone = ""] = aloneTogether(older);
		expect(await leftAfter(alone)).toEqual(people);
		const [beside = ""] = aloneTogether(older, newer);
		expect(await leftAfter(beside)).toEqual(["wu@example.org"]);
		const [last = ""] = aloneTogether(newer);
		const to = installation();
		expect(await leftAfter(last, to)).toEqual(["wu@example.org"]);
		expect(await leftAfter(alone, to)).toEqual(["wu@example.org"]);
	});

	it("not from backups of another installation", async () => {
		const { newer } = await erasedBetween();
		const { file } = await backedUp(1);
		const [own = ""] = aloneTogether(file, newer);
		const other = await copyOf("han at another conference", async (where) => {
			const server = await startHere(where);
			await send(server, { email: "han@example.org" });
			expect((await cli(where, "backup")).code).toBe(0);
			await server.end();
		});
		cpSync(backupsOf(other)[0] ?? "", own);
		expect(await leftAfter(own)).toEqual(["han@example.org"]);
	});

	it("and a damaged line of its journal, or a damaged backup beside it, loses only itself", async () => {
		const { older, newer } = await erasedBetween();
		const journal = readFileSync(join(older, "../../backups/erasures.jsonl"), "utf8");
		const lines = journal.split("\n").filter(Boolean);
		expect(lines.length).toBeGreaterThan(1);
		const damaged = await withJournal(newer, `${lines[0]?.slice(0, -20)}\n\u0000\n${lines.slice(1).join("\n")}\n`);
		expect((await cli(installation(), "verify", damaged)).code).toBe(0);
		const [beside = "", , half = ""] = aloneTogether(older, damaged, newer);
		writeFileSync(half, readFileSync(newer).subarray(0, 1_000));
		writeFileSync(`${half}.tar`, "not an archive");
		mkdirSync(join(half, "../folder.tar"));
		const left = await leftAfter(beside);
		expect(left).toContain("wu@example.org");
		expect(left).not.toContain("li@example.org");
	});

	it("and backups of earlier programs, which have no journal, are restored as before", async () => {
		const { older, newer } = await erasedBetween();
		const [earlier = "", beside = ""] = aloneTogether(await withJournal(older, undefined), newer);
		const checked = await cli(installation(), "verify", earlier);
		expect([checked.code, checked.output]).toEqual([0, expect.stringContaining("It has no erasures.jsonl: ")]);
		expect(await leftAfter(earlier)).toEqual(["wu@example.org"]);
		rmSync(beside);
		expect(await leftAfter(earlier)).toEqual(people);
	});
});

describe("a restore", () => {
	it("is refused while a server runs on the data", async () => {
		const { from, file } = await backedUp(1);
		const server = await startHere(from);
		const later = await send(server);
		const refused = await cli(from, "restore", file);
		expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("Another rostrum is running")]);
		expect(titles(from)).toContain(later);
	});

	it("keeps the replaced data and does not replay its WAL", async () => {
		const { from, file } = await backedUp(1);
		const [first] = titles(from);
		const server = await startServer({ ...from });
		const later = await send(server);
		await server.end("SIGKILL");
		expect(statSync(join(from.DATA_DIR, "rostrum.db-wal")).size).toBeGreaterThan(0);
		const { code, output } = await cli(from, "restore", file);
		expect([code, output]).toEqual([0, expect.stringContaining("The replaced data is in ")]);
		await (await startHere(from)).end();
		expect(titles(from)).toEqual([first]);
		const [DATA_DIR = "", UPLOADS_DIR = ""] = [...output.matchAll(/replaced data is in (\S+)/g)].map(
			([, path]) => path,
		);
		expect(titles({ DATA_DIR, UPLOADS_DIR })).toEqual([first, later]);
		for (const name of read({ DATA_DIR, UPLOADS_DIR }, "select photo from entries"))
			expect(existsSync(join(UPLOADS_DIR, `${name}.jpg`))).toBe(true);
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
		await (await startHere(from)).end();
		expect(titles(from)).toEqual([first]);
	});

	it("repairs damaged photos and keeps the damaged files", async () => {
		const { from, file } = await backedUp(1);
		const [name = ""] = readdirSync(from.UPLOADS_DIR).filter((one) => /^\w{32}\.jpg$/.test(one));
		const photo = join(from.UPLOADS_DIR, name);
		const whole = readFileSync(photo);
		writeFileSync(photo, "damaged");
		const { output } = await cli(from, "restore", file);
		expect(readFileSync(photo).equals(whole)).toBe(true);
		const [, photosBefore = ""] = [...output.matchAll(/replaced data is in (\S+)/g)].map(([, path]) => path);
		expect(readFileSync(join(photosBefore, name), "utf8")).toBe("damaged");
	});

	it("never reuses an id, because old private links would open new entries", async () => {
		const { from, file } = await backedUp(1);
		const server = await startHere(from);
		await send(server);
		await send(server);
		await server.end();
		await cli(from, "restore", file);
		await send(await startHere(from));
		expect(read(from, "select id from entries order by id")).toEqual([1, 4]);
		const elsewhere = installation();
		await cli(elsewhere, "restore", file);
		await send(await startHere(elsewhere));
		expect(read(elsewhere, "select id from entries order by id")).toEqual([1, 1_002]);
	});

	it("logs everyone out", async () => {
		const { from } = await backedUp(0);
		const env = { ADMIN_EMAIL: "ops@example.org", ADMIN_PASSWORD: "Plum-tree 77" };
		const server = await startServer({ ...from, ...env });
		const body = new URLSearchParams({ email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD });
		const signedIn = await fetch(`${server.origin}/login`, { method: "POST", body, redirect: "manual" });
		const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
		const console = (origin: string) => fetch(`${origin}/admin`, { headers: { cookie }, redirect: "manual" });
		expect((await console(server.origin)).status).toBe(200);
		await cli(from, "backup", "--with-secrets");
		await server.end("SIGTERM");
		await cli(from, "restore", backupsOf(from).at(-1) ?? "");
		const again = await startHere(from);
		expect((await console(again.origin)).status).not.toBe(200);
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

	it("sends no waiting mails by itself; administrators decide", async () => {
		const { from, file } = await backedUp(1);
		expect(read(from, "select state from outbox")).toEqual(["pending"]);
		expect((await cli(from, "restore", file)).code).toBe(0);
		expect(read(from, "select state || ': ' || last_error from outbox")).toEqual([`failed: ${NOT_SENT.restored}`]);
	});
});
