import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { backedUp, cli, read, send, titles } from "../support/backups.ts";
import { tell } from "../support/figures.ts";
import { mountImage } from "../support/image-mount.ts";
import { runToEnd, type ServerProcess, startServer } from "../support/server.ts";
import { talkFields, talkForm } from "../support/talks.ts";

const IMAGE_MIB = 1_024;
const WRITERS = 8;
const PAGES = ["/", "/hangzhou", "/proposals", "/schedule", "/login", "/api/entries", "/api/tracks", "/healthz"];

let serial = 0;
const registration = () => {
	serial += 1;
	const known = { name: "林涛", email: `tao${serial}@example.org`, companySchool: "Example", position: "Professor" };
	return new URLSearchParams({ ...known, countryRegion: "中国", forumTopic: '["ai-education"]' });
};
const register = async ({ origin }: ServerProcess) => {
	const body = registration();
	const { status } = await fetch(`${origin}/api/forum/entries`, { method: "POST", body });
	return { email: body.get("email") ?? "", status };
};

it("on a full file system new data is refused with 507, nothing is lost, and with room again it is accepted without a restart", async (context) => {
	const disk = mountImage(IMAGE_MIB);
	if (!disk) return context.skip("a file system may not be mounted here; test/disk.test.ts tells the server of one");
	const where = { DATA_DIR: join(disk.path, "data"), UPLOADS_DIR: join(disk.path, "uploads") };
	const server = await startServer(where);
	await send(server);
	disk.fill(400);
	const body = await talkForm(talkFields());
	expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body })).status).toBe(507);
	expect((await register(server)).status).toBe(201);

	// The disk fills up during running submissions.
	let isFull = false;
	const answers: Awaited<ReturnType<typeof register>>[] = [];
	const writer = async () => {
		for (let after = 0; after < 20; after += isFull ? 1 : 0) answers.push(await register(server));
	};
	const writers = Array.from({ length: WRITERS }, writer);
	await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(100);
	disk.empty();
	disk.fill(0);
	isFull = true;
	await Promise.all(writers);
	const taken = answers.filter(({ status }) => status === 201);
	const refused = answers.filter(({ status }) => status === 507);
	expect(answers.length - taken.length).toBe(refused.length);
	expect(refused.length).toBeGreaterThan(WRITERS);
	for (const path of PAGES) expect([path, (await fetch(server.origin + path)).status]).toEqual([path, 200]);

	disk.empty();
	expect((await register(server)).status).toBe(201);
	await send(server);
	const stored = new Set(read(where, "select email from entries"));
	expect(taken.filter(({ email }) => !stored.has(email))).toEqual([]);
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"), { readonly: true });
	expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	sqlite.close();
	expect(await server.end("SIGTERM")).toBe(0);
	tell(context, `ext4 image of 1 GiB filled to the last byte under ${WRITERS} writers: ${taken.length} taken, 0 lost`);
	tell(
		context,
		`${refused.length} refused with 507, ${PAGES.length} addresses read with 200, taken again without a restart`,
	);
});

it("commands that meet a full file system say so and leave nothing under a final name", async (context) => {
	const disk = mountImage(IMAGE_MIB);
	if (!disk) return context.skip("a file system may not be mounted here");
	const { file } = await backedUp(2);
	const where = { DATA_DIR: join(disk.path, "data"), UPLOADS_DIR: join(disk.path, "uploads") };
	const server = await startServer(where);
	await send(server);
	await server.end("SIGTERM");
	mkdirSync(join(where.DATA_DIR, "backups"), { mode: 0o700 });
	const before = titles(where);
	const left = () => readdirSync(where.DATA_DIR).filter((name) => /^before-/.test(name));
	const backups = () => readdirSync(join(where.DATA_DIR, "backups")).filter((name) => name.endsWith(".tar"));

	let [full, midway] = [0, 0];
	for (const words of [["backup"], ["restore", file]]) {
		for (const isFullBefore of [true, false]) {
			if (isFullBefore) disk.fill(0);
			let isFull = isFullBefore;
			const names = new Set(readdirSync(where.DATA_DIR, { recursive: true }).map(String));
			const began = () => readdirSync(where.DATA_DIR, { recursive: true }).some((name) => !names.has(String(name)));
			const { code, output } = await runToEnd("cli.js", where, words, {
				killWhen: () => {
					if (!isFull && began()) disk.fill(0);
					isFull ||= began();
					return false;
				},
			});
			disk.empty();
			if (code === 0) continue;
			expect([words[0], code, output]).toEqual([words[0], 1, expect.stringMatching(/^(rostrum: [^\n]+\n)+$/)]);
			expect(output).not.toMatch(/is not there/);
			expect([titles(where), backups(), left()]).toEqual([before, [], []]);
			if (isFullBefore) full += 1;
			else midway += 1;
		}
	}
	expect(full).toBe(2);
	for (const path of backups())
		expect((await cli(where, "verify", join(where.DATA_DIR, "backups", path))).code).toBe(0);
	expect((await cli(where, "backup")).code).toBe(0);
	tell(
		context,
		`backup and restore on a full file system: ${full} of 2 refused whole; filled under way: ${midway} of 2 met it`,
	);
});
