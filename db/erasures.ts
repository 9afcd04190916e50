import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, open } from "node:fs/promises";
import { dirname } from "node:path";
import { flush } from "./flush.ts";
import { makeFolder } from "./folder.ts";

/** File name of the journal, kept beside the backups: it says what to erase again after a restore. */
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

/** All journalled erasures. A line cut off by a crash counts as none. */
export function readErasures(file: string): Erasure[] {
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, "utf8")
		.split("\n")
		.flatMap((line) => parsed(line) ?? []);
	const back = new Set(lines.filter(({ person }) => person === NOBODY).map(({ id }) => id));
	return lines.filter(({ id }) => !back.has(id));
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
		const isWhole = [id, person].every((one) => typeof one === "string" && /^[0-9a-f]+$/.test(one));
		return isWhole && Number.isSafeInteger(at) ? ({ id, at, person } as Erasure) : undefined;
	} catch {
		return;
	}
}

/** Appends and flushes; when this returns the lines survive a power failure. */
export async function addErasures(file: string, added: readonly Erasure[]): Promise<void> {
	const known = new Set(readErasures(file).map(({ id }) => id));
	await append(
		file,
		added.filter(({ id }) => !known.has(id)),
	);
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
