import { randomBytes } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { Logger } from "pino";
import type { Device } from "../services/sessions.ts";
import { ipPrefix, networkOf } from "./network.ts";

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

/** What is noted about where a session was opened from. */
export function deviceOf(req: Request): Device {
	const userAgent = (req.get("User-Agent") ?? "").slice(0, 300);
	return { network: networkOf(req.ip), ipPrefix: ipPrefix(req.ip), userAgent };
}
