import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { backupsOf, cli, copyOf, type Installation, installation, send, startHere } from "./support/backups.ts";

const PEOPLE = 120;
const whoIs = (number: number) => `person${number}@remnant.example`;
/** A text that nobody else typed, of a length that differs from person to person. */
const abstractOf = (number: number) => `remnant-${number}-${"of somebody ".repeat(20 + ((number * 37) % 90))}`;
const secretOf = (number: number) => `secret${number}${"x".repeat(30)}`;

/** Many people with one talk and a mail with a private link each, whose rows grew after others had filled their pages. */
async function manyPeople(): Promise<Installation> {
	return copyOf("many people", async (where) => {
		const server = await startHere(where);
		await send(server);
		await server.end();
		const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
		sqlite.pragma("secure_delete = ON");
		const copy = (table: string, changes: Record<string, string>) => {
			const names = (sqlite.pragma(`table_info(${table})`) as { name: string }[])
				.map(({ name }) => name)
				.filter((name) => name !== "id");
			sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PEOPLE})
				insert into ${table} ("${names.join('","')}") select ${names.map((name) => changes[name] ?? `one."${name}"`)}
				from n, (select * from ${table} order by id limit 1) one`);
		};
		copy("entries", {
			email: "'person' || i || '@remnant.example'",
			email_folded: "'person' || i || '@remnant.example'",
			photo: "null",
			submission_key: "null",
			answers: "'{}'",
		});
		copy("outbox", {
			to_address: "'person' || i || '@remnant.example'",
			entry_id: "i + 1",
			dedupe_key: "'copy' || i",
			message_id: "'<copy' || i || '@example.org>'",
			body: "'A short mail'",
			state: "'pending'",
			next_at: "one.next_at + 1000000000000",
		});
		const longer = sqlite.prepare("update entries set answers = json_set(answers, '$.abstract', ?) where id = ?");
		const linked = sqlite.prepare("update outbox set body = ? where id = ?");
		for (let number = 1; number <= PEOPLE; number += 1) {
			// Neither in the order of the rows nor of the lengths, so that pages split everywhere.
			const id = 1 + ((number * 53) % PEOPLE);
			longer.run(abstractOf(id), id + 1);
			linked.run(`${"Words. ".repeat((id * 13) % 200)}http://x.example/entry/talk-${id}?key=${secretOf(id)}`, id + 1);
		}
		sqlite.close();
	});
}

it("a backup holds no private link, in whatever part of a page", async () => {
	const where = await manyPeople();
	expect((await cli(where, "backup")).code).toBe(0);
	const archive = readFileSync(backupsOf(where)[0] ?? "");
	const held = Array.from({ length: PEOPLE }, (_, at) => secretOf(at + 1)).filter((secret) => archive.includes(secret));
	expect(held).toEqual([]);
});

it("after a restore nothing of an erased person is left in the database, and the command says so", async () => {
	const from = await manyPeople();
	expect((await cli(from, "backup")).code).toBe(0);
	const where = installation();
	expect((await cli(where, "restore", backupsOf(from)[0] ?? "")).code).toBe(0);
	const file = join(where.DATA_DIR, "rostrum.db");
	for (let id = 5; id <= PEOPLE; id += 10) {
		const { code, output } = await cli(where, "subject", "erase", whoIs(id));
		expect([id, code, readFileSync(file).includes(abstractOf(id).slice(0, 40))]).toEqual([id, 0, false]);
		expect(output).toMatch(/rostrum\.db was searched for \d+ texts of theirs: none is left/);
	}
});

it("texts that others typed as well stay, and are named", async () => {
	const where = await manyPeople();
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	const org = "An institute with a name that many people type";
	sqlite.prepare("update entries set org = ? where id in (2, 3)").run(org);
	sqlite.close();
	const { code, output } = await cli(where, "subject", "erase", whoIs(1));
	expect([code, output]).toEqual([0, expect.stringContaining("Others typed 1 of them as well, and keep them:\n")]);
	expect(output).toContain(`  ${org}\n`);
});
