import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STATUSES, type Status } from "../app/lifecycle.ts";
import { type RawForm, readAnswers } from "../app/programmes/answers.ts";
import type { Programme } from "../app/programmes/define.ts";
import { hangzhou } from "../app/programmes/talk.ts";
import type { Orm } from "../db/client.ts";
import { entries, entryLog, outbox, sessions, users } from "../db/schema.ts";
import { readConfig } from "../server/config.ts";
import { randomToken, sha256 } from "../server/secrets.ts";
import { toColumns } from "../server/services/entries/entry-rows.ts";
import { openVolume, type Volume } from "../server/volume.ts";
import { type Checkout, root, volumeOf } from "./servers.ts";
import { answersOf } from "./talk-forms.ts";

/** As many talks as a large conference receives in some years. */
export const MANY_TALKS = 5_000;

const MINUTE_MS = 60_000;
const SESSION_MS = 60 * MINUTE_MS;

const lent = new Set<string>();

/** Lends a directory for as long as `work` takes. */
export async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
	const directory = mkdtempSync(join(tmpdir(), "rostrum-bench-"));
	lent.add(directory);
	try {
		return await work(directory);
	} finally {
		remove(directory);
	}
}

/** Removes temporary directories of interrupted runs. */
export function removeDirectories(): void {
	for (const directory of lent) remove(directory);
}

function remove(directory: string): void {
	// Retries, because a killed server may still close its files.
	rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
	lent.delete(directory);
}

/**
 * Fills a volume with talks in every status, receipts, and a session of an administrator.
 * @returns its Cookie header
 */
export async function fillVolume(directory: string, talks: number, answers = answersOf): Promise<string> {
	return withVolume(directory, async ({ db }) => {
		await db.write((tx) => {
			for (let number = 1; number <= talks; number++) {
				const at = Date.now() - (talks - number) * MINUTE_MS;
				const status = STATUSES[number % STATUSES.length] ?? "New";
				const id = addEntry(tx, hangzhou, answers(number), { at, status, key: `bench-${number}` });
				tx.insert(entryLog).values({ entryId: id, at, type: "Created", state: "New" }).run();
				tx.insert(outbox)
					.values(receiptOf(id, answers(number), at))
					.run();
			}
		});
		return db.write((tx) => signIn(tx, { email: "admin@mail.example", isAdmin: true }).cookie);
	});
}

/**
 * Fills a volume by the program of a checkout: another version has other tables, and another Node other binaries.
 * @param placed as in `placeTalks`
 * @returns the Cookie header of an administrator
 */
export function fillVolumeOf(
	{ folder, node }: Checkout,
	volume: string,
	{ talks, placed = 0 }: { talks: number; placed?: number },
): string {
	const program = `
		const [volume, talks, placed] = process.argv.slice(1);
		const { fillVolume } = await import("./bench/volumes.ts");
		const { placeTalks } = await import("./bench/schedule.ts");
		const cookie = await fillVolume(volume, Number(talks));
		if (placed !== "0") await placeTalks(volume, Number(placed));
		console.log(cookie);`;
	// Checkouts for Node 20 have tsx to run TypeScript.
	const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const loader = devDependencies.tsx ? ["--import", "tsx"] : [];
	const words = [...loader, "--input-type=module", "-e", program, volume, String(talks), String(placed)];
	return execFileSync(node, words, { cwd: folder, encoding: "utf8" }).trim();
}

/** Opens the volume that a server is started on later. */
export async function withVolume<T>(directory: string, work: (volume: Volume) => Promise<T>): Promise<T> {
	const config = readConfig({ ...volumeOf(directory), LOG_LEVEL: "silent" });
	const volume = await openVolume(config, { root, exclusive: true });
	try {
		return await work(volume);
	} finally {
		volume.close();
	}
}

interface Circumstances {
	at: number;
	status: Status;
	/** Different for each entry. */
	key: string;
}

/** Writes a row as the services would. @returns its number */
export function addEntry(tx: Orm, programme: Programme, form: RawForm, { at, status, key }: Circumstances): number {
	const answers = readAnswers(programme, form, { omittedConsent: "refused" });
	const columns = { ...toColumns(programme, answers), photo: null, incomplete: ["file"] };
	const known = { category: programme.category, locale: "en", submissionKey: key } as const;
	return tx
		.insert(entries)
		.values({ ...columns, ...known, status, createdAt: at, updatedAt: at })
		.returning({ id: entries.id })
		.get().id;
}

function receiptOf(id: number, { email = "", title = "", details = "" }: Record<string, string>, at: number) {
	return {
		kind: "receipt",
		dedupeKey: `received:${id}:1`,
		toAddress: email,
		subject: `Received: ${title}`,
		body: details,
		messageId: `<receipt-${id}@bench.example>`,
		state: "sent",
		nextAt: at,
		createdAt: at,
		sentAt: at,
	} as const;
}

/** Creates a session row directly, so that logging in does not affect the numbers. */
export function signIn(tx: Orm, { email, isAdmin }: { email: string; isAdmin: boolean }) {
	const id = randomToken();
	const at = Date.now();
	const user = tx
		.insert(users)
		.values({ email, isAdmin, verifiedAt: at, createdAt: at })
		.returning({ id: users.id })
		.get();
	tx.insert(sessions)
		.values({
			idHash: sha256(id),
			userId: user.id,
			kind: "cookie",
			remember: false,
			createdAt: at,
			lastSeenAt: at,
			expiresAt: at + SESSION_MS,
			ipPrefix: "127.0.0.0/24",
			userAgent: "bench",
		})
		.run();
	return { userId: user.id, cookie: `cfp_sid=${id}` };
}
