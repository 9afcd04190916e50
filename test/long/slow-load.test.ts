import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { memoryOf } from "../../bench/process-memory.ts";
import { count, megabytes, milliseconds, percentile } from "../../bench/report.ts";
import { installation, read } from "../support/backups.ts";
import { clientsOf } from "../support/connections.ts";
import { judged, tell } from "../support/figures.ts";
import { imageMemory } from "../support/image-memory.ts";
import { lasted, minutes } from "../support/minutes.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { addressIn, atRate, expectStored, openPeople, spread } from "../support/steady-load.ts";
import { openUnread } from "../support/unread-answers.ts";

const PROMISED_MINUTES = 2;
const SECONDS = 60 * minutes(PROMISED_MINUTES);
const TALKS_PER_SECOND = 20;
const SLOW = 500;
const MOST_SLOW_MS = 20_000;
/** What tells talks beside slow connections from talks without them: a tenth, and what two runs differ by. */
const MOST_DELAY = { share: 0.1, ms: 50 };
const LOOK_EVERY_MS = 250;
/** 48 a second, as slowhttptest opens them. All at once they would be a burst, whose work is another promise. */
const OPENED_AT_ONCE = 12;
const OPENING_MS = Math.ceil(SLOW / OPENED_AT_ONCE) * LOOK_EVERY_MS;
const BACK_AFTER_MS = 10_000;
/** Asked for at once by a connection that reads none of them. */
const PHOTOS_UNREAD = 40;
/** A kind of people that do nothing else. */
const SLOW_PEOPLE = 3;

const FORM = ["Content-Type: multipart/form-data; boundary=slow", "Content-Length: 400000"];
const FIELD = '--slow\r\nContent-Disposition: form-data; name="name"\r\n\r\nLi Lei';

type Kind = "headers" | "bodies" | "answers";
const KINDS: readonly Kind[] = ["headers", "bodies", "answers"];

/** A connection that occupies a place. */
interface Slow {
	/** The port it comes from; undefined while it is being opened. */
	port: number | undefined;
	end(): void;
}

/** Opens a connection that sends its head, or its body, byte by byte. */
function openTrickling(kind: "headers" | "bodies", to: number, head: string): Slow {
	const socket = connect(to, "127.0.0.1");
	const slow: Slow = { port: undefined, end: () => void socket.destroy() };
	socket.on("error", () => undefined).on("connect", () => (slow.port = socket.localPort));
	socket.resume();
	const begin = kind === "headers" ? head.slice(0, -2) : `${head}${FIELD}`;
	socket.write(begin);
	const timer = setInterval(() => socket.writable && socket.write(kind === "headers" ? "x: y\r\n" : "x"), 1_000);
	socket.once("close", () => clearInterval(timer));
	return slow;
}

