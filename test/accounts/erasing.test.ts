import {
	appendFileSync,
	copyFileSync,
	cpSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import {
	backupsOf,
	cli,
	copyOf,
	type Installation,
	installation,
	type Running,
	read,
	startHere,
} from "../support/backups.ts";
import { temporaryDirectory } from "../support/portal.ts";
import { startServer } from "../support/server.ts";
import { talkFields, talkForm } from "../support/talks.ts";

/** Unique trigrams, so that they are found in files whole, folded or as index terms. */
const MARK = /[Qq][Zz][Xx]/;
const WHO = "qzx.person@example.org";

/** A talk with the mark in every text. */
function marked(changes: Record<string, string> = {}) {
	const names = ["name", "bio", "org", "role", "title", "abstract", "details", "github", "website", "twitter"];
	const texts = Object.fromEntries(names.map((name) => [name, `Qzx ${name} 智能`]));
	return talkFields({ ...texts, email: WHO, phone: "+86 571 qzx", ...changes });
}

async function send(server: Running, fields: Record<string, string>): Promise<string> {
	const answer = await fetch(`${server.origin}/api/submit`, { method: "POST", body: await talkForm(fields) });
	expect(answer.status).toBe(201);
	return ((await answer.json()) as { spotId: string }).spotId;
}

/** Files that contain the mark, except older copies. */
function filesWithMark(where: Installation): string[] {
	const files = (folder: string): string[] =>
		readdirSync(folder).flatMap((name) => {
			const path = join(folder, name);
			if (/^(backups$|before-)/.test(name)) return [];
			return statSync(path).isDirectory() ? files(path) : [path];
		});
	const holds = (path: string) => MARK.test(readFileSync(path, "latin1"));
	return [...files(where.DATA_DIR), ...files(where.UPLOADS_DIR)].filter(holds);
}

const erase = (where: Installation, ...more: string[]) => cli(where, "subject", "erase", WHO, ...more);

/** A stopped installation with talks of two people, and its backup. */
async function withBoth(): Promise<{ where: Installation; backup: string }> {
	const where = await copyOf("talks of two people", async (where) => {
		const server = await startHere(where);
		await send(server, marked());
		await send(server, talkFields({ title: "Of another" }));
		expect((await cli(where, "backup")).code).toBe(0);
		await server.end();
	});
	return { where, backup: backupsOf(where)[0] ?? "" };
}

const titlesOf = (where: Installation) => read(where, "select title from entries order by id");

describe("erasing a person by command", () => {
	it("removes the person from every file while the server runs, and keeps statistics", async () => {
		const where = installation();
		const server = await startServer({ ...where });
		const first = await send(server, marked());
		await send(server, talkFields({ title: "Of another", bio: `With ${WHO.toUpperCase()}` }));
		for (const title of ["Qzx second", "Qzx third"]) await send(server, marked({ title }));
		const photos = readdirSync(where.UPLOADS_DIR).length;
		const plan = await erase(where, "--dry-run");
		expect(plan).toEqual({ code: 0, output: expect.stringContaining("no account, 3 entries, 0 drafts, 3 emails") });
		expect(plan.output).toContain(`  ${first} (sent by guest) Qzx title`);
		expect(titlesOf(where)).toEqual(["Qzx title 智能", "Of another", "Qzx second", "Qzx third"]);

		const done = await erase(where);
		expect(done).toEqual({
			code: 0,
			output: expect.stringContaining("no account, 3 entries, 0 drafts, 3 emails, 3 photos"),
		});
		expect(filesWithMark(where)).toEqual([]);
		const terms = new Sqlite(join(where.DATA_DIR, "rostrum.db"), { readonly: true });
		expect(terms.prepare("select count(*) from entry_terms where term = 'qzx'").pluck().get()).toBe(0);
		terms.close();
		expect(readdirSync(where.UPLOADS_DIR)).toHaveLength(photos - 3);
		const rows = "select json_array(title, status, track_id, answers ->> '$.language', presence) from entries";
		expect(read(where, rows)).toEqual([
			'["","New","agentic-web","English","erased"]',
			'["Of another","New","agentic-web","English","active"]',
			'["","New","agentic-web","English","erased"]',
			'["","New","agentic-web","English","erased"]',
		]);
		expect(read(where, "select to_address || subject || body from outbox where state <> 'pending'")).toEqual([
			"",
			"",
			"",
		]);
		expect(await (await fetch(`${server.origin}/proposals`)).text()).toContain("Of another");
		expect((await cli(where, "backup")).code).toBe(0);
		expect(MARK.test(readFileSync(backupsOf(where).find((path) => path.endsWith(".tar")) ?? "", "latin1"))).toBe(false);
		expect(await erase(where)).toEqual({ code: 1, output: `Nothing is stored about ${WHO}\n` });
	});

	it("lists what still contains the person: backups and other people's entries", async () => {
		const { where, backup } = await withBoth();
		const server = await startHere(where);
		const named = await send(server, talkFields({ bio: `With ${WHO}` }));
		const plan = (await erase(where, "--dry-run")).output;
		expect(plan).toContain("1 place in texts of others with the address, which would be taken out:\n");
		expect(plan).toContain(`  ${named}, bio: With ${WHO} (/admin/proposals?modal=details&id=3)\n`);
		writeFileSync(join(where.DATA_DIR, "backups/of-nobody.tar"), "Of another");
		const { output } = await erase(where);
		expect(output).toMatch(new RegExp(`Still contains this person's data \\(\\d+ texts?\\); remove it: ${backup}\n`));
		expect(output).not.toContain("of-nobody.tar");
		expect(output).toContain("The address was taken out of 1 text of others\n");
		expect(read(where, "select answers ->> '$.bio' from entries where id = 3")).toEqual(["With [removed]"]);
	});

	it("refuses administrators, because the history names them", async () => {
		const where = installation();
		expect((await cli(where, "admin", "create", WHO)).code).toBe(0);
		expect(await erase(where)).toEqual({
			code: 1,
			output: expect.stringContaining(`npm run cli -- admin revoke ${WHO}`),
		});
		expect(await cli(where, "admin", "list")).toEqual({ code: 0, output: `${WHO}\n` });
		expect((await cli(where, "admin", "revoke", WHO)).code).toBe(0);
		expect((await erase(where)).output).toContain("Erased: an account, 0 entries");
	});
});

describe("an erasure", () => {
	it("is repeated after restoring an older backup, but not for later entries", async () => {
		const { where, backup } = await withBoth();
		expect((await erase(where)).code).toBe(0);
		const server = await startHere(where);
		await send(server, marked({ title: "Sent anew" }));
		await server.end();
		expect((await cli(where, "backup")).code).toBe(0);
		const after = backupsOf(where).find((path) => path.endsWith(".tar") && path !== backup) ?? "";

		expect((await cli(where, "restore", after)).code).toBe(0);
		await (await startHere(where)).end();
		expect(titlesOf(where)).toEqual(["", "Of another", "Sent anew"]);

		expect((await cli(where, "restore", backup)).code).toBe(0);
		expect(titlesOf(where)).toEqual(["Qzx title 智能", "Of another"]);
		await (await startHere(where)).end();
		expect(titlesOf(where)).toEqual(["", "Of another"]);
		expect(filesWithMark(where)).toEqual([]);
	});

	it("takes the address out of texts of others again, too", async () => {
		const where = installation();
		const server = await startHere(where);
		await send(server, talkFields({ title: "Of another", bio: `With ${WHO.toUpperCase()}.` }));
		expect((await cli(where, "backup")).code).toBe(0);
		await server.end();
		const [backup = ""] = backupsOf(where);
		const bios = () => read(where, "select answers ->> '$.bio' from entries");
		expect(await erase(where)).toMatchObject({ code: 0, output: expect.stringContaining("out of 1 text of others") });
		expect(bios()).toEqual(["With [removed]."]);
		expect((await cli(where, "restore", backup)).code).toBe(0);
		expect(bios()).toEqual([`With ${WHO.toUpperCase()}.`]);
		await (await startHere(where)).end();
		expect(bios()).toEqual(["With [removed]."]);
		expect(filesWithMark(where)).toEqual([]);
	});

	it("is repeated on another machine that has the backups folder", async () => {
		const { where } = await withBoth();
		expect((await erase(where)).code).toBe(0);
		const folder = join(temporaryDirectory(), "copied");
		cpSync(join(where.DATA_DIR, "backups"), folder, { recursive: true });
		const other = installation();
		const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".tar"));
		expect((await cli(other, "restore", join(folder, file))).code).toBe(0);
		await (await startHere(other)).end();
		expect(titlesOf(other)).toEqual(["", "Of another"]);
	});

	it("interrupted by a crash is finished at the next start; an unjournalled one is not", async () => {
		const { where } = await withBoth();
		const [database, list] = ["rostrum.db", "backups/erasures.jsonl"].map((name) => join(where.DATA_DIR, name)) as [
			string,
			string,
		];
		const before = join(temporaryDirectory(), "before.db");
		copyFileSync(database, before);
		expect((await erase(where)).code).toBe(0);
		expect(statSync(list).mode & 0o077).toBe(0);
		const promise = readFileSync(list);
		const back = () => {
			for (const suffix of ["-wal", "-shm"]) rmSync(database + suffix, { force: true });
			copyFileSync(before, database);
		};

		back();
		rmSync(list);
		appendFileSync(list, promise.subarray(0, promise.length - 20));
		await (await startHere(where)).end();
		expect(titlesOf(where)).toEqual(["Qzx title 智能", "Of another"]);

		back();
		appendFileSync(list, promise);
		await (await startHere(where)).end();
		expect(titlesOf(where)).toEqual(["", "Of another"]);
		expect(MARK.test(promise.toString())).toBe(false);
	});
});

