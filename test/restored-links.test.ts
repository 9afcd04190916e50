import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { backupsOf, cli, read, withTalks } from "./support/backups.ts";
import { LATE_LINK } from "./support/late-links.ts";

it("a restore ends links for late submissions, whose secrets no mail in a backup has", async () => {
	const from = await withTalks(1);
	const sqlite = new Sqlite(join(from.DATA_DIR, "rostrum.db"));
	const link = "http://localhost/hangzhou?event=pytorch&token=of-a-draft&late=of-a-link";
	sqlite.exec(`${LATE_LINK} update outbox set body = '${link}'`);
	sqlite.close();
	await cli(from, "backup");
	const file = backupsOf(from).at(-1) ?? "";
	expect(["of-a-draft", "of-a-link"].filter((secret) => readFileSync(file).includes(secret))).toEqual([]);
	expect((await cli(from, "restore", file)).code).toBe(0);
	expect(read(from, "select ended_at > 1 from late_links order by id")).toEqual([1, 0]);
	expect(read(from, "select count(*) from late_links where ended_at is null")).toEqual([0]);
});