/** Keeps so many slow connections open, half of them from one network, until told to stop. */
function holdSlow(to: number, photo: string) {
	const head = (first: string, address: string, ...more: string[]) =>
		[first, `Host: 127.0.0.1:${to}`, `X-Forwarded-For: ${address}`, ...more, "", ""].join("\r\n");
	const unread = openUnread(to, head(`GET /uploads/${photo}.jpg HTTP/1.1`, "ADDRESS").repeat(PHOTOS_UNREAD));
	function openSlow(kind: Kind, address: string): Slow {
		if (kind !== "answers") return openTrickling(kind, to, head("POST /hangzhou HTTP/1.1", address, ...FORM));
		const slow: Slow = { port: undefined, end: () => slow.port && unread.close(slow.port) };
		unread.open(address, (port) => (slow.port = port));
		return slow;
	}
	const held = Array.from({ length: SLOW }, (_, n) => ({
		kind: KINDS[n % KINDS.length] as Kind,
		// Ten neighbours in one network, or somebody in each of many.
		address: n % 2 ? `192.0.2.${n % 10}` : addressIn(SLOW_PEOPLE, n),
		slow: undefined as Slow | undefined,
		since: 0,
	}));
	const lives: Record<Kind, number[]> = { headers: [], bodies: [], answers: [] };
	let isOver = false;
	onTestFinished(() => held.forEach(({ slow }) => void slow?.end()));

	/** @returns how many are open at the server */
	function look(): number {
		const open = clientsOf(to);
		let [still, opened] = [0, 0];
		for (const one of held) {
			const age = performance.now() - one.since;
			if (one.slow && (one.slow.port === undefined || open.has(one.slow.port))) still += 1;
			else if (one.slow) {
				lives[one.kind].push(age);
				one.slow.end();
				one.slow = undefined;
				// Who is refused at once does not come back at once: that is a flood, which the limits are for.
				one.since += Math.max(BACK_AFTER_MS, age + LOOK_EVERY_MS);
			} else if (!isOver && age >= 0 && opened < OPENED_AT_ONCE) {
				opened += 1;
				one.slow = openSlow(one.kind, one.address);
				one.since = performance.now();
			}
		}
		return still;
	}
	const often: number[] = [];
	const watch = (async () => {
		for (; !isOver; await sleep(LOOK_EVERY_MS)) often.push(look());
		for (let last = performance.now(); look() > 0 && performance.now() - last < 3 * MOST_SLOW_MS; )
			await sleep(LOOK_EVERY_MS);
		for (const { slow, kind, since } of held) if (slow) lives[kind].push(performance.now() - since);
	})();

	return async () => {
		isOver = true;
		await watch;
		return { lives, open: percentile(often, 0.5) };
	};
}

/** Talks at the promised rate on a new server. @param beside starts what happens meanwhile, and returns how it ends */
async function talksBeside<T>(beside: (server: ServerProcess, photo: string) => () => Promise<T>) {
	const where = installation();
	const server = await startServer({ ...where, ...imageMemory, TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" });
	const people = await openPeople(server);
	// The first talks compile what they run, and give a photo to ask for.
	await atRate({ perSecond: 5, seconds: 4 }, (number) => people.submit([], 100_000 + number));
	const end = beside(server, String(read(where, "select photo from entries")[0]));
	await sleep(OPENING_MS);
	const times: number[] = [];
	await atRate({ perSecond: TALKS_PER_SECOND, seconds: SECONDS }, (number) => people.submit(times, number));
	const result = await end();
	const peak = memoryOf(server, "VmHWM");
	expect(people.faults).toEqual([]);
	expect(await server.end("SIGTERM")).toBe(0);
	expectStored(where, people.titles);
	return { times, result, peak };
}

it(`${SLOW} slow connections beside ${TALKS_PER_SECOND} talks a second are cut, and delay none of them`, async (context) => {
	const without = await talksBeside(() => async () => undefined);
	const beside = await talksBeside((server, photo) => holdSlow(Number(new URL(server.origin).port), photo));
	const { lives, open } = beside.result;
	const cut = KINDS.reduce((sum, kind) => sum + lives[kind].length, 0);
	const [with99, without99] = [beside, without].map(({ times }) => percentile(times, 0.99)) as [number, number];
	const sent = `${count(beside.times.length)} talks with a photo of 350 KB in ${SECONDS / 60} min beside ${open} slow connections, ${count(cut)} cut: 0 refused, 0 lost`;
	tell(context, lasted(PROMISED_MINUTES, sent));
	const isAsBefore = with99 <= without99 * (1 + MOST_DELAY.share) + MOST_DELAY.ms;
	const delay = `p50, p99 and slowest of a talk ${spread(beside.times)}, without them ${spread(without.times)}`;
	tell(context, judged(delay, "p99 a tenth and 50 ms more", isAsBefore));
	const longest = KINDS.map((kind) => `${kind} ${milliseconds(Math.max(...lives[kind]))}`).join(", ");
	const isCut = KINDS.every((kind) => Math.max(...lives[kind]) <= MOST_SLOW_MS);
	tell(context, judged(`longest life of one that trickles or does not read: ${longest}`, "20 s", isCut));
	tell(context, `peak memory ${megabytes(beside.peak)}, without them ${megabytes(without.peak)}`);
});
