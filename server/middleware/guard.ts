import type { Request, RequestHandler } from "express";
import type { Logger } from "pino";
import { accessTo } from "../access.ts";
import { type Config, PROXY_NOT_TRUSTED } from "../config.ts";
import { AppError } from "../errors.ts";
import { hasSessionCookie } from "./cookies.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE"]);
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
/** Believed from a proxy that is trusted. */
const FORWARDED = ["x-forwarded-for", "x-forwarded-proto"];
/** Never believed: the proxy passes the Host on, and the framework would take these for it without looking. */
const NEVER_BELIEVED = ["x-forwarded-host", "x-forwarded-port", "forwarded"];
/** Decisions must not depend on which of two values a layer reads; Node silently drops the second of most headers. */
const ONCE = new Set(["host", "authorization", "content-type", "origin", "sec-fetch-site", "x-form-token"]);
const EMBEDDING = new Set(["script", "object", "embed"]);

/**
 * Stands before everything else: method, host, address and origin. The page framework behind it checks origins only on
 * some of its addresses and answers 500 to a malformed host, so nothing of the kind may reach it.
 */
export function createGuard(config: Config, log: Logger): RequestHandler {
	let toldOfProxy = config.trustProxy > 0;
	const ownHost = config.publicUrl && new URL(config.publicUrl).host;
	return (req, res, next) => {
		if (!toldOfProxy && req.headers["x-forwarded-for"] !== undefined) {
			toldOfProxy = true;
			log.warn({ event: "proxy not trusted" }, PROXY_NOT_TRUSTED);
		}
		for (const name of NEVER_BELIEVED) delete req.headers[name];
		const proto = String(req.headers["x-forwarded-proto"] ?? "http");
		if (config.trustProxy === 0 || !/^https?$/.test(proto)) for (const name of FORWARDED) delete req.headers[name];
		if (!METHODS.has(req.method)) throw new AppError("METHOD_NOT_ALLOWED");
		assertOnce(req.rawHeaders);
		const host = req.headers.host ?? "";
		const readable = HOST.test(host) && URL.canParse(`http://${host}`);
		if (!readable || (ownHost && host.toLowerCase() !== ownHost)) throw new AppError("BAD_HOST");
		assertReadable(req.url);
		if (req.path.startsWith("/api/") && EMBEDDING.has(String(req.headers["sec-fetch-dest"]))) {
			throw new AppError("CROSS_ORIGIN");
		}
		req.access = accessTo(req.method, req.path);
		if (req.method !== "GET" && req.method !== "HEAD") req.needsFormToken = assertSameOrigin(req, config);
		// The framework's own client never sends this parameter; it is the way around its origin check.
		if ("_data" in req.query) throw new AppError("NOT_FOUND");
		// Judged here; the framework's own judgement answers 500 where it is not needed.
		delete req.headers.origin;
		res.vary("Sec-Fetch-Site, Origin, Cookie");
		next();
	};
}

/** Stands before what programs ask for under any host, and therefore before the guard. */
export const refuseDoubled: RequestHandler = ({ rawHeaders }, res, next) => {
	try {
		assertOnce(rawHeaders);
	} catch {
		res.status(400).set("Cache-Control", "no-store").type("text").send("no\n");
		return;
	}
	next();
};

/** @param headers names and values in turn. @throws AppError BAD_HOST or BAD_REQUEST for a header that is there twice */
function assertOnce(headers: readonly string[]): void {
	const seen = new Set<string>();
	for (let at = 0; at < headers.length; at += 2) {
		const name = (headers[at] ?? "").toLowerCase();
		if (!ONCE.has(name)) continue;
		if (seen.has(name)) throw new AppError(name === "host" ? "BAD_HOST" : "BAD_REQUEST");
		seen.add(name);
	}
}

/** @throws AppError BAD_REQUEST for addresses that no page of ours has and that layers below read differently */
function assertReadable(url: string): void {
	const [path = ""] = url.split("?");
	if (!path.startsWith("/") || path.includes("//") || path.includes("\\")) throw new AppError("BAD_REQUEST");
	if (/%00|\0/.test(url)) throw new AppError("BAD_REQUEST");
	try {
		if (/\/\.\.?(\/|$|;)/.test(decodeURIComponent(path))) throw new AppError("BAD_REQUEST");
		decodeURIComponent(url);
	} catch (error) {
		throw error instanceof AppError ? error : new AppError("BAD_REQUEST", { cause: error });
	}
}

/** @returns whether the form must prove itself with the session's token, because the browser says nothing of its origin */
function assertSameOrigin(req: Request, config: Config): boolean {
	const withCookie = hasSessionCookie(req, config);
	// A bearer token is sent by a program that was told to, never by a browser on its own.
	// Basic credentials are another matter: browsers add those by themselves.
	if (/^Bearer /i.test(req.headers.authorization ?? "") && !withCookie) return false;
	const site = req.headers["sec-fetch-site"];
	const origin = req.headers.origin;
	if (site !== undefined) {
		if (site !== "same-origin" && site !== "none") throw new AppError("CROSS_ORIGIN");
		return false;
	}
	if (origin === undefined) return withCookie;
	const own = config.publicUrl ?? `${req.protocol}://${req.headers.host}`;
	if (origin.toLowerCase() !== own.toLowerCase()) throw new AppError("CROSS_ORIGIN");
	return false;
}
