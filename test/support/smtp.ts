import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Mailbox {
	url: string;
	mails: (Email & { to: { address: string }[] })[];
	/** What to answer from now on: undefined accepts. */
	refuse(code: number | undefined, message?: string): void;
	close(): Promise<void>;
}

/**
 * A real SMTP server on loopback that keeps what it receives.
 * @param received runs when a mail has arrived whole and its sender has not been told so yet
 * @param answered runs as soon as its sender was told, before it can have read the answer
 */
export async function openMailbox(
	port = 0,
	received: () => unknown = () => undefined,
	answered: () => void = () => undefined,
): Promise<Mailbox> {
	const mails: Mailbox["mails"] = [];
	let refusal: (Error & { responseCode: number }) | undefined;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onRcptTo(_address, _session, done) {
			done(refusal ?? null);
		},
		onData(stream, _session, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				mails.push((await PostalMime.parse(Buffer.concat(chunks))) as Mailbox["mails"][number]);
				await received();
				done();
				answered();
			});
		},
	});
	await new Promise<void>((done, fail) => {
		server.once("error", fail);
		server.listen(port, "127.0.0.1", done);
	});
	// Of a connection, once it listens: clients are killed here, and the tests look at what arrived.
	server.on("error", () => undefined);
	const close = () => new Promise<void>((done) => server.close(() => done()));
	onTestFinished(close);
	const address = server.server.address() as AddressInfo;
	return {
		url: `smtp://127.0.0.1:${address.port}`,
		mails,
		close,
		refuse: (code, message = "no") => {
			refusal = code === undefined ? undefined : Object.assign(new Error(message), { responseCode: code });
		},
	};
}

/** Waits until something is so; fails after `patience` milliseconds. */
export async function until<T>(look: () => T | undefined | false, patience = 60_000): Promise<T> {
	const deadline = Date.now() + patience;
	for (;;) {
		const seen = look();
		if (seen) return seen;
		if (Date.now() > deadline) throw new Error("it did not happen in time");
		await new Promise((done) => setTimeout(done, 20));
	}
}
