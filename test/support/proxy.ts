import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer, request as secureRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Certificate } from "./certificates.ts";
import type { TestPortal } from "./portal.ts";
import { runToEnd } from "./server.ts";

export interface ProxyManners {
	/** What it does to X-Forwarded-For. */
	forwardedFor?: "adds" | "replaces" | "passes on" | "drops";
	/** X-Forwarded-Proto as it leaves; null for none. */
	protocol?: string | null;
	/** Host as it leaves, if not that of the visitor. */
	host?: string;
	/** Larger bodies get 413. */
	mostBytes?: number;
	/** Visitors use https. */
	certificate?: Certificate;
}

export interface Proxy {
	origin: string;
	/** Passes requests on to this origin from now on. Before, it answers 502. @param ca certificate that it then trusts */
	leadTo(origin: string, ca?: string): void;
}

/** A reverse proxy on loopback. By default it does all that the portal needs. */
export async function openProxy(manners: ProxyManners = {}): Promise<Proxy> {
	const { forwardedFor = "adds", host, mostBytes = Number.POSITIVE_INFINITY, certificate } = manners;
	const scheme = certificate ? "https" : "http";
	const { protocol = scheme } = manners;
	let target: { origin: string; ca?: string } = { origin: "http://127.0.0.1:1" };

	function pass(req: IncomingMessage, res: ServerResponse): void {
		if (Number(req.headers["content-length"] ?? 0) > mostBytes) {
			res.writeHead(413).end("too large\n");
			req.resume();
			return;
		}
		const { "x-forwarded-for": before, "x-forwarded-proto": _, ...headers } = req.headers;
		const client = req.socket.remoteAddress ?? "";
		const entries = {
			adds: before ? `${before}, ${client}` : client,
			replaces: client,
			"passes on": before,
			drops: undefined,
		};
		const entry = entries[forwardedFor];
		const send = target.origin.startsWith("https:") ? secureRequest : request;
		const outgoing = send(target.origin + (req.url ?? "/"), {
			method: req.method,
			agent: false,
			ca: target.ca,
			headers: {
				...headers,
				...(host !== undefined && { host }),
				...(entry !== undefined && { "x-forwarded-for": entry }),
				...(protocol !== null && { "x-forwarded-proto": protocol }),
			},
		});
		outgoing.on("response", (answer) => answer.pipe(res.writeHead(answer.statusCode ?? 500, answer.headers)));
		outgoing.on("error", () => (res.headersSent ? res.destroy() : res.writeHead(502).end("no answer\n")));
		req.pipe(outgoing);
	}

	const server = certificate ? createSecureServer(certificate, pass) : createServer(pass);
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	onTestFinished(async () => {
		server.closeAllConnections();
		await new Promise((done) => server.close(done));
	});
	return {
		origin: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
		leadTo: (origin, ca) => {
			target = { origin, ca };
		},
	};
}

/** What `doctor` says when it asks a portal through this address: its lines about the address, without the address. */
export async function askDoctor(
	{ config: { dataDir, uploadsDir } }: Pick<TestPortal, "config">,
	from: string,
	settings: Record<string, string>,
): Promise<string[]> {
	const where = { DATA_DIR: dataDir, UPLOADS_DIR: uploadsDir, ...settings };
	const { output } = await runToEnd("cli.js", where, ["doctor", "--from", from]);
	return output.split("\n").flatMap((line) => (line.includes(` ${from}: `) ? [line.replace(`${from}: `, "")] : []));
}
