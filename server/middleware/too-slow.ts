import type { Request, Response } from "express";

/** Time in which a phone finds its network, milliseconds; and what even the slowest of them sends from then on. */
const GRACE_MS = 10_000;
const LEAST_BYTES_PER_SECOND = 1024;
const LOOK_EVERY_MS = 1_000;

/**
 * Calls back once, when a body has arrived more slowly than a kilobyte a second since it began. A telephone on the oldest
 * networks is five times as fast; what sends a byte now and then only keeps a place from others.
 */
export function watchSpeed(req: Request, res: Response, tooSlow: () => void): void {
	const began = performance.now();
	const bytesBefore = req.socket.bytesRead;
	const watch = setInterval(() => {
		const elapsed = performance.now() - began;
		if (elapsed < GRACE_MS) return;
		if (req.socket.bytesRead - bytesBefore >= (LEAST_BYTES_PER_SECOND * elapsed) / 1_000) return;
		stop();
		tooSlow();
	}, LOOK_EVERY_MS);
	const stop = () => clearInterval(watch);
	for (const end of ["end", "close", "error"]) req.once(end, stop);
	res.once("close", stop);
}
