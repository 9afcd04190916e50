import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { inspect } from "node:util";
import type { Portal } from "./portal.ts";
import { printError } from "./print.ts";
import { surroundingsFault } from "./surroundings.ts";

/**
 * Milliseconds that an answer waits for a reader who takes nothing. Node grants them once more after any progress, so a
 * connection lasts up to twice as long.
 */
const UNREAD_MS = 9_000;

/** Requests that one connection may have at once. Browsers and proxies send the next one after the answer. */
const MOST_UNANSWERED = 50;

/** Listens until a signal, then shuts down in order and exits. @returns the public address */
export async function serve(portal: Portal): Promise<string> {
	const { port, host, publicUrl } = portal.config;
	const server = createBoundedServer(portal.app);
	await listen(server, port, host);
	// With port 0 the assigned port is used in links.
	portal.config.port = (server.address() as AddressInfo).port;
	portal.start();
	stopOnSignal(server, portal);
	return publicUrl ?? `http://localhost:${portal.config.port}`;
}

/**
 * Creates a server that limits how long a connection may take for its headers, its body and an answer, and how many
 * requests it may send at once.
 */
export function createBoundedServer(answer: RequestListener, unreadMs = UNREAD_MS): Server {
	const server = createServer({ maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 2_000 }, oneByOne(answer));
	server.on("request", (req, res) => cutUnread(req, res, unreadMs));
	server.headersTimeout = 15_000;
	server.requestTimeout = 120_000;
	server.keepAliveTimeout = 5_000;
	return server;
}

/**
 * Closes a connection whose reader takes nothing of an answer: it would hold the answer, and the handle of its file,
 * without end. Slow readers are not cut.
 */
function cutUnread({ socket }: IncomingMessage, res: ServerResponse, unreadMs: number): void {
	socket.setTimeout(unreadMs);
	// Without a listener Node closes the connection.
	res.on("timeout", () => {
		if (socket.writableLength > 0) socket.destroy();
		// The body is still arriving, or the answer is not ready.
		else socket.setTimeout(unreadMs);
	});
}

/**
 * Answers the requests of a connection one after the other. Node passes on all requests sent at once, and each of them
 * would hold a part of its answer, and an open file, until its turn.
 */
function oneByOne(answer: RequestListener): RequestListener {
	const unanswered = new WeakMap<Socket, ServerResponse[]>();
	return (req, res) => {
		// Each step that frees something when the answer ends listens once.
		res.setMaxListeners(20);
		const { socket } = req;
		const own = unanswered.get(socket) ?? [];
		unanswered.set(socket, own);
		const before = own.at(-1);
		own.push(res);
		res.once("close", () => own.splice(own.indexOf(res), 1));
		if (own.length > MOST_UNANSWERED) socket.destroy();
		else if (before) before.once("close", () => !socket.destroyed && answer(req, res));
		else answer(req, res);
	};
}

/** Runs a program; on failure prints one line if the operator can fix it, else the stack trace. */
export function run(program: () => Promise<void>): void {
	program().catch((error) => {
		const line = surroundingsFault(error);
		printError(line ? `rostrum: ${line}` : inspect(error));
		process.exit(1);
	});
}

function listen(server: Server, port: number, host: string): Promise<void> {
	return new Promise((done, fail) => {
		server.once("error", fail);
		server.listen(port, host, () => done());
	});
}

/**
 * Shutdown order: not ready, close idle connections, finish running requests (at most `drainMs`), mails, database. It
 * keeps listening until then, to answer new requests with 503. A second signal exits at once.
 */
function stopOnSignal(server: Server, portal: Portal): void {
	const sockets = new Set<Socket>();
	const answers = new Set<ServerResponse>();
	server.on("connection", (socket: Socket) => whileOpen(sockets, socket));
	server.on("request", (_req, res) => whileOpen(answers, res));
	let stopping = false;
	const stop = async (code: number) => {
		if (stopping) process.exit(code || 1);
		stopping = true;
		portal.drain();
		const patience = setTimeout(() => {
			for (const socket of sockets) socket.destroy();
		}, portal.config.drainMs);
		server.closeIdleConnections();
		// Node counts connections without a request as busy.
		for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
		await Promise.all([...answers].map(lastOfItsConnection));
		await new Promise<void>((done) => server.close(() => done()));
		clearTimeout(patience);
		await portal.stop();
		process.exit(code);
	};
	process.on("SIGTERM", () => void stop(0));
	process.on("SIGINT", () => void stop(0));
	const fatal = (error: unknown) => {
		portal.log.fatal({ err: error }, "stopping after an unexpected failure");
		void stop(1);
	};
	process.on("uncaughtException", fatal);
	process.on("unhandledRejection", fatal);
}

/** Ends the connection with this answer, which would stay open for another request. */
function lastOfItsConnection(res: ServerResponse): Promise<void> {
	if (!res.headersSent) res.setHeader("Connection", "close");
	res.once("finish", () => res.socket?.end());
	return new Promise((done) => res.once("close", done));
}

/** Adds a socket or answer to a set until it is closed. */
function whileOpen<T extends Socket | ServerResponse>(all: Set<T>, one: T): void {
	all.add(one);
	one.once("close", () => all.delete(one));
}
