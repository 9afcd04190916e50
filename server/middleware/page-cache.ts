import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import type { Database } from "../../db/client.ts";
import type { Config } from "../config.ts";
import { hasSessionCookie, stepCookie, visitorCookie } from "./cookies.ts";
import type { CountsRequest } from "./rate-limit.ts";

const MOST_PAGES = 200;
/**
 * How long a page waits for the rendering of another request: far longer than one takes. The connection of that request may
 * have ended without a word.
 */
const LONGEST_RENDERING_MS = 5_000;
/** Bounds how long a page can show a form after the call closed by date. */
const FRESH_MS = 1_000;
/** Query parameters that are part of the cache key. Any other parameter bypasses the cache. */
const CHOOSING = new Set(["event", "day", "track"]);

interface KeptPage {
	dataVersion: string;
	/** When rendering began (monotonic): the page includes changes made before. */
	begunAt: number;
	until: number;
	headers: Record<string, string | string[]>;
	etag: string;
	bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
}

/** How a rendering ended: the page is cached or cannot be, or the request that was to render it is above its limit. */
type Outcome = "done" | "refused";
type EndsRendering = (outcome: Outcome) => void;

/**
 * Caches compressed shared pages for visitors without a session. Any database write invalidates them. Simultaneous
 * requests wait for one rendering. Rendering counts against the address that causes it; a cached page hardly does.
 */
export function createPageCache(db: Pick<Database, "version">, count: CountsRequest): RequestHandler {
	const pages = new Map<string, KeptPage>();
	const underWay = new Map<string, Promise<Outcome>>();

	/**
	 * The cached page, waiting for a running rendering if there is one. Otherwise this request renders it, and gets the
	 * function that ends the rendering.
	 */
	async function pageFor(key: string): Promise<KeptPage | EndsRendering> {
		const arrived = performance.now();
		for (;;) {
			const kept = take(key);
			if (kept && kept.begunAt >= arrived) return kept;
			if (kept?.dataVersion === db.version()) {
				if (kept.until > Date.now()) return kept;
				// Meanwhile others get the expired page.
				kept.until = Date.now() + FRESH_MS;
				return (outcome) => {
					if (outcome === "refused") kept.until = 0;
				};
			}
			const other = underWay.get(key);
			if (!other) return begin(key);
			if ((await other) === "refused") continue;
			// The rendering was not cacheable, so each visitor gets their own.
			if (pages.get(key) === kept) return () => undefined;
		}
	}

	/** The cached page, which now is the one asked for last. */
	function take(key: string): KeptPage | undefined {
		const kept = pages.get(key);
		if (!kept) return;
		pages.delete(key);
		pages.set(key, kept);
		return kept;
	}

	function begin(key: string): EndsRendering {
		let end: EndsRendering = () => undefined;
		const making = new Promise<Outcome>((done) => {
			end = done;
		});
		underWay.set(key, making);
		const patience = setTimeout(() => finish("done"), LONGEST_RENDERING_MS).unref();
		const finish: EndsRendering = (outcome) => {
			clearTimeout(patience);
			if (underWay.get(key) === making) underWay.delete(key);
			end(outcome);
		};
		return finish;
	}

	return async (req, res, next) => {
		if (!req.isCacheable) return next();
		const key = `${req.originalUrl}|${req.locale}|${req.theme}`;
		const page = await pageFor(key);
		// The visitor has gone, and whoever waits renders it.
		if (req.socket.destroyed) return typeof page === "function" ? page("done") : undefined;
		if (typeof page !== "function") {
			const refusal = await count(req, "cached");
			return refusal ? next(refusal) : send(req, res, page);
		}
		for (const event of ["prefinish", "close"]) res.once(event, () => page("done"));
		const refusal = await count(req, "shared");
		if (refusal) {
			page("refused");
			return next(refusal);
		}
		req.wasKept = pages.has(key);
		const [dataVersion, begunAt] = [db.version(), performance.now()];
		capture(res, async (html) => {
			const made = { ...(await prepare(res, html)), dataVersion, begunAt };
			pages.delete(key);
			// The least recently used page goes, so made-up addresses displace no page that is read.
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

/** Whether the address is of a page that is the same for everyone without a session. */
const isSharedPage = ({ access }: Request): boolean => access?.kind === "page" && access.shared === true;

/** Whether the cache may answer: the page looks the same to everyone who asks for it like this. */
export function isCacheable(req: Request, config: Config): boolean {
	return (
		req.method === "GET" &&
		isSharedPage(req) &&
		!req.path.endsWith(".data") &&
		!hasSessionCookie(req, config) &&
		// These cookies may belong to a draft or an unfinished login.
		!visitorCookie(req, config) &&
		!stepCookie(req, config, "return") &&
		!("code" in req.query) &&
		!req.headers.authorization &&
		Object.entries(req.query).every(([name, value]) => CHOOSING.has(name) && String(value).length < 40)
	);
}

/** Buffers the response: complete 200 pages go to `keep`, everything else is passed on unchanged. */
function capture(res: Response, keep: (html: Buffer) => Promise<void>): void {
	res.locals.heldBack = true;
	// The browser cookie is set with each answer and is not cached.
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

/** How hard the pages of visitors and speakers are compressed: 7 % smaller than at 4, and from 7 on three times as slow. */
export const SMALL = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** The same for what is long: a CSV file would take twice as long at 5, a page of the console a third longer. */
export const FAST = { [constants.BROTLI_PARAM_QUALITY]: 4 };

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
			br: await compress.br(html, { params: SMALL }),
		},
	};
}

function send(req: Request, res: Response, page: KeptPage): void {
	for (const [name, value] of Object.entries(page.headers)) res.setHeader(name, value);
	// Asked one by one, because browsers list gzip before br.
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
