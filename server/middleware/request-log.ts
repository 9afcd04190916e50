import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "pino";

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

/** A /24 or /48: enough to see a flood, not enough to see a person. */
export function ipPrefix(ip: string | undefined): string {
	const address = (ip ?? "").replace(/^::ffff:/, "");
	return address.includes(":")
		? `${address.split(":").slice(0, 3).join(":")}::/48`
		: `${address.split(".").slice(0, 3).join(".")}.0/24`;
}
