import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, open } from "node:fs/promises";
import { dirname } from "node:path";
import { flush } from "./flush.ts";
import { makeFolder } from "./folder.ts";

/** File name of the journal, kept beside the backups and in each of them: it says what to erase again after a restore. */
export const ERASURES = "erasures.jsonl";

/** One erased person, as a keyed hash. */
export interface Erasure {
	/** Random 128-bit key, in hexadecimal. */
	id: string;
	/** Milliseconds since the epoch. */
	at: number;
	/** HMAC-SHA-256 of an identity such as `mail:chen@example.org`. */
	person: string;
}

/** Journal entries for all identities of a person. */
export function erasuresOf(ways: readonly string[], at: number): Erasure[] {
	return ways.map((way) => {
		const id = randomBytes(16).toString("hex");
		return { id, at, person: nameOf(id, way) };
	});
}

/** Whether this is who was erased then. */
export function isErasureOf({ id, person }: Erasure, way: string): boolean {
	return nameOf(id, way) === person;
}

function nameOf(id: string, way: string): string {
	return createHmac("sha256", Buffer.from(id, "hex")).update(way).digest("hex");
}

/** Marker of a line that revokes an erasure. */
const NOBODY = "0";
const LINE_BYTES = 160;
const MOST_COPIED_LINES = 100_000;
/** A journal in a backup has no more. */
export const MOST_COPIED_BYTES = MOST_COPIED_LINES * LINE_BYTES;
const ID = /^[0-9a-f]{32}$/;
const PERSON = /^([0-9a-f]{64}|0)$/;

/** All journalled erasures. A line that is damaged, or cut off by a crash, counts as none. */
export function readErasures(file: string): Erasure[] {
	const lines = erasureLines(file);
	const back = new Set(lines.filter(({ person }) => person === NOBODY).map(({ id }) => id));
	return lines.filter(({ id }) => !back.has(id));
}

/** All whole lines of a journal, also those that revoke an erasure. `addErasures` adds them to another journal. */
export function erasureLines(file: string): Erasure[] {
	return existsSync(file) ? erasureLinesOf(readFileSync(file, "utf8")) : [];
}

/** The lines of a journal, from its text. */
export function erasureLinesOf(text: string): Erasure[] {
	return text.split("\n").flatMap((line) => parsed(line) ?? []);
}

/** The newest lines of a journal as a text of its own, for a backup: at most `MOST_COPIED_BYTES`. */
export function copyOfErasures(file: string): string {
	return erasureLines(file)
		.slice(-MOST_COPIED_LINES)
		.map((line) => `${JSON.stringify(line)}\n`)
		.join("");
}

/** Revokes erasures that failed and were reported as failed. */
export async function takeBack(file: string, promised: readonly Erasure[]): Promise<void> {
	await append(
		file,
		promised.map((one) => ({ ...one, person: NOBODY })),
	);
}

function parsed(line: string): Erasure | undefined {
	try {
		const { id, at, person } = JSON.parse(line) as Record<string, unknown>;
		const isWhole = ID.test(String(id)) && PERSON.test(String(person)) && Number.isSafeInteger(at);
		return isWhole ? ({ id, at, person } as Erasure) : undefined;
	} catch {
		return;
	}
}

/** Appends those it lacks, and flushes; when this returns the lines survive a power failure. */
export async function addErasures(file: string, added: readonly Erasure[]): Promise<void> {
	const keyOf = ({ id, person }: Erasure) => `${id} ${person}`;
	const lacking = new Map(added.map((line) => [keyOf(line), line]));
	for (const line of erasureLines(file)) lacking.delete(keyOf(line));
	await append(file, [...lacking.values()]);
}

async function append(file: string, erasures: readonly Erasure[]): Promise<void> {
	if (erasures.length === 0) return;
	const lines = erasures.map((one) => `\n${JSON.stringify(one)}`);
	makeFolder(dirname(file));
	const handle = await open(file, "a", 0o600);
	try {
		// Starts a new line if the last one was cut off.
		await handle.appendFile(`${lines.join("")}\n`);
		await handle.sync();
	} finally {
		await handle.close();
	}
	await chmod(file, 0o600);
	await flush(dirname(file));
}
