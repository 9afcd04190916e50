import type { Request, Response } from "express";

/** Grace period in milliseconds, and the minimum speed afterwards. */
const GRACE_MS = 10_000;
const LEAST_BYTES_PER_SECOND = 1024;
const LOOK_EVERY_MS = 1_000;

/** Measuring window: a burst counts for at most this long. */
const WINDOW_MS = 20_000;

/**
 * Calls back once if a body arrives more slowly than 1 KB/s. Phones on 2G are five times faster; slower senders only
 * occupy a place.
 */
export function watchSpeed(req: Request, res: Response, tooSlow: () => void): void {
	const began = performance.now();
	const seen = [{ at: began, bytes: req.socket.bytesRead }];
	const watch = setInterval(() => {
		const now = { at: performance.now(), bytes: req.socket.bytesRead };
		seen.push(now);
		while (seen[1] && now.at - seen[1].at >= WINDOW_MS) seen.shift();
		const [since = now] = seen;
		if (now.at - began < GRACE_MS) return;
		if (now.bytes - since.bytes >= (LEAST_BYTES_PER_SECOND * (now.at - since.at)) / 1_000) return;
		stop();
		tooSlow();
	}, LOOK_EVERY_MS);
	const stop = () => clearInterval(watch);
	for (const end of ["end", "close", "error"]) req.once(end, stop);
	res.once("close", stop);
}
