import { Readable } from "node:stream";
import { createTransport, type SendMailOptions } from "nodemailer";
import { type Config, isLoopback } from "../config.ts";

/** Mails sent at the same time, each on a reusable connection. */
export const MOST_AT_ONCE = 4;
/** Closes an idle connection before the server does. */
const IDLE_MS = 30_000;

export interface SentMail extends SendMailOptions {
	signal?: AbortSignal;
	/** Called when the server has agreed to take the text. */
	onText?: () => void;
}

/** Connections to the mail server of the settings; undefined where none is set. */
export function createMailTransport({
	smtpUrl,
	smtpLogin,
	smtpAnyCertificate,
	publicHost,
}: Pick<Config, "smtpUrl" | "smtpLogin" | "smtpAnyCertificate" | "publicHost">) {
	if (!smtpUrl) return;
	const address = new URL(smtpUrl);
	const transport = createTransport(
		{
			host: address.hostname,
			// In EHLO. By itself it would be the name of the machine or [127.0.0.1], which mail servers distrust.
			name: publicHost,
			port: Number(address.port) || (address.protocol === "smtps:" ? 465 : 587),
			secure: address.protocol === "smtps:",
			requireTLS: address.protocol === "smtp:" && !isLoopback(address.hostname),
			auth: smtpLogin,
			tls: { rejectUnauthorized: !smtpAnyCertificate },
			pool: true,
			maxConnections: MOST_AT_ONCE,
			// Retries once only if the connection was closed before use; other failures go to the outbox.
			maxRequeues: 1,
			idleTimeout: IDLE_MS,
			connectionTimeout: 10_000,
			greetingTimeout: 10_000,
			socketTimeout: 30_000,
			disableFileAccess: true,
			disableUrlAccess: true,
		},
		{ headers: { "Auto-Submitted": "auto-generated" } },
	);
	transport.use("stream", ({ data, message }, done) => {
		message.processFunc((text) => Readable.from(noticed(text, (data as SentMail).onText)));
		done();
	});
	return transport;
}

/** Passes the text on. Calls `onText` at the first read, which is when the mail server waits for the text. */
async function* noticed(text: Readable, onText?: () => void): AsyncGenerator<Buffer> {
	onText?.();
	yield* text;
}
