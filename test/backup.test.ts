import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { TZDate } from "@date-fns/tz";
import Sqlite from "better-sqlite3";
import { pino } from "pino";
import supertest from "supertest";
import { extract } from "tar";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createDailyBackups, dailyName } from "../server/backup/daily.ts";
import { writeArchive } from "../server/backup/write-archive.ts";
import { type Config, readConfig } from "../server/config.ts";
import { PASSWORD } from "./support/accounts.ts";
import { backedUp, backupsOf, cli, installation, namesIn, read, send, startHere, titles } from "./support/backups.ts";
import { submitForm } from "./support/form.ts";
import { LATE_COPY } from "./support/late-forms.ts";
import { ADMIN, openPortal, root, temporaryDirectory } from "./support/portal.ts";
import { runToEnd, startServer } from "./support/server.ts";

describe("a backup", () => {
	it("runs at a lower priority than the server", async () => {
		const from = installation();
		const server = await startHere(from);
		for (const word of ["--daily", "--with-secrets"]) {
			const child = spawn(process.execPath, [join(root, "build/cli.js"), "backup", word], {
				env: { ...process.env, ...from },
			});
			let seen = 0;
			const watch = setInterval(() => {
				try {
					seen = Math.max(seen, getPriority(child.pid));
				} catch {
					// The process has exited.
				}
			}, 1);
			const [code] = await once(child, "close");
			clearInterval(watch);
			expect([word, code, seen]).toEqual([word, 0, constants.priority.PRIORITY_LOW]);
		}
		await server.end();
	});

	it("is made beside a running server and brings everything back on another machine", async () => {
		const from = installation();
		const server = await startServer({ ...from });
		const sent = [await send(server), await send(server)];
		const made = await cli(from, "backup", "--with-secrets");
		expect([made.code, made.output]).toEqual([
			0,
			expect.stringMatching(/backups\/rostrum-\S+\.tar: \d+\.\d MB, 2 entries, 2 photos, with keys\n$/),
		]);
		const [file = ""] = backupsOf(from);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		await send(server);
		await server.end("SIGKILL");
		const checked = await cli(from, "verify", file);
		expect([checked.code, checked.output]).toEqual([0, expect.stringMatching(/ is intact: made .*, with keys\n$/)]);

		const to = installation();
		const restored = await cli(to, "restore", file);
		expect([restored.code, restored.output]).toEqual([
			0,
			expect.stringMatching(/^Restored: made .*, 2 entries, 2 photos, with keys\n$/),
		]);
		const again = await startHere(to);
		expect(titles(to)).toEqual(sent);
		for (const name of read(to, "select photo from entries")) {
			const photo = await fetch(`${again.origin}/uploads/${name}.jpg`);
			const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
			expect(hash(new Uint8Array(await photo.arrayBuffer()))).toBe(
				hash(readFileSync(join(from.UPLOADS_DIR, `${name}.jpg`))),
			);
		}
		expect(readFileSync(join(to.DATA_DIR, "secrets.json"), "utf8")).toBe(
			readFileSync(join(from.DATA_DIR, "secrets.json"), "utf8"),
		);
		await send(again);
		expect(titles(to)).toHaveLength(3);
	});

	it("has no working links in its mails, and mails with one-time links come back as expired", async () => {
		const from = installation();
		const server = await startServer({ ...from, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
		await send(server);
		const post = (path: string, body: object) =>
			fetch(`${server.origin}/api/auth/${path}`, {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify(body),
			});
		expect((await post("register", { username: "h@example.org", password: PASSWORD, name: "H" })).status).toBe(201);
		expect((await post("forgot-password", { email: "h@example.org" })).status).toBe(200);
		const admin = supertest.agent(server.origin);
		await admin.post("/login").type("form").send(ADMIN).expect(303);
		const team = (await admin.get("/admin/team").expect(200)).text;
		const invite = { selector: "main form[aria-labelledby=h-invite]" };
		await submitForm(admin, team, { email: "sun@example.org", role: "organiser" }, invite).expect(200);
		await server.end("SIGTERM");
		const links = read(from, "select body from outbox").flatMap(
			(body) => String(body).match(/[?&](token|key)=\S+/) ?? [],
		);
		const secrets = links.filter((link) => /^[?&]/.test(link));
		expect(secrets).toHaveLength(4);
		await cli(from, "backup", "--with-secrets");
		const [file = ""] = backupsOf(from);
		expect(secrets.filter((secret) => readFileSync(file).includes(secret))).toEqual([]);

		const to = installation();
		expect((await cli(to, "restore", file)).code).toBe(0);
		expect(read(to, "select kind || ' ' || state from outbox order by kind")).toEqual([
			"invite expired",
			"notice failed",
			"receipt failed",
			"reset expired",
			"verify expired",
		]);
	});

	it("contains the keys only if asked to", async () => {
		const { file } = await backedUp(1);
		expect(await namesIn(file)).toEqual([
			"manifest.json",
			"erasures.jsonl",
			"rostrum.db",
			expect.stringMatching(/^uploads\/\w{32}\.jpg$/),
		]);
		const to = installation();
		const { output } = await cli(to, "restore", file);
		expect(output).toContain("The backup has no keys: new ones were made");
	});

	it("writes to the named folder, and says which photos are missing", async () => {
		const { from } = await backedUp(2);
		const [lost = ""] = readdirSync(from.UPLOADS_DIR).filter((name) => /^\w{32}\.jpg$/.test(name));
		rmSync(join(from.UPLOADS_DIR, lost));
		const folder = join(temporaryDirectory(), "else", "where");
		const made = await cli(from, "backup", folder);
		expect([made.code, made.output]).toEqual([
			3,
			expect.stringContaining(`The photo ${lost} is missing or cannot be read\n`),
		]);
		const [name = ""] = readdirSync(folder);
		expect((await cli(from, "verify", join(folder, name))).code).toBe(0);
	});

	it("reports a missing photo of a late form, and the server does not start with an empty photos folder", async () => {
		const { from } = await backedUp(1);
		const [name = ""] = readdirSync(from.UPLOADS_DIR).filter((one) => /^\w{32}\.jpg$/.test(one));
		const sqlite = new Sqlite(join(from.DATA_DIR, "rostrum.db"));
		sqlite.exec(`${LATE_COPY} update entries set photo = null`);
		sqlite.close();
		rmSync(join(from.UPLOADS_DIR, name));
		const made = await cli(from, "backup", join(temporaryDirectory(), "elsewhere"));
		expect([made.code, made.output]).toEqual([
			3,
			expect.stringContaining(`The photo ${name} is missing or cannot be read\n`),
		]);
		rmSync(from.UPLOADS_DIR, { recursive: true });
		expect(await cli(from, "admin", "list")).toEqual({
			code: 1,
			output: expect.stringContaining("is empty, but entries of the database have photos (1)."),
		});
	});

	it("gets its name only when complete, whenever it is killed", async () => {
		const { from, file } = await backedUp(3);
		const folder = join(from.DATA_DIR, "backups");
		const inWork = (name: string) => readdirSync(folder).some((one) => existsSync(join(folder, one, name)));
		let hits = 0;
		for (const part of ["", "rostrum.db", "uploads", "whole"]) {
			const killed = await runToEnd("cli.js", { ...from }, ["backup"], {
				killWhen: () => (part === "" ? readdirSync(folder).length > 1 : inWork(part)),
			});
			// On a busy machine it may finish before the kill.
			const more = backupsOf(from).filter((path) => path.endsWith(".tar") && path !== file);
			for (const path of more) expect((await cli(from, "verify", path)).code).toBe(0);
			if (killed.code === "SIGKILL" && more.length === 0) hits += 1;
			for (const path of backupsOf(from)) if (path !== file) rmSync(path, { recursive: true });
		}
		expect(hits).toBeGreaterThan(0);
		expect((await cli(from, "backup")).code).toBe(0);
	});

	it("has every byte of its files, whatever their size", async () => {
		const folder = temporaryDirectory();
		const sizes = [0, 1, 511, 512, 513, 4 * 1024 ** 2 - 512, 4 * 1024 ** 2, 9 * 1024 ** 2 + 1];
		const contents = new Map(sizes.map((size, at) => [`file-${at}`, randomBytes(size)]));
		for (const [name, bytes] of contents) writeFileSync(join(folder, name), bytes);
		const file = join(folder, "whole.tar");
		const size = await writeArchive(file, {
			folder,
			paths: [...contents.keys()],
			madeAt: new Date(),
			describe: (files) => JSON.stringify(files),
		});
		expect(statSync(file).size).toBe(size);
		const unpacked = temporaryDirectory();
		await extract({ file, cwd: unpacked, strict: true });
		expect(readdirSync(unpacked)).toEqual([...contents.keys(), "manifest.json"]);
		const isSame = ([name, bytes]: [string, Buffer]) => readFileSync(join(unpacked, name)).equals(bytes);
		expect([...contents].filter((one) => !isSame(one))).toEqual([]);
		expect(JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8"))).toEqual(
			[...contents].map(([path, bytes]) => ({
				path,
				bytes: bytes.length,
				sha256: createHash("sha256").update(bytes).digest("hex"),
			})),
		);
	});

	it("keeps seven daily and four weekly backups", async () => {
		const { from, file } = await backedUp(0);
		const folder = join(from.DATA_DIR, "backups");
		const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
		for (let back = 2; back < 60; back += 1) writeFileSync(join(folder, `daily-${day(back)}.tar`), "");
		writeFileSync(join(folder, "daily-notes.tar"), "");
		expect((await cli(from, "backup", "--daily")).code).toBe(0);
		const left = readdirSync(folder)
			.filter((name) => /^daily-\d/.test(name))
			.sort()
			.reverse();
		expect(left).toHaveLength(11);
		expect(left.slice(1, 7)).toEqual([2, 3, 4, 5, 6, 7].map((back) => `daily-${day(back)}.tar`));
		const weeks = left.slice(7).map((name) => Math.floor((Date.parse(name.slice(6, 16)) / 86_400_000 + 3) / 7));
		expect(weeks.map((week) => (weeks[0] ?? 0) - week)).toEqual([0, 1, 2, 3]);
		expect([existsSync(file), existsSync(join(folder, "daily-notes.tar"))]).toEqual([true, true]);
		const twice = await cli(from, "backup", "--daily");
		expect([twice.code, twice.output]).toEqual([1, expect.stringMatching(/^rostrum: .* is there already\n$/)]);
	});

	it("is made once a night by the server itself, unless that is turned off", async () => {
		const { from } = await backedUp(1);
		const nightly = () => backupsOf(from).filter((path) => path.includes("/daily-"));
		const zone = ["UTC", "Asia/Shanghai"].find((one) => new TZDate(Date.now(), one).getHours() >= 3) ?? "";
		const settings = readConfig({ ...from });
		const sqlite = new Sqlite(join(from.DATA_DIR, "rostrum.db"));
		sqlite.prepare("update events set zone = ?").run(zone);
		sqlite.close();
		const log = pino({ level: "silent" });
		const run = (changes: Partial<Config>, now = Date.now) =>
			createDailyBackups({ config: { ...settings, ...changes }, zone: () => zone, log, now }, root)();
		await run({ dailyBackup: false });
		await run({}, () => new TZDate(2025, 8, 13, 2, 59, zone).getTime());
		expect(nightly()).toEqual([]);
		await run({});
		expect(nightly()).toEqual([join(from.DATA_DIR, "backups", dailyName(Date.now(), zone))]);
		const [{ mtimeMs } = { mtimeMs: 0 }] = nightly().map((path) => statSync(path));
		await run({});
		expect(nightly().map((path) => statSync(path).mtimeMs)).toEqual([mtimeMs]);
	});

	it("is made by a server that never runs for an hour", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
		onTestFinished(() => void vi.useRealTimers());
		const zone = "Asia/Shanghai";
		const today = new TZDate(Date.now(), zone);
		const at = (hour: number, minute: number) =>
			new TZDate(today.getFullYear(), today.getMonth(), today.getDate(), hour, minute, zone).getTime();
		const portal = await openPortal();
		const nightly = () => {
			const folder = join(portal.config.dataDir, "backups");
			return existsSync(folder) ? readdirSync(folder).filter((name) => /^daily-.*\.tar$/.test(name)) : [];
		};
		portal.clock.now = at(4, 0);
		portal.start();
		vi.advanceTimersByTime(10 * 60_000);
		vi.useRealTimers();
		const made = () => portal.lines.map(({ msg }) => msg).filter((msg) => /backup/.test(String(msg)));
		await vi.waitFor(() => expect(made()).toEqual(["backup made"]), { timeout: 60_000 });
		expect(nightly()).toHaveLength(1);
	});

	it("rejects a mistyped option", async () => {
		const { from } = await backedUp(0);
		const wrong = await cli(from, "backup", "--with-secret");
		expect([wrong.code, wrong.output]).toEqual([2, expect.stringMatching(/^npm run cli -- backup /)]);
	});

	it("is checked by the doctor", async () => {
		const { from, file } = await backedUp(0);
		expect((await cli(from, "doctor")).output).toContain("ok   the newest backup in");
		rmSync(file);
		expect((await cli(from, "doctor")).output).toContain("WARN there is no backup in");
	});
});
