import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/portal.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { talkFields, talkForm } from "../support/talks.ts";

const WRITERS = 8;
const ENOUGH = 200;
/** Each server is killed after so many, at a moment nobody chose; counted, so that a slow machine ends as many. */
const ROUND = 25;

/** Sends submissions until the server is gone; notes the title of each one that was answered with success. */
async function write(server: ServerProcess, acknowledged: string[]): Promise<void> {
	for (;;) {
		const fields = talkFields();
		const body = await talkForm(fields);
		try {
			const answer = await fetch(`${server.origin}/api/submit`, { method: "POST", body });
			if (answer.status !== 201) throw new Error(`unexpected ${answer.status}`);
			acknowledged.push(fields.title ?? "");
		} catch (error) {
			if (error instanceof Error && error.message.startsWith("unexpected")) throw error;
			return;
		}
	}
}

function endedItself(): never {
	throw new Error("the server ended before it was killed");
}

it(`kill -9 during a stream of submissions loses none of at least ${ENOUGH} that were acknowledged`, async () => {
	const directory = temporaryDirectory();
	const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
	const acknowledged: string[] = [];
	while (acknowledged.length < ENOUGH) {
		const server = await startServer(environment);
		const stream = Promise.all(Array.from({ length: WRITERS }, () => write(server, acknowledged)));
		const enough = acknowledged.length + ROUND;
		while (acknowledged.length < enough) await Promise.race([sleep(Math.random() * 100), stream.then(endedItself)]);
		expect(await server.end("SIGKILL")).toBe("SIGKILL");
		await stream;
	}

	const survivor = await startServer(environment);
	const sqlite = new Sqlite(join(environment.DATA_DIR, "rostrum.db"), { readonly: true });
	const stored = sqlite.prepare("select id, title, photo from entries").all() as {
		id: number;
		title: string;
		photo: string;
	}[];
	const titles = new Map(stored.map((row) => [row.title, row]));
	expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
	expect(titles.size).toBe(stored.length);
	for (const title of acknowledged) {
		const photo = await fetch(`${survivor.origin}/uploads/${titles.get(title)?.photo}.jpg`);
		expect([title, photo.status]).toEqual([title, 200]);
		await photo.arrayBuffer();
	}
	const count = (sql: string) => sqlite.prepare(sql).pluck().get();
	expect(
		count(
			"select count(*) from entries e where not exists (select 1 from outbox o where o.dedupe_key = 'received:' || e.id || ':1')",
		),
	).toBe(0);
	expect(
		count(
			"select count(*) from entries e where not exists (select 1 from entry_log l where l.entry_id = e.id and l.type = 'Created')",
		),
	).toBe(0);
	expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	expect(sqlite.pragma("foreign_key_check")).toEqual([]);
	sqlite.close();
});
