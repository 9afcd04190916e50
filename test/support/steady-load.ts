import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type Ask, ask } from "../../bench/http.ts";
import { makePhoto } from "../../bench/photos.ts";
import { milliseconds, percentile } from "../../bench/report.ts";
import { answersOf, multipart } from "../../bench/talk-forms.ts";
import { withVolume } from "../../bench/volumes.ts";
import { users } from "../../db/schema.ts";
import { createPasswords } from "../../server/services/accounts/password-hashing.ts";
import { PASSWORD } from "./accounts.ts";
import { type Installation, read } from "./backups.ts";

const PHOTO = { bytes: 350_000, width: 1_600, height: 1_600 };
const BROWSER = { "Accept-Encoding": "gzip, deflate, br" };
/** Networks that people of one kind come from. */
const NETWORKS = 4_000;

/** An address in a network of its own. @param kind tells apart people who do different things */
export function addressIn(kind: number, person: number): string {
	const network = person % NETWORKS;
	return `${10 + kind}.${network >> 8}.${network & 255}.1`;
}

/** Starts work at a steady rate, whether or not earlier work has ended, and waits for all of it. */
export async function atRate(
	{ perSecond, seconds }: { perSecond: number; seconds: number },
	work: (number: number) => Promise<unknown>,
): Promise<void> {
	const started = performance.now();
	const all: Promise<unknown>[] = [];
	for (let number = 0; number < perSecond * seconds; number += 1) {
		await sleep(Math.max(0, started + (number * 1_000) / perSecond - performance.now()));
		all.push(work(number));
	}
	await Promise.all(all);
}

/** The median, the 99th percentile and the slowest. */
export const spread = (times: readonly number[]): string =>
	[0.5, 0.99, 1].map((share) => milliseconds(percentile(times, share))).join(", ");

/** Stores accounts whose passwords are hashed as a server does. All have the same password. @returns their addresses */
export async function addAccounts({ DATA_DIR }: Installation, many: number): Promise<string[]> {
	const passwordHash = await createPasswords(1).hash(PASSWORD, undefined);
	const emails = Array.from({ length: many }, (_, number) => `account-${number}@mail.example`);
	const at = Date.now();
	await withVolume(dirname(DATA_DIR), ({ db }) =>
		db.write((tx) => {
			for (const email of emails) tx.insert(users).values({ email, passwordHash, verifiedAt: at, createdAt: at }).run();
		}),
	);
	return emails;
}

/** What people do at a server that believes the proxy in front of it. */
export async function openPeople({ origin }: { origin: string }) {
	const port = Number(new URL(origin).port);
	const photo = await makePhoto(PHOTO);
	const faults: string[] = [];
	const titles: string[] = [];

	/** Asks once; an answer that was not expected is a fault. @returns whether it was the expected one */
	async function timed(times: number[], expected: number, request: Omit<Ask, "port">): Promise<boolean> {
		const answer = await ask({ port, ...request }).catch((error: Error) => error);
		if (!(answer instanceof Error)) times.push(answer.ms);
		if (!(answer instanceof Error) && answer.status === expected) return true;
		const what =
			answer instanceof Error ? answer.message : `${answer.status} ${answer.body.toString("latin1", 0, 200)}`;
		faults.push(`${request.path}: ${what}`);
		return false;
	}

	/** Submits a talk with a photo that nobody else has. */
	async function submit(times: number[], number: number): Promise<void> {
		const title = `Talk ${number}`;
		const fields = { ...answersOf(number), email: `guest-${number}@mail.example`, title };
		const { headers, body } = multipart(fields, Buffer.concat([photo, Buffer.from(title)]));
		const from = { "X-Forwarded-For": addressIn(0, number) };
		const isTaken = await timed(times, 201, {
			path: "/api/submit",
			method: "POST",
			headers: { ...headers, ...from },
			body,
		});
		if (isTaken) titles.push(title);
	}

	/** Opens a page, or fetches a file. */
	function visit(times: number[], number: number, path: string, cookie?: string): Promise<boolean> {
		const headers = { ...BROWSER, "X-Forwarded-For": addressIn(1, number), ...(cookie && { Cookie: cookie }) };
		return timed(times, 200, { path, headers });
	}

	/** Logs in by the form, as a new browser. */
	function logIn(times: number[], number: number, email: string): Promise<boolean> {
		const body = [Buffer.from(String(new URLSearchParams({ email, password: PASSWORD, remember: "1" })))];
		const headers = {
			"Content-Type": "application/x-www-form-urlencoded",
			"X-Forwarded-For": addressIn(2, number),
		};
		return timed(times, 303, { path: "/login", method: "POST", headers, body });
	}

	return { faults, titles, submit, visit, logIn };
}

/** Checks a stopped installation: these talks are stored once each, with their photos, and nothing is left of uploads. */
export function expectStored(where: Installation, titles: readonly string[]): void {
	const stored = read(where, "select title from entries where title glob 'Talk *'");
	expect(stored.length).toBe(titles.length);
	expect(new Set(stored)).toEqual(new Set(titles));
	const files = new Set(readdirSync(where.UPLOADS_DIR));
	const photos = read(where, "select photo from entries where title glob 'Talk *'");
	expect(photos.filter((name) => !files.has(`${name}.jpg`))).toEqual([]);
	expect(readdirSync(join(where.DATA_DIR, "tmp"))).toEqual([]);
}
