import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../db/client.ts";
import { root, temporaryDirectory } from "./support/portal.ts";

function openOwn() {
	const directory = temporaryDirectory();
	mkdirSync(join(directory, "backups"));
	const file = join(directory, "x.db");
	const db = openDatabase({ file, migrations: join(root, "migrations"), backups: join(directory, "backups") });
	onTestFinished(() => db.close());
	let reads = 0;
	const days = () => {
		reads += 1;
		return db.orm.all<{ date: string }>(sql`select date from days order by date`).map(({ date }) => date);
	};
	const next = () => new Promise(setImmediate);
	return { db, file, days, next, reads: () => reads };
}

const addDay = (date: string) => sql`insert into days (id, date) values (lower(hex(randomblob(4))), ${date})`;
const addView = sql`insert into installation (id) values (hex(randomblob(8)))`;

describe("what is remembered", () => {
	it("of anything is read again after each write, and in each transaction", async () => {
		const { db, days, reads } = openOwn();
		const read = db.remembering(days);
		read();
		read();
		expect(reads()).toBe(1);
		await db.write((tx) => {
			tx.run(addView);
			read();
		});
		read();
		expect(reads()).toBe(3);
	});

	it("of the set-up is read again only when that was changed", async () => {
		const { db, days, reads } = openOwn();
		const read = db.rememberingSetup(days);
		read();
		await db.write((tx) => {
			tx.run(addView);
			read();
		});
		read();
		expect(reads()).toBe(1);
		await db.write((tx) => tx.run(addDay("2027-03-01")));
		expect(read()).toEqual(["2027-03-01"]);
	});

	it("of the set-up is what a transaction has made of it, and forgotten when that fails", async () => {
		const { db, days } = openOwn();
		const read = db.rememberingSetup(days);
		read();
		const failed = db.write((tx) => {
			tx.run(addDay("2027-03-01"));
			expect(read()).toEqual(["2027-03-01"]);
			throw new Error("rolled back");
		});
		await expect(failed).rejects.toThrow("rolled back");
		expect(read()).toEqual([]);
		await db.write((tx) => tx.run(addDay("2027-03-02")));
		expect(read()).toEqual(["2027-03-02"]);
	});

	it("of the set-up is read again when another process has changed it", async () => {
		const { db, file, days, next } = openOwn();
		const read = db.rememberingSetup(days);
		expect(read()).toEqual([]);
		await next();
		const other = new Sqlite(file);
		other.exec("insert into days (id, date) values ('x', '2027-03-01')");
		other.close();
		expect(read()).toEqual(["2027-03-01"]);
	});

	it("of the set-up depends on tables of which every change is counted", () => {
		const { db } = openOwn();
		const count = () => db.orm.get<{ n: number }>(sql`select n from setup_changes`).n;
		const declared = readFileSync(join(root, "db/derived/setup.sql"), "utf8");
		const tables = new Set([...declared.matchAll(/ ON `(\w+)` BEGIN/g)].map(([, table]) => table));
		const triggers = db.orm.all<{ tbl_name: string; sql: string }>(
			sql`select tbl_name, sql from sqlite_master where type = 'trigger' and name like 'setup_%'`,
		);
		const kinds = (table: string | undefined) =>
			triggers.filter((one) => one.tbl_name === table).map((one) => /AFTER (\w+)/.exec(one.sql)?.[1]);
		for (const table of tables) expect(kinds(table).sort()).toEqual(["DELETE", "INSERT", "UPDATE"]);
		const before = count();
		for (const change of [addDay("2027-03-01"), sql`update days set date = '2027-03-02'`, sql`delete from days`])
			db.orm.run(change);
		expect(count()).toBe(before + 3);
	});
});
