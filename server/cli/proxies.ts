import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { reasonOf } from "../print.ts";
import { CHECK_PATH, MOST_REQUEST_BYTES, readAnswer, type SeenRequest, signCheck } from "../proxy-check.ts";
import type { Volume } from "../volume.ts";
import { type Finding, fault, fine, warning } from "./finding.ts";
import { counted } from "./verb.ts";

type Parts = Pick<Volume, "config" | "secrets">;

const MIB = 1024 * 1024;
/** Bodies to send, from the largest down. A file has 10 MB, and its form adds some. */
const SIZES_MB = [MOST_REQUEST_BYTES / MIB, 12, 8, 4, 2, 1];
const LARGEST_FORM_MB = 12;
/** Where each request claims to come from: a network for documentation (RFC 5737), so no proxy has this address. */
const CLAIMED = "192.0.2.1";
/** How long nothing may happen, and how long a request may take. */
const IDLE_MS = 15_000;
const MOST_MS = 120_000;
/** Far more than the portal's answer. */
const MOST_ANSWER_CHARACTERS = 64 * 1024;

interface Answer {
	status: number;
	/** Another site that it redirects to. */
	redirect: string | undefined;
	/** What the portal saw; undefined if something else answered. */
	seen: SeenRequest | undefined;
	/** The portal saw the connection of this command: no proxy is in between. */
	isDirect: boolean;
}

/** Asks the portal through the address that visitors use, and compares what arrives with what was sent. */
export async function throughProxies(from: URL, { config, secrets }: Parts): Promise<Finding[]> {
	const at = (finding: Finding): Finding => ({ ...finding, text: `${from.origin}: ${finding.text}` });
	let answer: Answer;
	try {
		answer = await ask(from, secrets);
	} catch (error) {
		return [at(fault(`no answer (${causeOf(error)}): ${remedyFor(error)}`))];
	}
	const { seen } = answer;
	if (!seen) return [at(stranger(answer, config))];
	const findings = [
		host(seen, from, config),
		...protocol(seen, from),
		trust(seen, answer),
		await bodies(from, secrets),
		...publicUrl(from, config),
	];
	return findings.map(at);
}

/** Something else has answered. */
function stranger({ status, redirect }: Answer, { port }: Parts["config"]): Finding {
	const remedy = `let the proxy lead to the portal's port, ${port}`;
	if (redirect !== undefined) return fault(`redirects to ${redirect}: give that address to --from`);
	if (status >= 502 && status <= 504)
		return fault(`the proxy does not reach the portal (${status}): start the portal, and ${remedy}`);
	return fault(`something that is not this portal answers (${status}): ${remedy}`);
}

function host({ host }: SeenRequest, from: URL, { publicUrl }: Parts["config"]): Finding {
	if (host.toLowerCase() === from.host) return fine("this portal answers, and gets the Host that visitors use");
	const harm = publicUrl ? "requests are refused" : "forms and links use a wrong address";
	return fault(`the proxy sends Host ${host} in place of ${from.host}, so ${harm}: let it pass the visitor's Host on`);
}

function protocol({ protocol }: SeenRequest, from: URL): Finding[] {
	const used = from.protocol.replace(":", "");
	if (protocol !== undefined && !/^https?$/.test(protocol))
		return [
			fault(`X-Forwarded-Proto is "${protocol}", so all X-Forwarded-* are ignored: let only the first proxy set it`),
		];
	if (used !== "https" || protocol === used) return [];
	const said = protocol === undefined ? "the proxy sends no X-Forwarded-Proto" : `X-Forwarded-Proto is ${protocol}`;
	return [warning(`${said}: let the first proxy set it to ${used}, and the others pass it on`)];
}

/** Each proxy adds one entry to X-Forwarded-For, behind those it got, or replaces them. */
function trust({ forwarded, address, trusted }: SeenRequest, { isDirect }: Answer): Finding {
	const proxies = forwarded.length - 1 - forwarded.lastIndexOf(CLAIMED);
	const mayChoose = address === CLAIMED;
	const harm = mayChoose ? "so visitors can choose their address" : "so all visitors share one limit";
	const judge = mayChoose ? fault : warning;
	if (isDirect && trusted === 0) return fine("no proxy in front, and TRUST_PROXY is 0");
	if (isDirect)
		return judge(
			`TRUST_PROXY is ${trusted}, but there is no proxy in front, ${harm}: set TRUST_PROXY=0, or close this port`,
		);
	if (proxies === 0)
		return judge(`the proxy sends no X-Forwarded-For, ${harm}: let it add the visitor's address, and set TRUST_PROXY`);
	const inFront = `${counted(proxies, "proxy", "proxies")} in front`;
	if (trusted === proxies) return fine(`${inFront}, as TRUST_PROXY says`);
	const effect = mayChoose || trusted < proxies ? `, ${harm}` : "";
	return judge(
		`TRUST_PROXY is ${trusted}, but there ${proxies === 1 ? "is" : "are"} ${inFront}${effect}: set TRUST_PROXY=${proxies}`,
	);
}

