import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { SMTPServer } from "smtp-server";
import { ask, keptConnections } from "./http.ts";
import {
	atLeast,
	atMost,
	count,
	median,
	milliseconds,
	type Part,
	percentile,
	perSecond,
	type Row,
	ratio,
	tableOf,
} from "./report.ts";
import { olderCheckout, present, type RunningServer, spawnPortal, untilOk, volumeOf } from "./servers.ts";
import { answersOf, multipart } from "./talk-forms.ts";
import { fillVolumeOf, MANY_TALKS, withDirectory } from "./volumes.ts";

const WAITING = 10_000;
const ROUNDS = 4;
const POSTS = 60;
const TRIES_BEFORE_LET_THROUGH = 2;
const MOST_SLOWER = 1.2;
const MOST_RESET_MS = 5_000;
const LEAST_PER_SECOND = 100;
const COUNTED_MS = 10_000;
const PATIENCE_MS = 120_000;
const SOMEBODY = { email: "somebody@mail.example", password: "Str0ng-Pass!word9", name: "Somebody" };

/**
 * Measures how much letters that wait slow down submissions, and how quickly they leave. With `AGAINST=folder` the older program is
 * measured beside it.
 */
export async function measureMails(): Promise<Part> {
	const older = olderCheckout();
	const rows: Row[] = [];
	if (older) rows.push(...(await measure("Before: ", older)));
	rows.push(...(await measure("", present)));
	return { title: "Mails", tables: [tableOf(rows)] };
}

async function measure(name: string, checkout: typeof present): Promise<Row[]> {
	const sink = await openSink();
	try {
		return [...(await besides(name, checkout, sink)), await leaving(name, checkout, sink)];
	} finally {
		await sink.close();
	}
}

/** Talks with an empty outbox and with letters that wait, in turn on one server; then a new password. */
async function besides(name: string, checkout: typeof present, sink: Sink): Promise<Row[]> {
	return withDirectory(async (volume) => {
		fillVolumeOf(checkout, volume, { talks: MANY_TALKS });
		settleAll(volume);
		const server = await spawnPortal(volume, checkout, { SMTP_URL: sink.url });
		try {
			await untilOk(server, "/healthz");
			await register(server);
			let next = MANY_TALKS + 1;
			const times = { empty: [] as number[], waiting: [] as number[] };
			await submit(server, next, POSTS);
			next += POSTS;
			for (let round = 0; round < ROUNDS; round += 1) {
				for (const state of ["empty", "waiting"] as const) {
					settleAll(volume);
					if (state === "waiting") addLetters(volume, round);
					await sleep(500);
					times[state].push(...(await submit(server, next, POSTS)));
					next += POSTS;
				}
			}
			const before = server.cpuSeconds();
			const waited = await untilReset(server, sink);
			await sleep(Math.max(0, COUNTED_MS - waited));
			const cpu = (server.cpuSeconds() - before) / (Math.max(COUNTED_MS, waited) / 1_000);
			const [empty, waiting] = [median(times.empty), median(times.waiting)];
			const how = `POST /api/submit one after the other, ${ROUNDS} rounds in turn of ${POSTS} with an empty outbox and with ${count(WAITING)} letters that wait and leave at MAIL_RATE`;
			return [
				{
					what: `${name}Talk, p50 and p99, empty outbox`,
					measured: [0.5, 0.99].map((share) => milliseconds(percentile(times.empty, share))).join(", "),
					how,
				},
				{
					what: `${name}Talk, p50 and p99, ${count(WAITING)} letters wait`,
					measured: [0.5, 0.99].map((share) => milliseconds(percentile(times.waiting, share))).join(", "),
					how,
				},
				atMost(`${name}Talk, p50 with letters in the way / without`, waiting / empty, MOST_SLOWER, ratio, how),
				atMost(
					`${name}Mail for a new password leaves after`,
					waited,
					MOST_RESET_MS,
					milliseconds,
					"from asking for it to its arrival, beside the letters",
				),
				{
					what: `${name}Processor meanwhile`,
					measured: `${Math.round(cpu * 100)} % of a core`,
					how: "letters leave at MAIL_RATE",
				},
			];
		} finally {
			await server.stop();
		}
	});
}

