import type { Request, RequestHandler } from "express";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { answerCheck, MOST_REQUEST_BYTES, nonceOf, PROXY_FAULTS, type SeenRequest } from "../proxy-check.ts";
import type { Secrets } from "../secrets.ts";

/** Headers accepted only from a trusted proxy. */
const FORWARDED = ["x-forwarded-for", "x-forwarded-proto"];

/** Deletes X-Forwarded-* headers from untrusted proxies. Two layers must not read two protocols from one header. */
export function dropForwarded({ headers }: Request, { trustProxy }: Pick<Config, "trustProxy">): void {
	const protocol = String(headers["x-forwarded-proto"] ?? "http");
	if (trustProxy === 0 || !/^https?$/.test(protocol)) for (const name of FORWARDED) delete headers[name];
}

const forwardedFor = ({ headers }: Request): string[] =>
	String(headers["x-forwarded-for"] ?? "")
		.split(",")
		.map((entry) => entry.trim())
		.filter(Boolean);

/**
 * Reports to `doctor` how its signed request arrived. For all others the address does not exist. Stands before
 * the guard, which would refuse a wrong Host.
 */
export function createProxyCheck(config: Config, secrets: Secrets, now: () => number): RequestHandler {
	return (req, res, next) => {
		const nonce = nonceOf(req.headers, secrets, now());
		if (nonce === undefined) return next();
		const { socket } = req;
		const seen = seenIn(req, config);
		lengthOfBody(req)
			.then((bytes) => {
				res
					.set("Cache-Control", "no-store")
					.type("json")
					.send(answerCheck(secrets, nonce, { ...seen, bytes }));
			})
			// The body is too large, or the connection is gone.
			.catch(() => socket.destroy());
	};
}

function seenIn(req: Request, config: Config): Omit<SeenRequest, "bytes"> {
	const { host = "", "x-forwarded-proto": protocol } = req.headers;
	const forwarded = forwardedFor(req);
	dropForwarded(req, config);
	return {
		host,
		protocol: protocol === undefined ? undefined : String(protocol),
		forwarded,
		address: req.ip ?? "",
		trusted: config.trustProxy,
		peerPort: req.socket.remotePort,
	};
}

/** Reads the body and keeps nothing of it. @throws AppError TOO_LARGE */
async function lengthOfBody(req: Request): Promise<number> {
	let bytes = 0;
	for await (const chunk of req) {
		bytes += (chunk as Buffer).length;
		if (bytes > MOST_REQUEST_BYTES) throw new AppError("TOO_LARGE");
	}
	return bytes;
}

/** A sign in a request that the proxies or their settings are wrong. */
interface Sign {
	event: string;
	text: string;
	shows(req: Request): boolean;
}

/** Logs the first request that shows each sign of a wrong proxy. Must see the headers as they came. */
export function createProxySigns(config: Config, log: Logger): (req: Request) => void {
	const unseen = new Set(signsOf(config));
	return (req) => {
		for (const sign of unseen) {
			if (!sign.shows(req)) continue;
			unseen.delete(sign);
			log.warn({ event: sign.event }, sign.text);
		}
	};
}

function signsOf({ trustProxy, publicUrl, secureCookies }: Config): Sign[] {
	const ownHost = publicUrl && new URL(publicUrl).host;
	const notTrusted: Sign = {
		event: "proxy not trusted",
		text: PROXY_FAULTS.notTrusted,
		shows: ({ headers }) => headers["x-forwarded-for"] !== undefined,
	};
	const ownHostSent: Sign = {
		event: "proxy sends its own host",
		text: PROXY_FAULTS.ownHost,
		shows: ({ headers: { host = "" } }) => host.toLowerCase() !== ownHost && isInternal(host),
	};
	const tooManyTrusted: Sign = {
		event: "too many proxies trusted",
		text: PROXY_FAULTS.tooManyTrusted,
		shows: (req) => forwardedFor(req).length < trustProxy,
	};
	const noProtocol: Sign = {
		event: "proxy sends no protocol",
		text: PROXY_FAULTS.noProtocol,
		shows: ({ headers }) => headers["x-forwarded-proto"] === undefined,
	};
	return [
		...(trustProxy === 0 ? [notTrusted] : [tooManyTrusted]),
		...(trustProxy > 0 && secureCookies ? [noProtocol] : []),
		...(ownHost ? [ownHostSent] : []),
	];
}

/** Whether no visitor uses this host: an address of a private network, or a name such as `rostrum` of a container. */
function isInternal(host: string): boolean {
	const name = host
		.toLowerCase()
		.replace(/:\d+$/, "")
		.replace(/^\[|\]$/g, "");
	if (ipaddr.isValid(name)) return ipaddr.process(name).range() !== "unicast";
	return /^[a-z0-9_-]+$|^[a-z0-9_.-]+\.(local|internal|localhost|lan)$/.test(name);
}
