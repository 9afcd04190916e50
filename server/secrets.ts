import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { z } from "zod";

const key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const file = z.object({ signing: key, bearer: key });

export interface Secrets {
	/** Proves that a value in a form or link came from this server and for this purpose. 128 bits, base64url. */
	sign(purpose: Purpose, text: string): string;
	/** Whether `signature` is ours, in constant time. */
	verifies(purpose: Purpose, text: string, signature: string): boolean;
	/** Key of the bearer tokens (HS256). */
	bearerKey: Buffer;
}

/** A signature made for one purpose is worthless for another. */
export type Purpose = "attempts" | "photo" | "entry-link" | "form-token" | "draft-owner" | "log";

/** Reads the keys, making them on the first run. The file is readable by its owner only. */
export function openSecrets(path: string): Secrets {
	try {
		const fd = openSync(path, "wx", 0o600);
		const fresh = { signing: randomBytes(32).toString("base64url"), bearer: randomBytes(32).toString("base64url") };
		writeSync(fd, JSON.stringify(fresh));
		fsyncSync(fd);
		closeSync(fd);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
	}
	if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
	const keys = file.parse(JSON.parse(readFileSync(path, "utf8")));
	const signing = Buffer.from(keys.signing, "base64url");
	const sign = (purpose: Purpose, text: string) =>
		createHmac("sha256", signing).update(`${purpose}\0${text}`).digest().subarray(0, 16).toString("base64url");
	return {
		sign,
		verifies: (purpose, text, signature) => {
			const expected = Buffer.from(sign(purpose, text));
			const given = Buffer.from(signature);
			return expected.length === given.length && timingSafeEqual(expected, given);
		},
		bearerKey: Buffer.from(keys.bearer, "base64url"),
	};
}

/** 256 random bits for cookies and links. */
export function randomToken(): string {
	return randomBytes(32).toString("base64url");
}

export function sha256(data: string | Buffer): Buffer {
	return createHash("sha256").update(data).digest();
}
