import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { flushNow } from "../db/flush.ts";
import { ConfigError } from "./config.ts";

const key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const keyPair = z.object({
	/** Names it in bearer tokens. */
	kid: z.string().min(1),
	/** Milliseconds since the epoch. */
	since: z.int(),
	signing: key,
	bearer: key,
});
export type KeyPair = z.infer<typeof keyPair>;
/** Newest first. */
export type KeyPairs = [KeyPair, ...KeyPair[]];

/** Versions before keys could be changed wrote one pair without a list. */
const file = z.union([
	z.object({ keys: z.tuple([keyPair], keyPair) }).transform(({ keys }) => keys),
	z.object({ signing: key, bearer: key }).transform((only): KeyPairs => [{ kid: "1", since: 0, ...only }]),
]);

/** @throws ConfigError when the file holds no keys */
export function readKeys(path: string): KeyPairs {
	try {
		return file.parse(JSON.parse(readFileSync(path, "utf8")));
	} catch (cause) {
		throw new ConfigError(
			`${path} holds no keys that this program can read; put it back from a backup. To go on without: remove it, then npm start -- --new-keys`,
			{ cause },
		);
	}
}

/** Whether a file holds keys. */
export function hasKeys(path: string): boolean {
	try {
		return readKeys(path).length > 0;
	} catch {
		return false;
	}
}

/** Creates the file, readable by its owner only. One that is there stays. */
export function makeKeys(path: string): void {
	try {
		writeNew(path, [freshPair(Date.now())]);
		flushNow(dirname(path));
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
	}
}

/** Adds a new pair in front. Callers must be serialised. @returns its id */
export function addKeys(path: string, now: number): string {
	const fresh = freshPair(now);
	replaceKeys(path, [fresh, ...readKeys(path)]);
	return fresh.kid;
}

/**
 * Adds keys created since the backup, which signed mails sent since. Keys of another portal are not added: their
 * links would open entries with the same numbers.
 */
export function keepNewerKeys(backup: string, present: string): void {
	if (!existsSync(backup) || !hasKeys(present)) return;
	const [old, own] = [readKeys(backup), readKeys(present)];
	const isIn = (list: KeyPairs, { signing }: KeyPair) => list.some((one) => one.signing === signing);
	if (!own.some((pair) => isIn(old, pair))) return;
	const newer = own.filter((pair) => !isIn(old, pair));
	replaceKeys(backup, [...newer, ...old].sort((a, b) => b.since - a.since) as KeyPairs);
}

function freshPair(since: number): KeyPair {
	const random = (bytes: number) => randomBytes(bytes).toString("base64url");
	return { kid: random(6), since, signing: random(32), bearer: random(32) };
}

/** All or nothing, whenever the power fails. */
function replaceKeys(path: string, keys: KeyPairs): void {
	const whole = `${path}.new`;
	rmSync(whole, { force: true });
	writeNew(whole, keys);
	renameSync(whole, path);
	flushNow(dirname(path));
}

function writeNew(path: string, keys: KeyPairs): void {
	const fd = openSync(path, "wx", 0o600);
	try {
		writeSync(fd, `${JSON.stringify({ keys }, null, "\t")}\n`);
		fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
}
