import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import type { Database } from "../../db/client.ts";
import type { Config } from "../config.ts";
import { hasSessionCookie, visitorCookie } from "./cookies.ts";

const MOST_PAGES = 200;
/** A programme that closes by date must stop offering its form within this time. */
const FRESH_MS = 1_000;
/** Parameters that choose another version of a shared page. Any other one makes the page personal. */
const CHOOSING = new Set(["event", "day", "track"]);

interface KeptPage {
	dataVersion: string;
	/** By the monotonic clock. Changes made before are in the page. */
	begunAt: number;
	until: number;
	headers: Record<string, string | string[]>;
	etag: string;
	bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
}

/**
 * Keeps shared pages ready, compressed, for visitors without a session. Any write to the database makes them stale, so
 * a changed track or programme shows at once. One visitor's page is made at a time; the others wait for it.
 */
export function createPageCache(db: Pick<Database, "version">, config: Config): RequestHandler {
	const pages = new Map<string, KeptPage>();
	/** Pages that are being made. Each ends when the page is kept, or will never be. */
	const underWay = new Map<string, Promise<void>>();

	/** The page that is kept, or will be in a moment. Where this visitor's own is the next one: what ends its making. */
	async function pageFor(key: string): Promise<KeptPage | (() => void)> {
		const arrived = performance.now();
		for (;;) {
			const kept = pages.get(key);
			if (kept && kept.begunAt >= arrived) return kept;
			if (kept?.dataVersion === db.version()) {
				if (kept.until > Date.now()) return kept;
				// Those who come while the next one is made get this one.
				kept.until = Date.now() + FRESH_MS;
				return () => undefined;
			}
			const other = underWay.get(key);
			if (!other) return begin(key);
			await other;
			// An answer that must not be cached is not the same for everyone.
			if (pages.get(key) === kept) return () => undefined;
		}
	}

	function begin(key: string): () => void {
		let end = (): void => undefined;
		const making = new Promise<void>((done) => {
			end = done;
		});
		underWay.set(key, making);
		return () => {
			if (underWay.get(key) === making) underWay.delete(key);
			end();
		};
	}

	return async (req, res, next) => {
		if (!mayShare(req, config)) return next();
		const key = `${req.originalUrl}|${req.locale}|${req.theme}`;
		const page = await pageFor(key);
		if (typeof page !== "function") return send(req, res, page);
		const [dataVersion, begunAt] = [db.version(), performance.now()];
		for (const event of ["prefinish", "close"]) res.once(event, page);
		capture(res, async (html) => {
			const made = { ...(await prepare(res, html)), dataVersion, begunAt };
			if (pages.size >= MOST_PAGES) pages.delete(pages.keys().next().value ?? "");
			pages.set(key, made);
			send(req, res, made);
		});
		next();
	};
}

/** Whether the answer is being kept as a shared page, which is compressed once, here. */
export function isHeldBack(res: Response): boolean {
	return res.locals.heldBack === true;
}

function mayShare(req: Request, config: Config): boolean {
	return (
		req.method === "GET" &&
		req.access?.kind === "page" &&
		req.access.shared === true &&
		!req.path.endsWith(".data") &&
		!hasSessionCookie(req, config) &&
		// May belong to a draft, or to an unfinished login.
		!visitorCookie(req, config) &&
		!("code" in req.query) &&
		!req.headers.authorization &&
		Object.entries(req.query).every(([name, value]) => CHOOSING.has(name) && String(value).length < 40)
	);
}

/** Buffers the response; passes a complete 200 page to `keep`, and anything else on as it is. */
function capture(res: Response, keep: (html: Buffer) => Promise<void>): void {
	res.locals.heldBack = true;
	// The name of a browser goes with each answer and is no part of the page.
	const cookies = String(res.getHeader("Set-Cookie"));
	const write = res.write.bind(res);
	const end = res.end.bind(res);
	const chunks: Buffer[] = [];
	const hold = (chunk: unknown) => {
		if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
	};
	res.write = ((chunk: unknown, ...rest: unknown[]) => {
		hold(chunk);
		const done = rest.find((argument) => typeof argument === "function") as (() => void) | undefined;
		done?.();
		return true;
	}) as Response["write"];
	res.end = ((chunk?: unknown) => {
		hold(chunk);
		res.write = write;
		res.end = end;
		const html = Buffer.concat(chunks);
		const asIs = () => void end(html);
		if (res.statusCode !== 200 || res.headersSent || String(res.getHeader("Set-Cookie")) !== cookies) asIs();
		else keep(html).catch(asIs);
		return res;
	}) as Response["end"];
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function prepare(res: Response, html: Buffer): Promise<Omit<KeptPage, "dataVersion" | "begunAt">> {
	// The browser may cache it too, and revalidates each time: going back shows what was typed into a form, even
	// without scripts.
	const headers: KeptPage["headers"] = { "cache-control": "private, no-cache" };
	for (const name of ["content-type", "content-security-policy"]) {
		const value = res.getHeader(name);
		if (value !== undefined) headers[name] = value as string;
	}
	return {
		until: Date.now() + FRESH_MS,
		headers,
		etag: createHash("sha256").update(html).digest("base64url").slice(0, 22),
		bodies: {
			identity: html,
			gzip: await compress.gzip(html, { level: 6 }),
			br: await compress.br(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
		},
	};
}

function send(req: Request, res: Response, page: KeptPage): void {
	for (const [name, value] of Object.entries(page.headers)) res.setHeader(name, value);
	// One at a time: asked for all, the answer is what the browser names first, and they name gzip before brotli.
	const coding = (["br", "gzip"] as const).find((one) => req.acceptsEncodings(one)) ?? "identity";
	res.vary("Accept-Encoding, Accept-Language");
	res.setHeader("ETag", `W/"${page.etag}"`);
	if (req.fresh) {
		res.status(304).end();
		return;
	}
	if (coding !== "identity") res.setHeader("Content-Encoding", coding);
	const body = page.bodies[coding];
	res.setHeader("Content-Length", body.length);
	res.end(body);
}
