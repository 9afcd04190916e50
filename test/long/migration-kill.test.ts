import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { APPLICATION_ID } from "../../db/migrate.ts";
import { type Installation, installation, read } from "../support/backups.ts";
import { tell } from "../support/figures.ts";
import { root } from "../support/portal.ts";
import { runToEnd, startServer } from "../support/server.ts";

const MOMENTS = 10;
/** Enough that migrating takes most of the start. */
const ENTRIES = 20_000;
const [FIRST = "", ...LATER] = readdirSync(join(root, "migrations"))
	.filter((name) => name.endsWith(".sql"))
	.sort();
const NEWEST = LATER.length + 1;

/** An installation as the first version of the program left it. */
function old(): Installation {
	const where = installation();
	mkdirSync(where.DATA_DIR, { recursive: true, mode: 0o700 });
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	sqlite.exec(readFileSync(join(root, "migrations", FIRST), "utf8"));
	sqlite.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ENTRIES})
		insert into entries (category, name, email, email_folded, org, title, answers, incomplete, search_text, locale,
			submission_key, created_at, updated_at)
		select 'hangzhou', 'Ada', n || '@example.org', n || '@example.org', 'Engines', 'Talk ' || n,
			json_object('abstract', 'What was learned in ' || n), '[]', 'ada', 'en', 'key ' || n, n, n from numbers`);
	sqlite.pragma("user_version = 1");
	sqlite.pragma(`application_id = ${APPLICATION_ID}`);
	sqlite.close();
	return where;
}

it(`killed at ${MOMENTS} moments while it migrates, the server leaves the old version or the new one, whole`, async (context) => {
	const first = old();
	const copy = () => {
		const where = installation();
		cpSync(first.DATA_DIR, where.DATA_DIR, { recursive: true });
		return where;
	};
	const began = performance.now();
	const server = await startServer({ ...copy() });
	const lasts = performance.now() - began;
	await server.end("SIGTERM");

	const versions: number[] = [];
	for (let moment = 1; moment <= MOMENTS; moment += 1) {
		const where = copy();
		const started = performance.now();
		const at = (lasts * moment) / (MOMENTS + 1);
		const { code } = await runToEnd("main.js", { ...where }, [], { killWhen: () => performance.now() - started > at });
		expect(code).toBe("SIGKILL");
		const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
		expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
		versions.push(Number(sqlite.pragma("user_version", { simple: true })));
		sqlite.close();
		const survivor = await startServer({ ...where });
		expect(await survivor.end("SIGTERM")).toBe(0);
		expect(read(where, "select count(*) from entries")).toEqual([ENTRIES]);
		expect(read(where, "select user_version from pragma_user_version")).toEqual([NEWEST]);
	}
	expect(versions.filter((version) => version !== 1 && version !== NEWEST)).toEqual([]);
	const isOld = versions.filter((version) => version === 1).length;
	tell(
		context,
		`${MOMENTS} kills in ${(lasts / 1000).toFixed(1)} s of a start that migrates ${ENTRIES.toLocaleString("en-US")} entries: ${isOld} times the old version, ${MOMENTS - isOld} times the new one`,
	);
});
