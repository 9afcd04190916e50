import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UnusableDatabase } from "../db/client.ts";
import { ConfigError, readConfig } from "./config.ts";
import { createPortal, openVolume, type Portal } from "./portal.ts";

/** Docker ends a container 10 s after asking it to stop. */
const DRAIN_MS = Number(process.env.DRAIN_MS ?? 8_000);

async function main(): Promise<void> {
	const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
	const config = readConfig(process.env);
	const volume = await openVolume(config, { root, exclusive: true });
	const portal = await createPortal(volume, { root, development: await developmentOf(root) });
	const server = createServer({ maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 5_000 }, portal.app);
	server.headersTimeout = 15_000;
	server.requestTimeout = 120_000;
	server.keepAliveTimeout = 5_000;
	await listen(server, config.port, config.host);
	portal.start();
	stopOnSignal(server, portal);
	await announce(server, portal);
}

/** The build replaces the condition by `false`, so that neither this import nor its packages are needed there. */
async function developmentOf(root: string) {
	if (process.env.NODE_ENV === "development") return (await import("./development.ts")).createDevelopment(root);
}

function listen(server: Server, port: number, host: string): Promise<void> {
	return new Promise((done, fail) => {
		server.once("error", fail);
		server.listen(port, host, () => done());
	});
}

/** Prints where to go and, until there is an administrator, the link with which the first one sets a password. */
async function announce(server: Server, { services, config }: Portal): Promise<void> {
	const { port } = server.address() as AddressInfo;
	const address = config.publicUrl ?? `http://localhost:${port}`;
	console.log(`rostrum listens on ${address}`);
	if (config.admin && !services.accounts.hasAdmin()) {
		await services.accounts.createAdmin(config.admin.email, config.admin.password);
		console.log(`Administrator ${config.admin.email} created`);
	}
	const token = await services.accounts.newSetupToken();
	if (token) {
		console.log(`No administrator yet. Set a password here within 60 minutes:\n  ${address}/setup?token=${token}`);
	}
	if (!config.smtpUrl) console.log("SMTP_URL is not set: mails stay in the outbox (/admin/mail)");
}

/**
 * Stops in order: not ready, no new connections, requests under way for at most DRAIN_MS, mails, database.
 * A second signal ends at once.
 */
function stopOnSignal(server: Server, portal: Portal): void {
	const sockets = new Set<Socket>();
	server.on("connection", (socket: Socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	let stopping = false;
	const stop = async (code: number) => {
		if (stopping) process.exit(code || 1);
		stopping = true;
		portal.drain();
		const closed = new Promise<void>((done) => server.close(() => done()));
		server.closeIdleConnections();
		const patience = setTimeout(() => {
			for (const socket of sockets) socket.destroy();
		}, DRAIN_MS);
		await closed;
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

main().catch((error) => {
	// One line for what the operator can put right; anything else is a bug and shows where.
	const expected = error instanceof ConfigError || error instanceof UnusableDatabase || isListenError(error);
	console.error(expected ? `rostrum: ${error.message}` : error);
	process.exit(1);
});

function isListenError(error: unknown): error is Error {
	return error instanceof Error && "syscall" in error;
}
