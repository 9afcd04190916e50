import { setImmediate } from "node:timers/promises";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import { createFairQueue } from "../services/limits/fair-queue.ts";
import { ipPrefix } from "./network.ts";

/**
 * Milliseconds after which a request gives its place to the next one. Reading and rendering take a tenth of that: a request
 * that takes longer waits for something else, such as a thread.
 */
const LONGEST_MS = 1_000;

/** Rounds of the event loop without a new request after which all that have arrived are known, and the most that are waited for. */
const QUIET_ROUNDS = 3;
const MOST_ROUNDS = 60;

/**
 * Lets networks take turns in what is read and rendered for them: a flood from one network delays only that network. A
 * request has its place until the head of its answer is written, so a slow connection holds none. Forms that are sent do not
 * wait here: the work that they cause has queues of its own. A shared page that is rendered again goes first, because
 * visitors of all networks wait for it.
 * @param scale as in `createFairQueue`
 */
export function createTurns({ rateLimitScale: scale }: { rateLimitScale: number }): RequestHandler {
	// A network may have half of the places: more than the pages that an address may ask for in a minute.
	const inTurn = createFairQueue({ concurrency: 4, queue: 2_000, patienceMs: 20_000, scale });
	let arrived = 0;

	/** Lets new requests enter the queue first. The event loop accepts one connection a round. */
	async function othersArrived(): Promise<void> {
		let quiet = 0;
		for (let round = 0; quiet < QUIET_ROUNDS && round < MOST_ROUNDS; round += 1) {
			const before = arrived;
			await setImmediate();
			quiet = arrived === before ? quiet + 1 : 0;
		}
	}

	return (req, res, next) => {
		// A sign-in at GitHub waits for GitHub.
		if ((req.method !== "GET" && req.method !== "HEAD") || req.access?.allowance === "github") return next();
		arrived += 1;
		const answering = async () => {
			await othersArrived();
			await new Promise<void>((done) => {
				// The visitor has gone.
				if (req.socket.destroyed) return done();
				const longest = setTimeout(done, LONGEST_MS);
				const end = () => {
					clearTimeout(longest);
					done();
				};
				onHeaders(res, end);
				res.once("close", end);
				next();
			});
		};
		inTurn({ network: req.wasKept ? undefined : ipPrefix(req.ip) }, answering).catch(next);
	};
}
