import { Agent, type IncomingHttpHeaders, request } from "node:http";

const PATIENCE_MS = 60_000;

export interface Ask {
	port: number;
	path: string;
	method?: "GET" | "POST";
	headers?: Readonly<Record<string, string>>;
	/** Chunks sent in order, so that photos are not copied per request. */
	body?: readonly Buffer[];
	agent?: Agent;
}

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	/** Body as received, compressed. */
	body: Buffer;
	/** All bytes received: status line, headers, framing, body. */
	wireBytes: number;
	ms: number;
}

/** Connections that stay open between requests, as a browser keeps them. */
export function keptConnections(): Agent {
	return new Agent({ keepAlive: true });
}

/** One request, measured. @throws when the connection fails, or after a minute */
export function ask({ port, path, method = "GET", headers = {}, body = [], agent }: Ask): Promise<Answer> {
	const own = agent ?? keptConnections();
	const started = performance.now();
	const length = body.reduce((bytes, part) => bytes + part.length, 0);
	const answer = new Promise<Answer>((done, fail) => {
		const req = request({
			host: "127.0.0.1",
			port,
			path,
			method,
			agent: own,
			timeout: PATIENCE_MS,
			headers: method === "POST" ? { ...headers, "Content-Length": length } : { ...headers },
		});
		let before = 0;
		req.on("socket", (socket) => {
			before = socket.bytesRead;
		});
		req.on("timeout", () => req.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
		req.on("error", fail);
		req.on("response", (res) => {
			const chunks: Buffer[] = [];
			const { socket } = res;
			res.on("data", (chunk: Buffer) => chunks.push(chunk));
			res.on("error", fail);
			res.on("end", () => {
				done({
					status: res.statusCode ?? 0,
					headers: res.headers,
					body: Buffer.concat(chunks),
					wireBytes: socket.bytesRead - before,
					ms: performance.now() - started,
				});
			});
		});
		for (const part of body) req.write(part);
		req.end();
	});
	return agent ? answer : answer.finally(() => own.destroy());
}
