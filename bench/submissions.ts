import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { type Answer, ask, keptConnections } from "./http.ts";
import { makePhoto } from "./photos.ts";
import {
	atLeast,
	atMost,
	count,
	megabytes,
	milliseconds,
	type Part,
	percentile,
	perSecond,
	type Row,
	tableOf,
} from "./report.ts";
import { spawnPortal, untilOk, volumeOf } from "./servers.ts";
import { answersOf, multipart } from "./talk-forms.ts";
import { fillVolume, MANY_TALKS, withDirectory } from "./volumes.ts";

const CLIENTS = 12;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 12_000;
const MOST_LOADED_BYTES = 512_000_000;
const TRIES_BEFORE_LET_THROUGH = 2;

/** Posts until an entry is stored; the last answer counts. */
type Submit = (number: number) => Promise<Answer>;

interface Kind {
	what: string;
	/** Accepted submissions per second to reach. */
	target?: number;
	how: string;
	prepare(send: Send): Promise<Submit> | Submit;
}

type Send = (path: string, fields: Record<string, string>, photo?: Buffer) => Promise<Answer>;

interface Load {
	accepted: number;
	seconds: number;
	/** Of the posts that were accepted, in milliseconds. */
	times: number[];
	/** Errors and how often they occurred. */
	failures: Map<string, number>;
	/** The first number that was not used. */
	next: number;
}

/** Accepted talks per second: entry, log line, receipt, flush, and the photo if any. */
export async function measureSubmissions(): Promise<Part> {
	const small = await makePhoto({ bytes: 350_000, width: 1_600, height: 1_600 });
	const large = await makePhoto({ bytes: 1_700_000, width: 3_000, height: 4_000 });
	const rows: Row[] = [];
	for (const kind of kinds(small, large)) rows.push(...(await withDirectory((volume) => measure(kind, volume))));
	return { title: "Submissions", tables: [tableOf(rows)] };
}

function kinds(small: Buffer, large: Buffer): Kind[] {
	const withPhoto = (photo: Buffer) => (send: Send) => (number: number) =>
		send("/api/submit", answersOf(number), photo);
	return [
		{
			what: "Text, photo kept from an earlier try",
			target: 150,
			how: "one post is one complete entry: it names, as the form does after a refusal, a photo that is already stored",
			prepare: async (send) => {
				const photo = await keptPhoto(send, small);
				return (number) => send("/api/submit", { ...answersOf(number), photo });
			},
		},
		{
			what: "Text, no photo in three tries",
			how: "three posts are one entry: two are refused with 422 because a photo is required, the third is let through; only the third is counted and timed, so the server answers three times as many posts",
			prepare: (send) => async (number) => {
				const fields = { ...answersOf(number), formSession: `bench-${number}` };
				for (let refused = 0; refused < TRIES_BEFORE_LET_THROUGH; refused++) {
					const answer = await send("/api/submit", fields);
					if (answer.status !== 422) throw new Error(`try without a photo answered ${answer.status}`);
				}
				return send("/api/submit", fields);
			},
		},
		{
			what: "Photo of 350 KB",
			target: 20,
			how: `JPEG of 1600 x 1600, ${count(small.length)} bytes, re-encoded by the server`,
			prepare: withPhoto(small),
		},
		{
			what: "Photo of 1.7 MB",
			target: 8,
			how: `JPEG of 3000 x 4000, ${count(large.length)} bytes, re-encoded by the server`,
			prepare: withPhoto(large),
		},
	];
}

/** Posts an empty form with a photo. @returns the signed photo reference of the error page */
async function keptPhoto(send: Send, photo: Buffer): Promise<string> {
	const refused = await send("/hangzhou", {}, photo);
	const reference = / name="photo" value="([^"]+)"/.exec(refused.body.toString("utf8"))?.[1];
	if (refused.status !== 422 || !reference) throw new Error(`a photo alone was answered ${refused.status}`);
	return reference;
}

async function measure(kind: Kind, volume: string): Promise<Row[]> {
	await fillVolume(volume, MANY_TALKS);
	const server = await spawnPortal(volume);
	try {
		await untilOk(server, "/healthz");
		const connections = keptConnections();
		const send: Send = (path, fields, photo) => {
			return ask({ port: server.port, path, method: "POST", agent: connections, ...multipart(fields, photo) });
		};
		const submit = await kind.prepare(send);
		const warm = await generate(submit, MANY_TALKS + 1, WARM_UP_MS);
		const before = server.cpuSeconds();
		const load = await generate(submit, warm.next, MEASURED_MS);
		const cpu = (server.cpuSeconds() - before) / load.seconds;
		const { peak } = server.memory();
		connections.destroy();
		await server.stop();
		const lost = MANY_TALKS + warm.accepted + load.accepted - storedEntries(volume);
		for (const [reason, times] of warm.failures) fail(load, reason, times);
		if (lost > 0) fail(load, "accepted but not stored", lost);
		return rowsOf(kind, load, { cpu, peak });
	} finally {
		await server.stop();
	}
}

/** Keeps `CLIENTS` busy; each sends its next submission when the last one is answered. Every one has a new number. */
async function generate(submit: Submit, from: number, ms: number): Promise<Load> {
	const load: Load = { accepted: 0, seconds: 0, times: [], failures: new Map(), next: from };
	const started = performance.now();
	const client = async () => {
		while (performance.now() - started < ms) {
			try {
				const answer = await submit(load.next++);
				if (answer.status !== 201) fail(load, `status ${answer.status}`);
				else {
					load.accepted += 1;
					load.times.push(answer.ms);
				}
			} catch (error) {
				fail(load, error instanceof Error ? error.message : String(error));
			}
		}
	};
	await Promise.all(Array.from({ length: CLIENTS }, client));
	load.seconds = (performance.now() - started) / 1_000;
	return load;
}

function fail({ failures }: Load, reason: string, times = 1): void {
	failures.set(reason, (failures.get(reason) ?? 0) + times);
}

function storedEntries(volume: string): number {
	const sqlite = new Sqlite(join(volumeOf(volume).DATA_DIR, "rostrum.db"), { readonly: true });
	try {
		return Number(sqlite.prepare("select count(*) from entries").pluck().get());
	} finally {
		sqlite.close();
	}
}

function rowsOf({ what, target, how }: Kind, load: Load, { cpu, peak }: { cpu: number; peak: number }): Row[] {
	const failed = [...load.failures.values()].reduce((sum, times) => sum + times, 0);
	const reasons = [...load.failures].map(([reason, times]) => `; ${times} x ${reason}`).join("");
	const latencyAt = (share: number) => milliseconds(percentile(load.times, share));
	const rate = load.accepted / load.seconds;
	const howRate = `${how}; ${CLIENTS} clients for ${MEASURED_MS / 1_000} s, POST /api/submit beside ${count(MANY_TALKS)} stored entries, ${count(load.accepted)} accepted (server at ${Math.round(cpu * 100)} % of a core)`;
	return [
		target ? atLeast(what, rate, target, perSecond, howRate) : { what, measured: perSecond(rate), how: howRate },
		{
			what: `${what}, p50 and p99`,
			measured: [0.5, 0.99].map(latencyAt).join(", "),
			how: `accepted posts while ${CLIENTS} clients always wait`,
		},
		{
			what: `${what}, errors`,
			measured: count(failed),
			target: "0",
			met: failed === 0,
			how: `other answers than expected, and accepted entries that are not in the database afterwards${reasons}`,
		},
		atMost(`${what}, peak memory`, peak, MOST_LOADED_BYTES, megabytes, "VmHWM of the server after the load"),
	];
}