describe("a copy by command", () => {
	it("contains everything, with photos if a folder is named", async () => {
		const { where } = await withBoth();
		const printed = await cli(where, "subject", "export", WHO);
		expect(printed.code).toBe(0);
		const copy = JSON.parse(printed.output);
		expect(copy).toMatchObject({ address: WHO, account: null, drafts: [], mails: [{ kind: "receipt", to: WHO }] });
		expect(copy.entries).toMatchObject([
			{ id: "talk-1", status: "New", answers: { bio: "Qzx bio 智能" }, history: [{ type: "Created" }] },
		]);
		const folder = join(temporaryDirectory(), "copy");
		expect((await cli(where, "subject", "export", WHO, folder)).code).toBe(0);
		expect(readdirSync(folder).sort()).toEqual([copy.entries[0].photo.split("/").at(-1), "data.json"].sort());
		expect(JSON.parse(readFileSync(join(folder, "data.json"), "utf8")).entries).toEqual(copy.entries);
		expect((await cli(where, "subject", "export", "nobody@example.org")).code).toBe(1);
	});

	it("contains where others name the address, in any spelling, and lists where only the name is", async () => {
		const where = installation();
		const server = await startHere(where);
		await send(server, talkFields({ name: "Qzx Person", email: WHO, title: "Theirs" }));
		await send(server, talkFields({ title: "Of another", bio: `With ＱＺＸ.person＠example.org; and so on` }));
		await send(server, talkFields({ title: "Of a third", bio: "I know Qzx Person." }));
		await server.end();
		const { code, output } = await cli(where, "subject", "export", `Qzx <${WHO.toUpperCase()}>`);
		expect(code).toBe(0);
		expect(output).toContain("1 place with only a name (Qzx Person), for you to decide:");
		expect(output).toContain("talk-3, bio: Qzx Person (/admin/proposals?modal=details&id=3)");
		const copy = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
		const text = "With ＱＺＸ.person＠example.org";
		expect(copy.mentions).toEqual([{ place: "entries", entry: "talk-2", question: "bio", text }]);
		expect(copy.entries).toHaveLength(1);
	});
});
