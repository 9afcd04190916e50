import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { expect } from "vitest";
import { type Installation, installation } from "./backups.ts";
import { type ServerProcess, startServer } from "./server.ts";
import { talkFields, talkForm } from "./talks.ts";

const WRITERS = 8;

/** Statuses a server may answer once its disk is gone. */
type Tolerated = "nothing" | "faults";

/** Sends talks with photos until the server dies; records acknowledged titles. */
async function write(server: ServerProcess, acknowledged: string[], tolerated: Tolerated): Promise<void> {
	for (;;) {
		const fields = talkFields();
		const body = await talkForm(fields);
		const answer = await fetch(`${server.origin}/api/submit`, { method: "POST", body }).catch(() => undefined);
		if (answer?.status === 201) acknowledged.push(fields.title ?? "");
		else if (answer && tolerated === "nothing") throw new Error(`unexpected ${answer.status}`);
		else return;
	}
}

function endedItself(): never {
	throw new Error("the server ended before its time");
}

/**
 * Runs writers until that many talks are acknowledged (a count, so that slow machines do the same work).
 * @returns a function that waits for them to stop
 */
export async function writeUntil(
	server: ServerProcess,
	acknowledged: string[],
	{ more, tolerated = "nothing" }: { more: number; tolerated?: Tolerated },
): Promise<() => Promise<unknown>> {
	const enough = acknowledged.length + more;
	const stream = Promise.all(Array.from({ length: WRITERS }, () => write(server, acknowledged, tolerated)));
	while (acknowledged.length < enough) await Promise.race([sleep(Math.random() * 100), stream.then(endedItself)]);
	return () => stream;
}

/** Checks that every acknowledged talk is stored exactly once, with photo, receipt and log line. */
export async function expectKept(server: ServerProcess, where: Installation, acknowledged: string[]): Promise<void> {
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"), { readonly: true });
	const rows = sqlite.prepare("select title, photo from entries").all() as { title: string; photo: string }[];
	const titles = new Map(rows.map((row) => [row.title, row]));
	expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
	expect(titles.size).toBe(rows.length);
	for (const title of acknowledged) {
		const photo = await fetch(`${server.origin}/uploads/${titles.get(title)?.photo}.jpg`);
		expect([title, photo.status]).toEqual([title, 200]);
		// Its end is what a flush that was left out would cost.
		expect(Buffer.from(await photo.arrayBuffer()).subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
	}
	const count = (sql: string) => sqlite.prepare(sql).pluck().get();
	const without = (rows: string) => count(`select count(*) from entries e where not exists (${rows})`);
	expect(without("select 1 from outbox o where o.dedupe_key = 'received:' || e.id || ':1'")).toBe(0);
	expect(without("select 1 from entry_log l where l.entry_id = e.id and l.type = 'Created'")).toBe(0);
	expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	expect(sqlite.pragma("foreign_key_check")).toEqual([]);
	sqlite.close();
}

/**
 * Kills the server with -9 each time that `round` more talks were acknowledged, at a random moment, until there are
 * `enough`; then looks for all of them.
 * @returns figures for people
 */
export async function expectNoneLostByKills({ enough, round }: { enough: number; round: number }): Promise<string[]> {
	const where = installation();
	const acknowledged: string[] = [];
	const starts: number[] = [];
	while (acknowledged.length < enough) {
		const began = performance.now();
		const server = await startServer({ ...where });
		starts.push(performance.now() - began);
		const stopped = await writeUntil(server, acknowledged, { more: round });
		expect(await server.end("SIGKILL")).toBe("SIGKILL");
		await stopped();
	}
	await expectKept(await startServer({ ...where }), where, acknowledged);
	return [
		`${acknowledged.length.toLocaleString("en-US")} acknowledged, ${starts.length} kills, 0 lost`,
		`slowest start after a kill ${(Math.max(...starts.slice(1)) / 1000).toFixed(1)} s`,
	];
}
