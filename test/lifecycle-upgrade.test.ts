import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { FILES, folder, madeBy, open } from "./support/upgrades.ts";

it("withdrawn, erased and changed entries and their emails keep the meaning of their old keys", () => {
	const before = FILES.slice(0, 15).map((name) => join(folder, name));
	const { file } = madeBy(before);
	const sqlite = new Sqlite(file);
	const copy = sqlite.prepare(`
		insert into entries (id, category, name, email, email_folded, org, title, answers, incomplete, search_text, locale,
			created_at, updated_at, submission_key, withdrawn_at)
		select ?, category, name, email, email_folded, org, title, answers, incomplete, search_text, locale, 1, 2, ?, ?
		from entries where id = 7`);
	copy.run(10, "erased:10:x", 3);
	copy.run(11, "withdrawn:11:x", 4);
	copy.run(12, "changed:12:x", null);
	copy.run(13, "import:x", null);
	copy.run(14, "withdrawn:14:x", null);
	const mail = sqlite.prepare(`
		insert into outbox (kind, dedupe_key, entry_id, to_address, subject, body, message_id, state, next_at, created_at)
		values (?, ?, ?, 'a@example.org', '', '', ?, 'sent', 1, 1)`);
	sqlite.exec("insert into releases (version, at, note, grid) values (3, 1, '', '{}')");
	mail.run("receipt", "received:12:1", null, "one");
	mail.run("receipt", "received:99:2", null, "two");
	mail.run("slot", "slot:12:3:2", 12, "three");
	mail.run("removal", "removal:12:4", 12, "four");
	sqlite.close();
	open(file);
	const upgraded = new Sqlite(file);
	expect(upgraded.prepare("select id, presence, submission_key from entries order by id").raw().all()).toEqual([
		[7, "active", "key 7"],
		[10, "erased", null],
		[11, "withdrawn", null],
		[12, "active", null],
		[13, "active", null],
		[14, "active", null],
	]);
	expect(
		upgraded.prepare("select message_id, entry_id, version from outbox where id > 1 order by id").raw().all(),
	).toEqual([
		["one", 12, null],
		["two", null, null],
		["three", 12, 3],
		["four", 12, null],
	]);
	expect(upgraded.prepare("select sum(n) from entry_counts where presence <> 'active'").pluck().get()).toBe(2);
	expect(() => upgraded.exec("pragma foreign_keys = on; update entries set status = 'Unknown'")).toThrow("FOREIGN KEY");
	upgraded.close();
});

it("cancelled emails, undone changes, confirmed registrations and members keep their meaning in columns of their own", () => {
	const { file } = madeBy(FILES.slice(0, 17).map((name) => join(folder, name)));
	const sqlite = new Sqlite(file);
	sqlite.exec("insert into memberships (user_id, role, created_at) values (5, 'organiser', 1)");
	const mail = sqlite.prepare(`
		insert into outbox (kind, dedupe_key, to_address, subject, body, message_id, state, next_at, created_at, last_error)
		values ('accept', ?, 'a@example.org', '', '', ?, 'cancelled', 1, 1, ?)`);
	mail.run("one", "one", "cancelled by ada@example.org");
	mail.run("two", "two", "cancelled by gone@example.org");
	mail.run("three", "three", "the person was erased");
	const line = sqlite.prepare("insert into entry_log (entry_id, at, type, state, batch) values (7, 1, ?, ?, ?)");
	line.run("Status", "Hold", "undo:abc");
	line.run("Status", "Accept", "abc");
	line.run("Email", "Confirmed", null);
	sqlite.close();
	open(file);
	const upgraded = new Sqlite(file);
	const rows = (query: string) => upgraded.prepare(query).raw().all();
	expect(rows("select message_id, cancelled_by, last_error from outbox where id > 1 order by id")).toEqual([
		["one", 5, "an organiser cancelled it"],
		["two", null, "an organiser cancelled it"],
		["three", null, "the person was erased"],
	]);
	expect(rows("select state, batch, undoes from entry_log where id > 1 order by id")).toEqual([
		["Hold", "undo:abc", "abc"],
		["Accept", "abc", null],
		["Registration", null, null],
	]);
	expect(rows("select role from memberships")).toEqual([["organiser"]]);
	expect(() => upgraded.exec("pragma foreign_keys = on; update memberships set role = 'Unknown'")).toThrow(
		"FOREIGN KEY",
	);
	upgraded.exec("delete from users where id = 5");
	expect(rows("select cancelled_by from outbox where message_id = 'one'")).toEqual([[null]]);
	upgraded.close();
});

it("placeholders that blank events stored for Chinese pages go, and names that somebody entered stay", () => {
	const { file } = madeBy(FILES.slice(0, 29).map((name) => join(folder, name)));
	const sqlite = new Sqlite(file);
	const event = sqlite.prepare(`
		insert into events (slug, state, template, name, name_zh, organisation, organisation_zh, zone, support, accent)
		values (?, 'preparing', ?, ?, ?, ?, ?, 'UTC', '', '#000000')`);
	event.run("untouched", "blank", "Your conference", "您的大会", "The organisers", "主办方");
	event.run("english", "blank", "Lake Days", "您的大会", "Lake Foundation", "主办方");
	event.run("entered", "blank", "Lake Days", "湖之日", "Lake Foundation", "湖基金会");
	event.run("other", "hangzhou", "Lake Days", "您的大会", "Lake Foundation", "主办方");
	sqlite.close();
	open(file);
	const upgraded = new Sqlite(file);
	const names = upgraded.prepare("select slug, name_zh, organisation_zh from events where state = 'preparing'");
	expect(names.raw().all()).toEqual([
		["untouched", "", ""],
		["english", "", ""],
		["entered", "湖之日", "湖基金会"],
		["other", "您的大会", "主办方"],
	]);
	upgraded.close();
});

it("texts of earlier edits move to rows of their own, and other changes stay in the log", () => {
	const { file } = madeBy(FILES.slice(0, 38).map((name) => join(folder, name)));
	const sqlite = new Sqlite(file);
	const line = sqlite.prepare(
		"insert into entry_log (id, entry_id, at, type, state, changes) values (?, 7, 5, ?, 'New', ?)",
	);
	const long = "word ".repeat(100);
	line.run(10, "Edited", JSON.stringify({ title: { from: "One", to: "Two" }, abstract: { from: "Short", to: long } }));
	line.run(11, "Edited", JSON.stringify({ abstract: { from: long, to: null } }));
	line.run(12, "Edited", null);
	line.run(13, "Status", JSON.stringify({ status: { from: "New", to: "Accept" } }));
	sqlite.close();
	open(file);
	const upgraded = new Sqlite(file);
	const rows = "select log_id, field, entry_id, cast(before as text), after from edited_answers order by log_id, field";
	expect(upgraded.prepare(rows).raw().all()).toEqual([
		[10, "abstract", 7, '"Short"', null],
		[10, "title", 7, '"One"', '"Two"'],
		[11, "abstract", 7, JSON.stringify(long), "null"],
	]);
	expect(upgraded.prepare("select id, changes from entry_log where id >= 10 order by id").raw().all()).toEqual([
		[10, null],
		[11, null],
		[12, null],
		[13, '{"status":{"from":"New","to":"Accept"}}'],
	]);
	upgraded.close();
});
