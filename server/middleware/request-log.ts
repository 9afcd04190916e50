import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { ipPrefix } from "./network.ts";

/**
 * One line a request: no query, body, cookie, e-mail or full address, so that nobody appears in the log. The route is
 * the pattern of the access table, never what was typed.
 */
export function createRequestLog(log: Logger): RequestHandler {
	const process = randomBytes(4).toString("hex");
	let serial = 0;
	return (req, res, next) => {
		serial += 1;
		req.requestId = `${process}-${serial.toString(36)}`;
		const started = performance.now();
		res.on("close", () => {
			log.info({
				req: req.requestId,
				method: req.method,
				route: req.access?.path ?? "?",
				status: res.statusCode,
				ms: Math.round(performance.now() - started),
				ip: ipPrefix(req.ip),
				user: req.actor?.user?.id,
			});
		});
		next();
	};
}
