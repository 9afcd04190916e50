import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/**
 * A mail server that refuses for now, refuses for good, waits, and drops connections after it has taken a mail.
 * @param gone addresses without a mailbox
 */
export async function openCapricious(gone: readonly string[]) {
	const mails: Email[] = [];
	let asked = 0;
	let taken: (() => unknown) | undefined;
	const connections = new Set<{ destroy(): void }>();
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onRcptTo({ address }, _session, done) {
			asked += 1;
			if (gone.includes(address)) return done(Object.assign(new Error("no such mailbox"), { responseCode: 550 }));
			if (asked % 7 === 0) return done(Object.assign(new Error("busy, try again"), { responseCode: 451 }));
			if (asked % 11 === 0) return void setTimeout(() => done(), 200);
			done();
		},
		onData(stream, _session, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				mails.push(await PostalMime.parse(Buffer.concat(chunks)));
				await taken?.();
				if (mails.length % 13 === 0) for (const one of connections) one.destroy();
				done();
			});
		},
	});
	server.server.on("connection", (socket) => {
		connections.add(socket);
		socket.on("close", () => connections.delete(socket));
	});
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	server.on("error", () => undefined);
	onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
	const { port } = server.server.address() as AddressInfo;
	return { url: `smtp://127.0.0.1:${port}`, mails, onTaken: (work: typeof taken) => (taken = work) };
}
