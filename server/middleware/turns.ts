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

/**
 * Lets networks take turns in what is read and rendered for them: who asks for hundreds of pages at once keeps nobody waiting
 * but themselves. A request has its place until the head of its answer is written, so a slow connection holds none. Forms that
 * are sent do not wait here: the work that they cause has queues of its own.
 * @param scale as in `createFairQueue`
 */
export function createTurns({ rateLimitScale: scale }: { rateLimitScale: number }): RequestHandler {
	// A network may have half of the places: more than the pages that an address may ask for in a minute.
	const inTurn = createFairQueue({ concurrency: 4, queue: 2_000, patienceMs: 20_000, scale });
	return (req, res, next) => {
		// A sign-in at GitHub waits for GitHub.
		if ((req.method !== "GET" && req.method !== "HEAD") || req.access?.allowance === "github") return next();
		const answering = async () => {
			// Requests that have arrived meanwhile take their places first: without this, they would be read one by one, each after
			// the answer to the one before.
			await setImmediate();
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
		inTurn({ network: ipPrefix(req.ip) }, answering).catch(next);
	};
}
