import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { flush } from "./flush.ts";

/** Its name beside the backups, with which it belongs: it says what must be erased again from those made before. */
export const ERASURES = "erasures.jsonl";

/** That a person was erased, as a keyed hash. */
export interface Erasure {
	/** 128 random bits, in hexadecimal digits: the key of the name. */
	id: string;
	/** Milliseconds since the epoch. */
	at: number;
	/** HMAC-SHA-256 of how the person was known here, as in `mail:chen@example.org`; hexadecimal digits. */
	person: string;
}

/** A new one for each way in which the person was known. */
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

/** Stands for the person in a line that takes the promise with its number back. */
const NOBODY = "0";

/** All that were ever promised here. A line that a crash tore promised nothing yet. */
export function readErasures(file: string): Erasure[] {
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, "utf8")
		.split("\n")
		.flatMap((line) => parsed(line) ?? []);
	const back = new Set(lines.filter(({ person }) => person === NOBODY).map(({ id }) => id));
	return lines.filter(({ id }) => !back.has(id));
}

/** Takes promises back that could not be kept, and of which the person was told so. */
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

/** Adds those that are not there yet. When this returns they survive a power failure. */
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
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	const handle = await open(file, "a", 0o600);
	try {
		// A torn line before them ends where the first of them begins.
		await handle.appendFile(`${lines.join("")}\n`);
		await handle.sync();
	} finally {
		await handle.close();
	}
	await chmod(file, 0o600);
	await flush(dirname(file));
}
