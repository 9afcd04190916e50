import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { addKeys, type KeyPair, type KeyPairs, readKeys } from "./key-file.ts";
import { tighten } from "./permissions.ts";

/** Maximum lifetime of sessions and tokens: keys replaced earlier can be dropped. */
export const LONGEST_TOKEN_MS = 30 * 24 * 60 * 60 * 1000;

export interface Secrets {
	/** Signature that proves that a value came from this server for this purpose. 128 bits, base64url. */
	sign(purpose: Purpose, text: string): string;
	/** Whether `signature` is ours, in constant time. Links in mails live for long, so no key is ever too old. */
	verifies(purpose: Purpose, text: string, signature: string): boolean;
	/** A keyed name that does not change when keys are rotated. Proves nothing. */
	lastingName(purpose: Purpose, text: string): string;
	/** Keys of the bearer tokens (HS256): the first signs, all are accepted. Older ones end with the last token they signed. */
	bearerKeys(): [BearerKey, ...BearerKey[]];
	/**
	 * Adds a key that signs from now on, here and in a running server. Concurrent calls must be serialised. @returns
	 * its name
	 */
	rotate(now: number): string;
}

interface BearerKey {
	kid: string;
	key: Buffer;
}

/** Separates purposes: a signature for one is invalid for another. */
export type Purpose =
	| "attempts"
	| "photo"
	| "entry-link"
	| "form-token"
	| "draft-owner"
	| "flash"
	| "log"
	| "sent"
	| "opened"
	| "recipient"
	| "asker"
	| "network"
	| "proxy-check"
	| "unsubscribe";

/**
 * Reads the keys, and again when the file changes. Lets nobody but its owner read it.
 * @throws ConfigError if the file has no keys, or others can read it
 */
export function openSecrets(path: string): Secrets {
	tighten(path);
	let known = readKeys(path);
	let version = versionOf(path);

	function keys(): KeyPairs {
		const present = versionOf(path);
		if (present === undefined || present === version) return known;
		known = readKeys(path);
		version = present;
		return known;
	}

	return {
		sign: (purpose, text) => signed(keys()[0], purpose, text),
		lastingName: (purpose, text) => signed(keys().at(-1) as KeyPair, purpose, text),
		verifies: (purpose, text, signature) => {
			const given = Buffer.from(signature);
			const isEqual = (expected: Buffer) => expected.length === given.length && timingSafeEqual(expected, given);
			return keys().some((pair) => isEqual(Buffer.from(signed(pair, purpose, text))));
		},
		bearerKeys: () => {
			const pairs = keys();
			const [newest, ...older] = pairs;
			const since = Date.now() - LONGEST_TOKEN_MS;
			// Newest first.
			const valid = older.filter((_, index) => (pairs[index]?.since ?? 0) > since);
			return [bearerKey(newest), ...valid.map(bearerKey)];
		},
		rotate: (now) => addKeys(path, now),
	};
}

function bearerKey({ kid, bearer }: KeyPair): BearerKey {
	return { kid, key: Buffer.from(bearer, "base64url") };
}

/** The key of each pair, made once: with a buffer in its place, a signature takes Node 24 five times as long. */
const signingKeys = new WeakMap<KeyPair, KeyObject>();

function signingKeyOf(pair: KeyPair): KeyObject {
	const known = signingKeys.get(pair) ?? createSecretKey(pair.signing, "base64url");
	signingKeys.set(pair, known);
	return known;
}

function signed(pair: KeyPair, purpose: Purpose, text: string): string {
	const mac = createHmac("sha256", signingKeyOf(pair)).update(`${purpose}\0${text}`).digest();
	return mac.subarray(0, 16).toString("base64url");
}

/** Changes with the file; undefined where there is none. */
function versionOf(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** 256 random bits for cookies and links. */
export function randomToken(): string {
	return randomBytes(32).toString("base64url");
}

export function sha256(data: string | Buffer): Buffer {
	return createHash("sha256").update(data).digest();
}
