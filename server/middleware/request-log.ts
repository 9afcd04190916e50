import { randomBytes } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Origin, SecurityLog } from "../security-log.ts";
import type { Device } from "../services/accounts/devices.ts";
import { isAllowed, isByTeam } from "./actor.ts";
import { deviceCookie } from "./cookies.ts";
import { ipPrefix, networkOf } from "./network.ts";

/**
 * One line per request without personal data: no query, body, cookie, email or full IP address. The route is the
 * pattern of the access table.
 */
export function createRequestLog(log: Logger, security: SecurityLog, now: () => number): RequestHandler {
	const process = randomBytes(4).toString("hex");
	let serial = 0;
	return (req, res, next) => {
		serial += 1;
		req.requestId = `${process}-${serial.toString(36)}`;
		req.arrivedAt = now();
		const started = performance.now();
		res.on("close", () => {
			log.info({
				req: req.requestId,
				method: req.method,
				route: routeOf(req),
				status: res.statusCode,
				ms: Math.round(performance.now() - started),
				ip: ipPrefix(req.ip),
				user: req.actor?.user?.id,
			});
			noteOutcome(req, res, security);
		});
		security.during(originOf(req), () => next());
	};
}

const routeOf = (req: Request) => req.access?.path ?? "?";
const originOf = (req: Request): Origin => ({ req: req.requestId, ip: ipPrefix(req.ip) });

/** Logs the security event of a response. Events that services log themselves are left out. */
function noteOutcome(req: Request, res: Response, security: SecurityLog): void {
	const user = req.actor?.user;
	const asked = { asked: `${req.method} ${routeOf(req)}`, user: user?.id };
	const status = res.statusCode;
	if (status === 429) security.note("limit.hit", asked, originOf(req));
	else if (isRefusal(req, status)) security.note("access.refused", { ...asked, status }, originOf(req));
	else if (isByTeam(req) && req.method !== "GET" && req.method !== "HEAD") {
		security.note("admin.action", { ...asked, status: res.writableEnded ? status : undefined }, originOf(req));
	}
}

/**
 * Pages redirect instead of answering 401 or 403. At addresses open to everyone, 401 is a failed login, logged by its
 * service.
 */
function isRefusal({ access, actor, headers }: Request, status: number): boolean {
	if (status === 403) return true;
	if (status === 401) return access?.who !== "everyone" || headers.authorization !== undefined;
	return access !== undefined && actor !== undefined && !isAllowed(access, actor);
}

/** Logged about the origin of a session. */
export function deviceOf(req: Request, config: Config): Device {
	const userAgent = (req.get("User-Agent") ?? "").slice(0, 300);
	return { network: networkOf(req.ip), ipPrefix: ipPrefix(req.ip), userAgent, secret: deviceCookie(req, config) };
}
