import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { reasonOf, withoutAddresses } from "../print.ts";
import type { SecurityLog } from "../security-log.ts";
import type { Delivery } from "../services/mails/deliveries.ts";
import type { Mailing } from "../services/mails/mailing.ts";
import type { Unattended } from "../unattended.ts";
import { answeredAt } from "./sender.ts";
import { createMailTransport, MOST_AT_ONCE } from "./transport.ts";
import { judge } from "./verdict.ts";

const POLL_MS = 1_000;
/** Timeout of one attempt, below the outbox's lease of two minutes. */
const MOST_MS = 100_000;
/** How long shutdown waits for mails being sent: a silent mail server must not delay it. */
const PATIENCE_AT_END_MS = 3_000;
/** Pause after a failure that affects every mail. */
const PAUSE_MS = 20_000;
const PAUSE_AFTER_REFUSED_LOGIN_MS = 60_000;
/** Origin of logged mail events: a request may have woken the worker, but did not cause them. */
const NO_REQUEST = {};

export interface MailWorker {
	start(): void;
	/** Finishes the mail being sent, releases the others, closes the connections. */
	stop(): Promise<void>;
}

interface Parts {
	/** The event: its name, and the address of its organisers. */
	product: () => string;
	support: () => string;
	log: Logger;
	security: SecurityLog;
	unattended: Unattended;
	now: () => number;
}

/**
 * Sends due mails in parallel, but one at a time per address. Without SMTP_URL nothing is sent and mails stay in the
 * outbox.
 */
export function createMailWorker(
	mailing: Mailing,
	config: Config,
	{ product, support, log, security, unattended, now }: Parts,
): MailWorker {
	const transport = createMailTransport(config);
	if (!transport) return { start: () => undefined, stop: async () => undefined };
	/** By which mail programs sort what goes to many (RFC 2919). */
	const listId = `broadcasts.${new URL(config.publicUrl ?? "http://localhost").hostname}`;
	let endPolling = (): void => undefined;
	let filling = false;
	let stopped = false;
	let pausedUntil = 0;
	/** By the address they go to. */
	const underWay = new Map<string, { isPaced: boolean; ended: Promise<void> }>();
	const pace = createPace(config.mailRate);

	/** A pause that is longer than any began before the clock was set back, and is over. */
	function isPaused(): boolean {
		const left = pausedUntil - now();
		return left > 0 && left <= PAUSE_AFTER_REFUSED_LOGIN_MS;
	}

	async function send({ mail, unsubscribe }: Delivery): Promise<void> {
		const from = config.mailFrom ?? { name: product(), address: config.ownAddress };
		const answers = mail.replyTo ?? answeredAt(support());
		await transport?.sendMail({
			from,
			to: { name: "", address: mail.toAddress },
			subject: mail.subject,
			text: mail.body,
			messageId: mail.messageId,
			replyTo: answers ? { name: "", address: answers } : from,
			...(unsubscribe && ofList(unsubscribe)),
			signal: AbortSignal.timeout(MOST_MS),
			...(mail.calendar && {
				icalEvent: {
					filename: "session.ics",
					content: mail.calendar,
					method: mail.kind === "removal" ? "cancel" : "publish",
				},
			}),
		});
	}

	/** Headers of a broadcast: with the last one, mail programs offer a button that posts to the link (RFC 8058). */
	const ofList = (unsubscribe: string) => ({
		list: { id: { url: listId, comment: product() }, unsubscribe },
		headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
	});

	async function deliver(delivery: Delivery): Promise<void> {
		const { rows } = delivery;
		try {
			await send(delivery);
		} catch (error) {
			const { verdict, concernsAll, isLogin } = judge(error instanceof Error ? error : {});
			if (concernsAll) pausedUntil = now() + (isLogin ? PAUSE_AFTER_REFUSED_LOGIN_MS : PAUSE_MS);
			await mailing.markFailed(delivery, reasonOf(error), verdict, concernsAll);
			const reason = withoutAddresses(reasonOf(error));
			for (const { id, kind } of rows) {
				security.note("mail.failed", { mail: id, kind, final: verdict === "refused", reason }, NO_REQUEST);
			}
			if (verdict === "held up") log.warn({ event: "mail held up", reason }, "the mail server takes no mail from here");
			return;
		}
		// Outside the try: a sent mail must never be recorded as failed. If recording fails, it is sent again with the
		// same Message-ID.
		await mailing.markSent(delivery);
		for (const { id, kind } of rows) security.note("mail.sent", { mail: id, kind }, NO_REQUEST);
	}

	function begin(delivery: Delivery): void {
		const address = folded(delivery.mail.toAddress);
		const sending = unattended.run("mail round", () => deliver(delivery));
		const ended = sending.then(() => {
			underWay.delete(address);
			wake();
		});
		underWay.set(address, { isPaced: delivery.isPaced, ended });
	}

	/** How many letters and broadcasts may be begun: one connection is left for those who wait in front of the screen. */
	function freeForPaced(): number {
		const running = [...underWay.values()].filter((one) => one.isPaced).length;
		return Math.min(pace.left(), MOST_AT_ONCE - 1 - running);
	}

	async function fill(): Promise<void> {
		while (!stopped && !isPaused() && underWay.size < MOST_AT_ONCE) {
			const most = { all: MOST_AT_ONCE - underWay.size, paced: freeForPaced() };
			const due = await mailing.claim(most, [...underWay.keys()]);
			if (due.length === 0) return;
			pace.take(due.filter((one) => one.isPaced).length);
			for (const delivery of due) {
				if (stopped || isPaused()) await mailing.release(delivery);
				else begin(delivery);
			}
		}
	}

	function wake(): void {
		if (filling || stopped) return;
		filling = true;
		void unattended.run("mail round", fill).then(() => {
			filling = false;
		});
	}

	return {
		start: () => {
			mailing.onEnqueue(wake);
			endPolling = unattended.every(POLL_MS, "mail round", wake);
			wake();
		},
		stop: async () => {
			stopped = true;
			endPolling();
			await Promise.race([
				Promise.all([...underWay.values()].map(({ ended }) => ended)),
				sleep(PATIENCE_AT_END_MS, undefined, { ref: false }),
			]);
			transport.close();
		},
	};
}

/** So many a second, and at most a second's worth at once. By a clock that nobody sets. */
function createPace(perSecond: number) {
	const most = Math.max(1, perSecond);
	let [saved, at] = [most, performance.now()];
	/** How many may be begun now. */
	function left(): number {
		const present = performance.now();
		saved = Math.min(most, saved + ((present - at) / 1_000) * perSecond);
		at = present;
		return Math.floor(saved);
	}
	return {
		left,
		take: (count: number) => {
			saved -= count;
		},
	};
}

/** As SQLite's lower() does. */
const folded = (address: string) => address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
