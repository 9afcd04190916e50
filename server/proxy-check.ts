import { randomBytes } from "node:crypto";
import type { Secrets } from "./secrets.ts";

const MIB = 1024 * 1024;
/**
 * Largest request body: larger ones are not read at all. Larger photos are discarded while streaming, so that the rest of the
 * form is kept. Proxies must let it through, so that the form answers an oversized file, and not the proxy.
 */
export const MOST_REQUEST_BYTES = 64 * MIB;

/** Faults of proxies that the log and `doctor` report. */
export const PROXY_FAULTS = {
	/** Without TRUST_PROXY every visitor has the proxy's address, so one flood uses up everyone's limit. */
	notTrusted:
		"X-Forwarded-For is ignored, so all visitors behind a proxy share one limit: set TRUST_PROXY to the number of proxies in front",
	tooManyTrusted:
		"a request has fewer addresses in X-Forwarded-For than TRUST_PROXY counts proxies, so visitors can choose their address: set TRUST_PROXY to the number of proxies in front, and let nobody else reach this port",
	noProtocol:
		"PUBLIC_URL is https, but the proxy sends no X-Forwarded-Proto: let it send the protocol that the visitor uses",
	ownHost:
		"a request was refused because its Host is internal: if it came through the proxy, let the proxy pass the visitor's Host on",
} as const;

/** Address at which the portal tells `doctor` what proxies make of a request. Without a valid signature it is not found. */
export const CHECK_PATH = "/_proxy-check";
const CHECK_HEADER = "x-rostrum-check";
/** How long a signed check is answered. */
const MOST_AGE_MS = 60_000;

/** A request as it reached the portal. */
export interface SeenRequest {
	host: string;
	/** `X-Forwarded-Proto`. */
	protocol: string | undefined;
	/** The entries of `X-Forwarded-For`. */
	forwarded: string[];
	/** The visitor's address, by TRUST_PROXY. */
	address: string;
	/** TRUST_PROXY of the server that answers. */
	trusted: number;
	/** The port of whoever connected. */
	peerPort: number | undefined;
	/** Length of the body. */
	bytes: number;
}

/** @returns headers that make the portal answer, and a number by which its answer is recognised */
export function signCheck(secrets: Pick<Secrets, "sign">, now: number) {
	const nonce = randomBytes(16).toString("base64url");
	return { headers: { [CHECK_HEADER]: `${now}.${nonce}.${secrets.sign("proxy-check", `${now}.${nonce}`)}` }, nonce };
}

/** The number of a check that was signed a short time ago; undefined if it was not. */
export function nonceOf(
	headers: Readonly<Record<string, string | string[] | undefined>>,
	secrets: Pick<Secrets, "verifies">,
	now: number,
): string | undefined {
	const [, at = "", nonce = "", signature = ""] =
		/^(\d{1,15})\.([\w-]{22})\.([\w-]{22})$/.exec(String(headers[CHECK_HEADER] ?? "")) ?? [];
	if (!nonce || Math.abs(now - Number(at)) > MOST_AGE_MS) return;
	return secrets.verifies("proxy-check", `${at}.${nonce}`, signature) ? nonce : undefined;
}

/** The portal's answer to a check, signed. */
export function answerCheck(secrets: Pick<Secrets, "sign">, nonce: string, seen: SeenRequest): string {
	const text = JSON.stringify(seen);
	return JSON.stringify({ text, signature: secrets.sign("proxy-check", `${nonce} ${text}`) });
}

/** Reads the answer to a check; undefined if it is not from a server with the same keys. */
export function readAnswer(secrets: Pick<Secrets, "verifies">, nonce: string, answer: string): SeenRequest | undefined {
	try {
		const { text, signature } = JSON.parse(answer) as Record<string, unknown>;
		if (typeof text !== "string" || typeof signature !== "string") return;
		return secrets.verifies("proxy-check", `${nonce} ${text}`, signature) ? JSON.parse(text) : undefined;
	} catch {
		return;
	}
}