/** Sends smaller and smaller bodies until one arrives whole. */
async function bodies(from: URL, secrets: Parts["secrets"]): Promise<Finding> {
	const [most = 0] = SIZES_MB;
	let refused: { megabytes: number; said: string } | undefined;
	for (const megabytes of SIZES_MB) {
		const answer = await ask(from, secrets, megabytes * MIB).catch(causeOf);
		if (typeof answer !== "string" && answer.seen?.bytes === megabytes * MIB) break;
		refused = { megabytes, said: typeof answer === "string" ? answer : String(answer.status) };
	}
	if (!refused) return fine(`bodies of ${most} MB arrive`);
	const text = `bodies of ${refused.megabytes} MB do not arrive (${refused.said})`;
	if (refused.megabytes > LARGEST_FORM_MB)
		return warning(
			`${text}, so the proxy and not the form answers files that are too large: allow ${most} MB at the proxy`,
		);
	return fault(`${text}, so uploads fail: allow ${most} MB at the proxy`);
}

function publicUrl(from: URL, { publicUrl }: Parts["config"]): Finding[] {
	if (publicUrl === undefined || publicUrl === from.origin) return [];
	return [warning(`PUBLIC_URL is ${publicUrl}: links lead there, and requests for other hosts are refused`)];
}

/** Sends one request, on a connection of its own. */
async function ask(from: URL, secrets: Parts["secrets"], bytes = 0): Promise<Answer> {
	const { headers, nonce } = signCheck(secrets, Date.now());
	const send = from.protocol === "https:" ? secureRequest : plainRequest;
	const request = send(new URL(CHECK_PATH, from), {
		method: bytes > 0 ? "POST" : "GET",
		agent: false,
		signal: AbortSignal.timeout(MOST_MS),
		timeout: IDLE_MS,
		headers: {
			...headers,
			"X-Forwarded-For": CLAIMED,
			// A proxy that refuses a body would otherwise close the connection before its answer is read.
			Connection: "keep-alive",
			...(bytes > 0 && { "Content-Type": "application/octet-stream", "Content-Length": bytes }),
		},
	});
	request.on("timeout", () => request.destroy(new Error("it takes too long")));
	const answered = answerOf(request);
	// A proxy may answer before it has read the body; then the rest is not sent.
	void pipeline(Readable.from(zeros(bytes)), request).catch(() => undefined);
	try {
		const { response, localPort, text } = await answered;
		const seen = readAnswer(secrets, nonce, text);
		return {
			status: response.statusCode ?? 0,
			redirect: otherSite(response.headers.location, from),
			seen,
			isDirect: seen !== undefined && seen.peerPort === localPort,
		};
	} finally {
		request.destroy();
	}
}

interface Received {
	response: IncomingMessage;
	localPort: number | undefined;
	text: string;
}

function answerOf(request: ClientRequest): Promise<Received> {
	return new Promise((done, fail) => {
		request.on("error", fail);
		request.on("response", (response) => {
			const { localPort } = response.socket;
			textOf(response).then((text) => done({ response, localPort, text }), fail);
		});
	});
}

function otherSite(location: string | undefined, from: URL): string | undefined {
	if (location === undefined || !URL.canParse(location, from)) return;
	const { origin } = new URL(location, from);
	return origin === from.origin ? undefined : origin;
}

async function textOf(response: IncomingMessage): Promise<string> {
	let text = "";
	response.setEncoding("utf8");
	for await (const chunk of response) {
		text += chunk;
		if (text.length > MOST_ANSWER_CHARACTERS) break;
	}
	return text;
}

function* zeros(bytes: number): Generator<Buffer> {
	const chunk = Buffer.alloc(64 * 1024);
	for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
}

function remedyFor(error: unknown): string {
	const isUnknownAuthority =
		error instanceof Error && "code" in error && /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(String(error.code));
	if (!isUnknownAuthority) return "check the name, the certificate, and that the proxy runs";
	return "get a certificate that browsers accept or, with an authority of your own, name its file in NODE_EXTRA_CA_CERTS";
}

/** Node gives no message if every address of a name failed. */
function causeOf(error: unknown): string {
	const message = reasonOf(error);
	if (message !== "" && message !== "AggregateError") return message;
	return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
