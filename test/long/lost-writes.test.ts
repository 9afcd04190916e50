import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { count } from "../../bench/report.ts";
import { expectKept } from "../support/acknowledged-talks.ts";
import { type Installation, installation, send } from "../support/backups.ts";
import { type Call, callsIn, quotedIn, tracedInto } from "../support/disk-calls.ts";
import { tell } from "../support/figures.ts";
import { temporaryDirectory } from "../support/portal.ts";
import { startServer } from "../support/server.ts";
import { createUnflushedDisk, foundIn, type Left, putLeft, type UnflushedDisk } from "../support/unflushed-disk.ts";

const SUBMISSIONS = 200;
const WRITERS = 4;
const CUTS = 400;
/** Cuts after which a server starts on what is left; the others are looked at without one. */
const STARTS = 12;
const CUTS_WITHOUT_A_FLUSH = 20;

/** A submission that was answered with 201: its number, and the line of the trace on which the answer began to leave. */
interface Answer {
	id: number;
	line: number;
}

/** The number of the submission that a call answers with 201. */
function answerIn({ name, words }: Call): number | undefined {
	// As strace writes "HTTP/1.1 201".
	if (!name.startsWith("write") || !words.includes(CREATED)) return;
	return Number(/"id":(\d+)/.exec(Buffer.concat(quotedIn(words)).toString())?.[1]);
}
const CREATED = [...Buffer.from("HTTP/1.1 201")].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");

/** The file or folder at a path of what is left. */
function at(left: Left | undefined, ...names: string[]): Left | undefined {
	return names.reduce<Left | undefined>((one, name) => (one instanceof Map ? one.get(name) : undefined), left);
}

/** An entry that is left: its photo, and whether it has its receipt and log line. */
interface Entry {
	photo: string;
	isWhole: 0 | 1;
}

/** Reads the whole database that is left. @throws where it is damaged */
function readDatabase(data: Left | undefined): Map<number, Entry> {
	const folder = temporaryDirectory();
	const files = [...(data instanceof Map ? data : [])].filter(([, one]) => Buffer.isBuffer(one));
	putLeft(new Map(files), folder);
	const sqlite = new Sqlite(join(folder, "rostrum.db"), { fileMustExist: true });
	try {
		const verdict = sqlite.pragma("integrity_check", { simple: true });
		const broken = sqlite.pragma("foreign_key_check") as unknown[];
		if (verdict !== "ok" || broken.length > 0) throw new Error(`the database is damaged: ${verdict}`);
		const rows = sqlite.prepare(
			`select id, photo, exists (select 1 from outbox o where o.dedupe_key = 'received:' || e.id || ':1') and
			exists (select 1 from entry_log l where l.entry_id = e.id and l.type = 'Created') as isWhole from entries e`,
		);
		return new Map((rows.all() as (Entry & { id: number })[]).map((row) => [row.id, row]));
	} finally {
		sqlite.close();
		rmSync(folder, { recursive: true });
	}
}

/**
 * What a power cut took of what had been acknowledged, or of an entry that it left.
 * @param photos of each submission, as the server wrote them
 */
function lostIn(left: Left, acknowledged: readonly number[], photos: ReadonlyMap<number, Buffer>): string[] {
	try {
		const entries = readDatabase(at(left, "data"));
		const missing = acknowledged.filter((id) => !entries.has(id)).map((id) => `entry ${id}`);
		const parts = [...entries].flatMap(([id, { photo: name, isWhole }]) => {
			const photo = at(left, "uploads", `${name}.jpg`);
			const isThere = Buffer.isBuffer(photo) && photo.equals(photos.get(id) ?? Buffer.of());
			return [...(isThere ? [] : [`photo of ${id}`]), ...(isWhole ? [] : [`receipt or log line of ${id}`])];
		});
		return [...missing, ...parts];
	} catch (error) {
		return [`all: ${(error as Error).message}`];
	}
}

/** Sends talks to a traced server until that many are answered, and stops it. @returns the file with its calls */
async function trace(where: Installation): Promise<string> {
	const file = join(temporaryDirectory(), "trace");
	const server = await startServer({ ...where, DAILY_BACKUP: "0" }, undefined, [], tracedInto(file));
	let left = SUBMISSIONS;
	const writer = async () => {
		while (left-- > 0) await send(server);
	};
	await Promise.all(Array.from({ length: WRITERS }, writer));
	expect(await server.end("SIGTERM")).toBe(0);
	return file;
}

/** Repeats a trace on a disk, and cuts the power behind some of its lines. */
async function repeatTrace(
	calls: readonly Call[],
	disk: UnflushedDisk,
	lines: readonly number[],
	cut: (line: number) => Promise<void> | void,
): Promise<void> {
	const ahead = [...lines].sort((a, b) => a - b);
	for (const call of calls) {
		for (; (ahead[0] ?? Number.POSITIVE_INFINITY) < call.ended; ahead.shift()) await cut(ahead[0] as number);
		disk.repeat(call);
	}
}

const oneOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;

/** Lines to cut behind: half of them just when an answer leaves, the others anywhere after the first. */
function drawLines(answers: readonly Answer[], cuts: number): number[] {
	const [first = 0, last = 0] = [answers.at(0)?.line, answers.at(-1)?.line];
	return Array.from({ length: cuts }, (_, cut) =>
		cut % 2 === 0 ? oneOf(answers).line : first + Math.floor(Math.random() * (last - first)),
	);
}

it(`a power cut at each of ${SUBMISSIONS} answers and at ${CUTS} other moments loses nothing acknowledged, whatever the disk keeps of unflushed writes, and does so without any one of the flushes`, async (context) => {
	const tried = spawnSync("strace", ["-D", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"]);
	if (tried.error) throw new Error("strace not found: install it (Debian: apt-get install strace)");
	if (tried.status !== 0) return context.skip("strace may not look at other processes here");
	const where = installation();
	const base = dirname(where.DATA_DIR);
	const calls: Call[] = [];
	for await (const call of callsIn(await trace(where))) calls.push(call);
	const answers = calls.flatMap((call) => {
		const id = answerIn(call);
		return id === undefined ? [] : [{ id, line: call.began }];
	});
	expect(new Set(answers.map(({ id }) => id)).size).toBe(SUBMISSIONS);
	const acknowledgedBy = (line: number) => answers.filter((one) => one.line <= line).map(({ id }) => id);

	const whole = createUnflushedDisk(base);
	for (const call of calls) whole.repeat(call);
	const present = whole.present();
	// The trace has all that the program wrote.
	expect(present).toEqual(foundIn(base));
	const entries = readDatabase(at(present, "data"));
	const photos = new Map([...entries].map(([id, { photo }]) => [id, at(present, "uploads", `${photo}.jpg`) as Buffer]));

	const strict = createUnflushedDisk(base);
	const atAnswers = answers.map(({ line }) => line);
	await repeatTrace(calls, strict, atAnswers, (line) => {
		expect([line, lostIn(strict.cut("nothing"), acknowledgedBy(line), photos)]).toEqual([line, []]);
	});
	tell(context, `cut at each of ${SUBMISSIONS} answers, with nothing kept that was not flushed: 0 lost`);

	const lines = drawLines(answers, CUTS);
	const starts = new Set(Array.from({ length: STARTS }, () => oneOf(lines)));
	const titles = new Map(titlesIn(join(where.DATA_DIR, "rostrum.db")));
	const disk = createUnflushedDisk(base);
	await repeatTrace(calls, disk, lines, async (line) => {
		const acknowledged = acknowledgedBy(line);
		const left = disk.cut("any part");
		expect([line, lostIn(left, acknowledged, photos)]).toEqual([line, []]);
		if (!starts.delete(line)) return;
		const folder = temporaryDirectory();
		putLeft(left, folder);
		const survivor = { DATA_DIR: join(folder, "data"), UPLOADS_DIR: join(folder, "uploads") };
		const server = await startServer({ ...survivor, DAILY_BACKUP: "0" });
		const names = acknowledged.map((id) => titles.get(id) ?? "");
		await expectKept(server, survivor, names);
		expect(await server.end("SIGTERM")).toBe(0);
		rmSync(folder, { recursive: true });
	});
	tell(
		context,
		`${count(CUTS)} cuts with any part of it kept: 0 lost, every database and photo whole, a server started after ${STARTS}`,
	);

	const flushes: Record<string, (path: string) => boolean> = {
		photo: (path) => dirname(path) === where.UPLOADS_DIR,
		folder: (path) => path === where.UPLOADS_DIR,
		log: (path) => basename(path) === "rostrum.db-wal",
	};
	const losing: string[] = [];
	for (const [name, isMeant] of Object.entries(flushes)) {
		// From the first answer on: without flushes before, there would be no database at all.
		let isIgnored = false;
		let losses = 0;
		const careless = createUnflushedDisk(base, (path) => !(isIgnored && isMeant(path)));
		const control = drawLines(answers.slice(1), CUTS_WITHOUT_A_FLUSH);
		await repeatTrace(calls, careless, [answers[0]?.line ?? 0, ...control], (line) => {
			if (isIgnored && lostIn(careless.cut("any part"), acknowledgedBy(line), photos).length > 0) losses += 1;
			isIgnored = true;
		});
		expect([name, losses]).not.toEqual([name, 0]);
		losing.push(`${losses} without that of the ${name}`);
	}
	tell(context, `cuts of ${CUTS_WITHOUT_A_FLUSH} that lose something where a flush is ignored: ${losing.join(", ")}`);
});

function titlesIn(file: string): [number, string][] {
	const sqlite = new Sqlite(file, { readonly: true });
	const rows = sqlite.prepare("select id, title from entries").raw().all() as [number, string][];
	sqlite.close();
	return rows;
}
