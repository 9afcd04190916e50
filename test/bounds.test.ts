import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GUEST } from "../server/services/actor.ts";
import { BOUNDS } from "./support/bounds.ts";
import { openPortal, root } from "./support/portal.ts";
import { talkFields } from "./support/talks.ts";

it("every table has a limit against growth by strangers, and a file that enforces it", async () => {
	const { sqlite } = await openPortal();
	// Tables of SQLite and FTS5, which grow with the entries.
	const tables = sqlite
		.prepare("select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'")
		.pluck()
		.all() as string[];
	expect(Object.keys(BOUNDS).sort()).toEqual(tables.sort());
	for (const { enforcedBy } of Object.values(BOUNDS))
		expect([enforcedBy, existsSync(join(root, enforcedBy))]).toEqual([enforcedBy, true]);
});

it("counts of failures are dropped oldest first, never an account's", async () => {
	const portal = await openPortal();
	const insert = portal.sqlite.prepare("insert into attempts values (?, 'hangzhou', 'title', 1, ?)");
	portal.sqlite.transaction(() => {
		insert.run("user:1", 1);
		for (let n = 0; n < 50_000; n += 1) insert.run(`form:${n}`, n);
	})();
	await portal
		.agent()
		.post("/api/submit")
		.type("form")
		.send({ ...talkFields({ formSession: "new" }), title: "" })
		.expect(422);
	const count = portal.sqlite.prepare("select count(*) from attempts").pluck();
	const there = portal.sqlite.prepare("select count(*) from attempts where subject = ?").pluck();
	const newest = portal.sqlite
		.prepare("select updated_at from attempts order by updated_at desc limit 1")
		.pluck()
		.get();
	expect(newest).toBe(portal.clock.now);
	expect(count.get()).toBeLessThan(46_000);
	const subjects = ["user:1", "form:0", "form:49999"];
	expect(subjects.map((subject) => there.get(subject))).toEqual([1, 0, 1]);
});

it("a hundred ended sessions per account are remembered, and the first one", async () => {
	const portal = await openPortal();
	await portal.services.accounts.register(GUEST, {
		name: "Lei",
		email: "lei@example.org",
		password: "Plum-tree 77",
		locale: "en",
	});
	const insert = portal.sqlite.prepare(
		"insert into sessions (id_hash, user_id, kind, remember, created_at, last_seen_at, expires_at, revoked_at, ip_prefix, user_agent) values (?, 1, 'cookie', 0, ?, ?, ?, 1, '', '')",
	);
	const later = portal.clock.now + 60_000;
	for (let n = 0; n < 300; n += 1) insert.run(Buffer.from(`session ${n}`), n, n, later);
	await portal
		.agent()
		.post("/login")
		.type("form")
		.send({ email: "lei@example.org", password: "Plum-tree 77" })
		.expect(303);
	const left = portal.sqlite
		.prepare("select created_at from sessions where revoked_at is not null order by rowid")
		.pluck()
		.all();
	expect([left.length, left[0], left[1], left.at(-1)]).toEqual([101, 0, 200, 299]);
});
