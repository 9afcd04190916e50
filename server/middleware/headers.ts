import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";
import type { Config } from "../config.ts";
import { hasSessionCookie } from "./cookies.ts";

/**
 * Content policy of a page. Without hydration it is constant: the inlined style is allowed by hash, scripts only from
 * files. Hydrating pages allow inline scripts by nonce.
 */
export function contentSecurityPolicy(allow: { styleHash?: string; nonce?: string }, https: boolean): string {
	const nonce = allow.nonce ? ` 'nonce-${allow.nonce}'` : "";
	const style = allow.styleHash ? ` '${allow.styleHash}'` : "";
	return [
		"default-src 'none'",
		`script-src 'self'${nonce}`,
		`style-src 'self'${style}${nonce}`,
		"img-src 'self' blob: data:",
		"connect-src 'self'",
		"manifest-src 'self'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"object-src 'none'",
		...(https ? ["upgrade-insecure-requests"] : []),
	].join("; ");
}

/** Makes `Location` absolute: old browsers stop at relative ones. */
export function createAbsoluteRedirects(config: Config): RequestHandler {
	return (req, res, next) => {
		const setHeader = res.setHeader.bind(res);
		res.setHeader = (name, value) => {
			if (typeof value !== "string" || name.toLowerCase() !== "location") return setHeader(name, value);
			const own = value.startsWith("/");
			// Adds an empty fragment, because browsers keep `#errors` of the posted address otherwise.
			const ended = own && req.method === "POST" && !value.includes("#") ? `${value}#` : value;
			const origin = config.publicUrl ?? `${req.protocol}://${req.headers.host}`;
			return setHeader(name, own ? `${origin}${ended}` : value);
		};
		next();
	};
}

/** Lets scripts read an answer, and pages show it, whatever site they are of. */
export function openToOtherSites(res: ServerResponse): void {
	res.setHeader("Access-Control-Allow-Origin", "*");
	res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
}

/**
 * Opens what the access table says is open to other sites. What a request with a session or a token gets is for its own
 * page alone: without the header browsers keep it from others.
 */
export function createOpenDoors(config: Config): RequestHandler {
	return (req, res, next) => {
		const whom = req.access?.otherSites;
		if (whom === "as-guests") res.vary("Cookie, Authorization");
		const isGuest = !req.headers.authorization && !hasSessionCookie(req, config);
		if (whom === "always" || (whom === "as-guests" && isGuest)) openToOtherSites(res);
		next();
	};
}

/** Content policy of files: they are never documents with rights. */
export const FILE_POLICY = "default-src 'none'; sandbox";

/** Headers that files keep. The others concern documents, and would be sent with every script and style. */
const FILE_HEADERS = new Set([
	"content-type",
	"content-length",
	"content-encoding",
	"vary",
	"x-content-type-options",
	"cross-origin-resource-policy",
	"strict-transport-security",
]);

/**
 * Strips document headers from assets: eight assets come with the first visit to a page. Nor do they say when they were
 * made: their address changes with their content, so no browser asks again.
 */
export function asFile(res: ServerResponse): void {
	for (const name of res.getHeaderNames()) if (!FILE_HEADERS.has(name)) res.removeHeader(name);
	const writeHead = res.writeHead.bind(res);
	res.writeHead = ((status: number, { "Last-Modified": _, ...headers }: OutgoingHttpHeaders = {}) =>
		writeHead(status, headers)) as ServerResponse["writeHead"];
	res.setHeader("Content-Security-Policy", FILE_POLICY);
}

/**
 * A form that a script sent is told where to go next instead of being led there: the script would fetch the next page, and
 * what that says once would not be seen.
 */
export const nameNextPage: RequestHandler = (req, res, next) => {
	if (req.method === "POST" && req.get("X-Requested-With") === "form") {
		const writeHead = res.writeHead.bind(res);
		res.writeHead = ((status: number, ...others: []) => {
			const isRedirect = status >= 300 && status < 400;
			if (isRedirect) res.statusMessage = "OK";
			return writeHead(isRedirect ? 200 : status, ...others);
		}) as typeof res.writeHead;
	}
	next();
};

/**
 * Default: no browser or cache stores an answer. Shared pages and files override it. `no-cache` must be last, or lynx
 * shows the old page.
 */
export const NOT_KEPT = "private, no-store, no-cache";

/** Headers of every answer, computed once with helmet. */
export function createHeaders(config: Config): RequestHandler {
	const https = config.secureCookies;
	const fixed = new Map<string, string>();
	const recorder = {
		setHeader: (name: string, value: string) => fixed.set(name, value),
		removeHeader: () => undefined,
	};
	const base = helmet({
		// Each document brings its own; this is for everything else.
		contentSecurityPolicy: false,
		// `no-referrer` makes browsers send `Origin: null` with plain form posts, and every form would be refused.
		referrerPolicy: { policy: "same-origin" },
		xFrameOptions: { action: "deny" },
		// For Internet Explorer 8 and for Flash: 69 bytes of every answer.
		xDownloadOptions: false,
		xPermittedCrossDomainPolicies: false,
		strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
	});
	base({} as never, recorder as never, () => undefined);
	fixed.set("Cache-Control", NOT_KEPT);
	fixed.set("Content-Security-Policy", contentSecurityPolicy({}, https));
	fixed.set(
		"Permissions-Policy",
		"accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
	);
	return (_req, res, next) => {
		for (const [name, value] of fixed) res.setHeader(name, value);
		next();
	};
}
