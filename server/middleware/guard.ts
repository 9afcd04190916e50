import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { Registry } from "../../app/programmes/registry.ts";
import type { AccessRow } from "../access.ts";
import { accessTo, methodsAt } from "../access-lookup.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { hasSessionCookie } from "./cookies.ts";
import { createProxySigns, dropForwarded } from "./proxies.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE"]);
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
/** Headers never accepted, because Remix would believe them. */
const NEVER_BELIEVED = ["x-forwarded-host", "x-forwarded-port", "forwarded"];
/** Headers that must not appear twice: Node silently drops most duplicates, so layers could see different values. */
const ONCE = new Set(["host", "authorization", "content-type", "origin", "sec-fetch-site", "x-form-token"]);
const EMBEDDING = new Set(["script", "object", "embed"]);

/**
 * First check of every request: method, host, address, origin. Remix checks the origin of some addresses only, and
 * answers 500 to a malformed host.
 */
export function createGuard(config: Config, log: Logger, registry: () => Registry): RequestHandler {
	const watchProxies = createProxySigns(config, log);
	const isCall = (path: string) => {
		const { programmeAt, formerlyAt } = registry();
		return (programmeAt(path) ?? formerlyAt(path)) !== undefined;
	};
	const ownHost = config.publicUrl && new URL(config.publicUrl).host;
	return (req, res, next) => {
		watchProxies(req);
		for (const name of NEVER_BELIEVED) delete req.headers[name];
		dropForwarded(req, config);
		assertOnce(req.rawHeaders);
		const host = req.headers.host ?? "";
		const readable = HOST.test(host) && URL.canParse(`http://${host}`);
		if (!readable || (ownHost && host.toLowerCase() !== ownHost)) throw new AppError("BAD_HOST");
		assertReadable(req.url);
		req.access = METHODS.has(req.method) ? accessTo(req.method, req.path, isCall) : undefined;
		if (!req.access) refuseMethod(req, res, methodsAt(req.path, isCall));
		if (isClosedCall(req.access) && EMBEDDING.has(String(req.headers["sec-fetch-dest"]))) {
			throw new AppError("CROSS_ORIGIN");
		}
		if (req.method !== "GET" && req.method !== "HEAD") req.needsFormToken = assertSameOrigin(req, config);
		// `_data` bypasses Remix's origin check; its own client never sends it.
		if ("_data" in req.query) throw new AppError("NOT_FOUND");
		// Removed after the check: Remix's own check would answer 500.
		delete req.headers.origin;
		res.vary("Sec-Fetch-Site, Origin, Cookie");
		next();
	};
}

/** A call whose answer another site must not embed. */
const isClosedCall = (row: AccessRow | undefined) => row?.kind === "rest" && row.otherSites !== "always";

/**
 * Says of an address which methods it takes. A page that nobody can open is not found, whatever can be posted there.
 * @throws AppError METHOD_NOT_ALLOWED
 */
function refuseMethod({ method, path }: Request, res: Response, allowed: readonly string[]): void {
	const isRead = method === "GET" || method === "HEAD";
	const isCall = /^\/api\//i.test(path) && allowed.length > 0;
	if (!isRead || isCall) res.setHeader("Allow", allowed.join(", "));
	if (!METHODS.has(method) || (isRead && isCall)) throw new AppError("METHOD_NOT_ALLOWED");
}

/** Stands before health and metrics, which are served for any host. */
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

/** @throws AppError BAD_REQUEST for addresses that layers could interpret differently */
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

/** @returns whether the form's token must be checked, because the browser sent no origin */
function assertSameOrigin(req: Request, config: Config): boolean {
	const withCookie = hasSessionCookie(req, config);
	// Bearer tokens are never sent by browsers on their own; Basic credentials are.
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