/** How many letters a second leave, the rate raised. */
async function leaving(name: string, checkout: typeof present, sink: Sink): Promise<Row> {
	return withDirectory(async (volume) => {
		fillVolumeOf(checkout, volume, { talks: MANY_TALKS });
		settleAll(volume);
		addLetters(volume, 0);
		const server = await spawnPortal(volume, checkout, { SMTP_URL: sink.url, MAIL_RATE: "1000" });
		try {
			await untilOk(server, "/healthz");
			await sleep(1_000);
			const [before, began] = [sink.received(), performance.now()];
			await sleep(COUNTED_MS);
			const rate = (sink.received() - before) / ((performance.now() - began) / 1_000);
			const how = `to a mail server on this machine, ${count(WAITING)} wait, MAIL_RATE=1000, ${COUNTED_MS / 1_000} s`;
			return atLeast(`${name}Letters that leave`, rate, LEAST_PER_SECOND, perSecond, how);
		} finally {
			await server.stop();
		}
	});
}

interface Sink {
	url: string;
	received(): number;
	/** When the mail for a new password arrived, on the clock of `performance.now()`; undefined: not yet. */
	resetAt(): number | undefined;
	close(): Promise<void>;
}

/** A mail server that takes everything at once. */
async function openSink(): Promise<Sink> {
	let received = 0;
	let resetAt: number | undefined;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onData(stream, session, done) {
			const isReset = session.envelope.rcptTo.some(({ address }) => address === SOMEBODY.email);
			stream.resume();
			stream.on("end", () => {
				received += 1;
				if (isReset) resetAt = performance.now();
				done();
			});
		},
	});
	server.on("error", () => undefined);
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	return {
		url: `smtp://127.0.0.1:${port}`,
		received: () => received,
		resetAt: () => resetAt,
		close: () => new Promise((done) => server.close(() => done())),
	};
}

/** @returns milliseconds until the mail arrived */
async function untilReset(server: RunningServer, sink: Sink): Promise<number> {
	// The one that confirms the address went there as well.
	const known = sink.resetAt();
	const asked = performance.now();
	await postJson(server, "/api/auth/forgot-password", { email: SOMEBODY.email });
	for (;;) {
		const at = sink.resetAt();
		if (at !== undefined && at !== known && at > asked) return at - asked;
		if (performance.now() - asked > PATIENCE_MS) return PATIENCE_MS;
		await sleep(20);
	}
}

async function register(server: RunningServer): Promise<void> {
	const { email, password, name } = SOMEBODY;
	await postJson(server, "/api/auth/register", { username: email, password, name });
}

async function postJson({ port }: RunningServer, path: string, fields: Record<string, string>): Promise<void> {
	const body = [Buffer.from(JSON.stringify(fields))];
	const { status } = await ask({ port, path, method: "POST", headers: { "Content-Type": "application/json" }, body });
	if (status >= 300) throw new Error(`${path} answered ${status}`);
}

/** Talks without a photo, which the third try lets through. @returns how long that took, for each */
async function submit({ port }: RunningServer, from: number, posts: number): Promise<number[]> {
	const agent = keptConnections();
	const times: number[] = [];
	for (let number = from; number < from + posts; number += 1) {
		const form = multipart({ ...answersOf(number), formSession: `bench-${number}` });
		for (let tries = 0; tries <= TRIES_BEFORE_LET_THROUGH; tries += 1) {
			const { status, ms } = await ask({ port, path: "/api/submit", method: "POST", agent, ...form });
			if (status === 201) times.push(ms);
			else if (status !== 422 || tries === TRIES_BEFORE_LET_THROUGH) throw new Error(`a talk was answered ${status}`);
		}
	}
	agent.destroy();
	return times;
}

function inDatabase(volume: string, work: (sqlite: Sqlite.Database) => void): void {
	const sqlite = new Sqlite(join(volumeOf(volume).DATA_DIR, "rostrum.db"), { timeout: 10_000 });
	try {
		work(sqlite);
	} finally {
		sqlite.close();
	}
}

/** Nothing waits any more. */
function settleAll(volume: string): void {
	inDatabase(volume, (sqlite) => sqlite.exec("update outbox set state = 'sent' where state in ('pending', 'sending')"));
}

/** Letters that wait, each to an address of its own. */
function addLetters(volume: string, round: number): void {
	inDatabase(volume, (sqlite) => {
		const add = sqlite.prepare(`insert into outbox
			(kind, dedupe_key, to_address, subject, body, message_id, state, next_at, created_at)
			values ('message', ?, ?, 'A letter', ?, ?, 'pending', ?, ?)`);
		const at = Date.now() - 1_000;
		const body = "Words that organisers wrote to many people. ".repeat(20);
		sqlite.transaction(() => {
			for (let number = 0; number < WAITING; number += 1) {
				const name = `waiting-${round}-${number}`;
				add.run(`bench:${name}`, `${name}@mail.example`, body, `<${name}@bench.example>`, at, at);
			}
		})();
	});
}
