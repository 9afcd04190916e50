import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type Sqlite from "better-sqlite3";
import { pino } from "pino";
import supertest from "supertest";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type Config, readConfig } from "../../server/config.ts";
import type { ReadsDisk } from "../../server/disk.ts";
import { createPortal, type Portal } from "../../server/portal.ts";
import { openVolume } from "../../server/volume.ts";
import { appoint, cookiesOf } from "./sessions.ts";

export const root = resolve(import.meta.dirname, "../..");

export const ADMIN = { email: "admin@example.org", password: "correct-horse-9" };

/** A twentieth of what a server's own hashing costs. */
const BRIEFLY = { memoryCost: 1_024, timeCost: 2 };

/** Where the clock of a portal stands when it starts. */
const START = Date.parse("2025-07-01T02:00:00Z");

interface PortalOptions {
	port?: number;
	readsDisk?: ReadsDisk;
	behind?: Behind;
	/** Hashes passwords as a server does: for tests of hashing, and of what happens while it takes its time. */
	hashesLong?: boolean;
	/** As where a server starts: a new volume gets a name and keys of its own, and the time is what it is. */
	asStarted?: boolean;
}

export interface TestPortal extends Portal {
	/** A browser without scripts: keeps cookies, follows nothing by itself. */
	agent(): ReturnType<typeof supertest.agent>;
	/** One with an administrator signed in. */
	admin(): Promise<ReturnType<typeof supertest.agent>>;
	/** The database itself, for looking at rows and for setting the scene. */
	sqlite: Sqlite.Database;
	/** Lines of the request log. */
	lines: Record<string, unknown>[];
	/** Ends it before its test ends. */
	release(): Promise<void>;
	/** Address on loopback. */
	origin: string;
	/** Moves the portal's clock, in milliseconds. */
	clock: { now: number };
}

/** Work to be done after a test, or after the tests of a group. */
type Behind = (work: () => void | Promise<void>) => void;

export function temporaryDirectory(behind: Behind = onTestFinished): string {
	const directory = mkdtempSync(join(tmpdir(), "rostrum-test-"));
	behind(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
}

/** A shared portal for read-only tests of a group. @param prepare runs once before them */
export function sharePortal<T>(prepare: (portal: TestPortal) => Promise<T> | T): () => T {
	const last: (() => void | Promise<void>)[] = [];
	let shared: { given: T } | undefined;
	beforeAll(async () => {
		const portal = await openPortal({}, { behind: (work) => void last.unshift(work) });
		shared = { given: await prepare(portal) };
	});
	afterAll(async () => {
		for (const work of last) await work();
	});
	return () => (shared as { given: T }).given;
}

/** A complete portal on a fresh volume: real SQLite, real build, real HTTP. Closed with the test. */
export async function openPortal(
	environment: Record<string, string> = {},
	{ port = 0, readsDisk, behind, hashesLong = false, asStarted = false }: PortalOptions = {},
): Promise<TestPortal> {
	const directory = temporaryDirectory(behind);
	const config = readConfig({
		NODE_ENV: "production",
		DATA_DIR: join(directory, "data"),
		UPLOADS_DIR: join(directory, "uploads"),
		RATE_LIMIT_SCALE: "1000",
		MAIL_RATE: "1000",
		...environment,
	});
	const clock = { now: START };
	if (!asStarted && !existsSync(join(config.dataDir, "rostrum.db"))) await beginLike(config);
	const lines: Record<string, unknown>[] = [];
	const log = pino({ level: "info", base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });
	const volume = await openVolume(config, {
		root,
		exclusive: true,
		now: asStarted ? Date.now : () => clock.now,
		log,
		readsDisk,
		hashing: hashesLong ? undefined : BRIEFLY,
	});
	const portal = await createPortal(volume, { root });
	const server = createServer({ maxHeaderSize: 16 * 1024 }, portal.app);
	await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
	let open = true;
	const release = async () => {
		if (open) await close(server, portal);
		open = false;
	};
	(behind ?? onTestFinished)(release);
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	// No compression by default, to save time.
	const agent = () => supertest.agent(origin).set("Accept-Encoding", "identity");
	const opened: TestPortal = {
		...portal,
		sqlite: (portal.db.orm as unknown as { $client: Sqlite.Database }).$client,
		agent,
		release,
		lines,
		origin,
		clock,
		admin: async () => {
			await appoint(opened);
			const signedIn = agent();
			for (const [name, value] of Object.entries(await cookiesOf(opened, ADMIN.email)))
				signedIn.jar.setCookie(`${name}=${value}; Path=/`, "127.0.0.1");
			return signedIn;
		},
	};
	return opened;
}

/** What a first start leaves behind, by the event it begins with: it takes as long as all the rest of a portal's start. */
const begun = new Map<string, Promise<{ name: string; bytes: Buffer }[]>>();

/** Makes the folders what they would be after a first start that ended in order. */
async function beginLike(config: Config): Promise<void> {
	const key = JSON.stringify(config.firstEvent);
	if (!begun.has(key)) begun.set(key, filesOfFirstStart(config));
	for (const { name, bytes } of (await begun.get(key)) ?? []) {
		const file = name.startsWith("uploads/") ? name.replace("uploads", config.uploadsDir) : join(config.dataDir, name);
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		writeFileSync(file, bytes, { mode: 0o600 });
	}
}

async function filesOfFirstStart(config: Config): Promise<{ name: string; bytes: Buffer }[]> {
	const dataDir = mkdtempSync(join(tmpdir(), "rostrum-new-"));
	try {
		const first = { ...config, dataDir, uploadsDir: join(dataDir, "uploads") };
		const volume = await openVolume(first, {
			root,
			exclusive: true,
			now: () => START,
			log: pino({ level: "silent" }),
			hashing: BRIEFLY,
		});
		volume.close();
		const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
		return entries.map(({ parentPath, name }) => {
			const path = join(parentPath, name);
			return { name: relative(dataDir, path), bytes: readFileSync(path) };
		});
	} finally {
		rmSync(dataDir, { recursive: true, force: true });
	}
}

async function close(server: Server, portal: Portal): Promise<void> {
	server.closeAllConnections();
	await new Promise((done) => server.close(done));
	await portal.stop();
}
