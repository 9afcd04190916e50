import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import jwt from "jsonwebtoken";
import { describe, expect, it } from "vitest";
import { PASSWORD } from "./support/accounts.ts";
import { backupsOf, cli, type Installation, installation, type Running, read, startHere } from "./support/backups.ts";
import { startServer } from "./support/server.ts";
import { talkFields, talkForm } from "./support/talks.ts";

const keysOf = (where: Installation) =>
	(JSON.parse(readFileSync(join(where.DATA_DIR, "secrets.json"), "utf8")) as { keys: { kid: string }[] }).keys;

const rotate = async (where: Installation) => expect((await cli(where, "rotate-keys")).code).toBe(0);

/** Sends a talk as a guest. @returns the path of its private link */
async function sendAndLink({ origin }: Running, where: Installation): Promise<string> {
	const answer = await fetch(`${origin}/api/submit`, { method: "POST", body: await talkForm(talkFields()) });
	expect(answer.status).toBe(201);
	const body = String(read(where, "select body from outbox where kind = 'receipt' order by id desc")[0]);
	const { pathname, search } = new URL(/https?:\/\/\S+/.exec(body)?.[0] ?? "");
	return pathname + search;
}

const statusOf = async ({ origin }: Running, path: string, token?: string) =>
	(await fetch(origin + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} })).status;

async function openToken({ origin }: Running): Promise<string> {
	const call = (path: string, body: object) =>
		fetch(origin + path, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
	const username = "han@example.org";
	await call("/api/auth/register", { username, password: PASSWORD, name: "Han" });
	const answer = await call("/api/auth/login", { username, password: PASSWORD });
	return String(((await answer.json()) as { token: string }).token);
}

const kidOf = (token: string) => jwt.decode(token, { complete: true })?.header.kid;

describe("new keys", () => {
	it("are used at once by a running server; earlier links and tokens keep working, forged ones never", async () => {
		const where = installation();
		const server = await startServer({ ...where });
		const [links, tokens] = [[await sendAndLink(server, where)], [await openToken(server)]];
		for (let turn = 1; turn <= 2; turn += 1) {
			await rotate(where);
			links.push(await sendAndLink(server, where));
			tokens.push(await openToken(server));
			expect(kidOf(tokens[turn] ?? "")).toBe(keysOf(where)[0]?.kid);
		}
		expect(new Set(tokens.map(kidOf)).size).toBe(3);
		const again = async (running: Running) => {
			for (const link of links) expect(await statusOf(running, link)).toBe(200);
			const statuses = [];
			for (const token of tokens) statuses.push(await statusOf(running, "/api/me/export", token));
			expect(statuses).toEqual([200, 200, 200]);
		};
		await again(server);
		const forged = (links[0] ?? "").replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
		expect(await statusOf(server, forged)).toBe(404);
		await server.end("SIGTERM");
		await again(await startHere(where));
	});

	it("drop keys older than the longest token lifetime", async () => {
		const where = installation();
		const server = await startHere(where);
		const token = await openToken(server);
		const file = join(where.DATA_DIR, "secrets.json");
		const [old] = keysOf(where) as { kid: string; bearer?: string }[];
		// A forged token: signed with an old key, with the id of a valid session.
		const forged = jwt.sign(jwt.decode(token) as object, Buffer.from(old?.bearer ?? "", "base64url"));
		for (const [daysAgo, status] of [
			[29, 200],
			[31, 401],
		] as const) {
			const since = Date.now() - daysAgo * 24 * 60 * 60 * 1000;
			writeFileSync(file, JSON.stringify({ keys: [{ ...old, kid: "2", since, bearer: "A".repeat(43) }, old] }));
			expect(await statusOf(server, "/api/me/export", forged)).toBe(status);
		}
	});

	it("are all kept when several commands run at once", async () => {
		const where = installation();
		await (await startHere(where)).end();
		await Promise.all([1, 2, 3, 4].map(() => rotate(where)));
		expect(new Set(keysOf(where).map(({ kid }) => kid)).size).toBe(5);
		expect(existsSync(join(where.DATA_DIR, "secrets.json.new"))).toBe(false);
	});

	it("are added to the keys of an earlier version of the program", async () => {
		const where = installation();
		const first = await startHere(where);
		const { kid: _kid, since: _since, ...old } = keysOf(where)[0] as unknown as Record<string, string>;
		await first.end();
		writeFileSync(join(where.DATA_DIR, "secrets.json"), JSON.stringify(old));
		const server = await startHere(where);
		const [link, token] = [await sendAndLink(server, where), await openToken(server)];
		await rotate(where);
		expect(await statusOf(server, link)).toBe(200);
		expect(await statusOf(server, "/api/me/export", token)).toBe(200);
		expect(keysOf(where)).toMatchObject([{ kid: expect.any(String) }, old]);
	});

	it("survive a restore of an earlier backup, and are copied nowhere else", async () => {
		const where = installation();
		const server = await startHere(where);
		const before = await sendAndLink(server, where);
		expect((await cli(where, "backup", "--with-secrets")).code).toBe(0);
		const [backup = ""] = backupsOf(where);
		await rotate(where);
		// A change sends the link anew, signed with the new key.
		const key = new URL(before, server.origin).searchParams.get("key") ?? "";
		const [email] = read(where, "select email from entries").map(String);
		const body = await talkForm(talkFields({ id: "1", key, title: "Changed", ...(email && { email }) }));
		expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body })).status).toBe(200);
		const mails = read(where, "select body from outbox where kind = 'receipt' order by id desc").map(String);
		const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mails.find(Boolean) ?? "")?.[0] ?? "");
		const after = pathname + search;
		expect(after).not.toBe(before);
		await server.end();
		expect((await cli(where, "restore", backup)).code).toBe(0);
		const restored = await startHere(where);
		for (const link of [before, after]) expect(await statusOf(restored, link)).toBe(200);

		// Another portal whose data is replaced by the backup keeps none of its own keys: its links name other entries.
		const other = installation();
		const stranger = await startHere(other);
		const foreign = await sendAndLink(stranger, other);
		await stranger.end();
		expect((await cli(other, "restore", backup)).code).toBe(0);
		const moved = await startHere(other);
		expect([await statusOf(moved, before), await statusOf(moved, foreign)]).toEqual([200, 404]);
	});
});

it("a file that holds no keys stops the start with one line", async () => {
	const where = installation();
	await (await startHere(where)).end();
	const file = join(where.DATA_DIR, "secrets.json");
	for (const content of ["", "{}", '{"keys":[]}']) {
		writeFileSync(file, content);
		expect(await cli(where, "doctor")).toEqual({
			code: 1,
			output: `rostrum: ${file} holds no keys that this program can read; put it back from a backup. To go on without: remove it, then npm start -- --new-keys\n`,
		});
	}
});
