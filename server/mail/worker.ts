import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { type Config, isLoopback } from "../config.ts";
import { reasonOf } from "../print.ts";
import type { SecurityLog } from "../security-log.ts";
import type { Delivery } from "../services/deliveries.ts";
import type { Mailing } from "../services/mailing.ts";

const POLL_MS = 1_000;
const BATCH = 10;
/** A mail server that says nothing must not hold the whole server back when it is told to end. */
const PATIENCE_AT_END_MS = 3_000;
const PAUSE_AFTER_REFUSED_LOGIN_MS = 60_000;

export interface MailWorker {
	start(): void;
	/** Lets the mail under way finish, gives the others back, closes the connections. */
	stop(): Promise<void>;
}

/**
 * Sends what is due, one batch at a time. Without an SMTP address nothing is sent: mails wait in the outbox, where
 * administrators read them, and leave as soon as one is configured.
 */
export function createMailWorker(
	mailing: Mailing,
	config: Config,
	{ log, security }: { log: Logger; security: SecurityLog },
): MailWorker {
	if (!config.smtpUrl) return { start: () => undefined, stop: async () => undefined };
	const address = new URL(config.smtpUrl);
	const transport = createTransport(
		{
			host: address.hostname,
			port: Number(address.port) || (address.protocol === "smtps:" ? 465 : 587),
			secure: address.protocol === "smtps:",
			requireTLS: address.protocol === "smtp:" && !isLoopback(address.hostname),
			auth: address.username
				? { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) }
				: undefined,
			pool: true,
			maxConnections: 2,
			connectionTimeout: 10_000,
			greetingTimeout: 10_000,
			socketTimeout: 30_000,
			disableFileAccess: true,
			disableUrlAccess: true,
		},
		{ from: config.mailFrom, headers: { "Auto-Submitted": "auto-generated" } },
	);
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> | undefined;
	let stopped = false;
	let pausedUntil = 0;

	async function deliver(delivery: Delivery): Promise<void> {
		if (stopped || Date.now() < pausedUntil) return mailing.release(delivery);
		const { mail, rows } = delivery;
		try {
			await transport.sendMail({
				to: { name: "", address: mail.toAddress },
				subject: mail.subject,
				text: mail.body,
				messageId: mail.messageId,
				...(mail.calendar && {
					icalEvent: {
						...{ filename: "session.ics", content: mail.calendar },
						method: mail.kind === "removal" ? "cancel" : "publish",
					},
				}),
			});
		} catch (error) {
			const failure = describe(error);
			if (failure.refusedLogin) pausedUntil = Date.now() + PAUSE_AFTER_REFUSED_LOGIN_MS;
			await mailing.markFailed(delivery, failure.reason, failure.permanent);
			for (const { id } of rows) {
				security.note("mail.failed", { mail: id, kind: mail.kind, final: failure.permanent });
			}
			return;
		}
		// Not inside: a mail that went out must never be noted as failed. Unnoted, it goes again under the same Message-ID.
		await mailing.markSent(delivery);
		for (const { id } of rows) security.note("mail.sent", { mail: id, kind: mail.kind });
	}

	async function round(): Promise<void> {
		for (;;) {
			if (stopped || Date.now() < pausedUntil) return;
			const due = await mailing.claim(BATCH);
			if (due.length === 0) return;
			for (const delivery of due) await deliver(delivery);
		}
	}

	function wake(): void {
		if (running || stopped) return;
		running = round()
			.catch((error) => log.error({ err: error }, "mail round failed"))
			.finally(() => {
				running = undefined;
			});
	}

	return {
		start: () => {
			mailing.onEnqueue(wake);
			timer = setInterval(wake, POLL_MS);
			timer.unref();
			wake();
		},
		stop: async () => {
			stopped = true;
			clearInterval(timer);
			await Promise.race([running, sleep(PATIENCE_AT_END_MS, undefined, { ref: false })]);
			transport.close();
		},
	};
}

/** 5xx answers to the recipient or the content are final; a refused login and everything else is tried again. */
function describe(error: unknown): { reason: string; permanent: boolean; refusedLogin: boolean } {
	if (!(error instanceof Error)) return { reason: "unknown failure", permanent: false, refusedLogin: false };
	const code = "code" in error ? error.code : undefined;
	const response = "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : 0;
	const refusedLogin = code === "EAUTH";
	return { reason: reasonOf(error), permanent: !refusedLogin && response >= 500, refusedLogin };
}
