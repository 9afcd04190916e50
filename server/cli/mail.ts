import { print, reasonOf, withoutAddresses } from "../print.ts";
import type { UnsentMail } from "../services/mails/mail-retries.ts";
import { counted, type OpenVerb } from "./verb.ts";

const MOST_LISTED = 200;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Shows which mails have not left, and why. */
export const listMails: OpenVerb = {
	name: "mail list",
	takes: [],
	help: `Prints how many emails there are in each state, then each unsent one: its number in the outbox, state, kind, age,
attempts and the mail server's answer. Email addresses are left out; administrators see them at /admin/mail.
Lists at most the oldest ${MOST_LISTED}. Always exits with 0.`,
	async run({ services, now }) {
		const { mails: states } = services.measures();
		const known = Object.entries(states).map(([state, n]) => `${n} ${state}`);
		print(known.length > 0 ? known.join(", ") : "The outbox is empty");
		const { mails, total } = services.mailRetries.unsent(MOST_LISTED);
		for (const mail of mails) print(lineOf(mail, now()));
		if (total > mails.length) print(`… and ${total - mails.length} more`);
		return 0;
	},
};

function lineOf({ id, state, kind, createdAt, attempts, lastError }: UnsentMail, now: number): string {
	const reason = lastError ? `: ${withoutAddresses(reasonOf(lastError))}` : "";
	return `#${id} ${state}, ${kind}, ${ageOf(now - createdAt)} old, ${counted(attempts, "attempt")}${reason}`;
}

function ageOf(ms: number): string {
	if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
	if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours`;
	return counted(Math.max(0, Math.floor(ms / MINUTE_MS)), "minute");
}

/** Tries all failed mails again. */
export const retryMails: OpenVerb = {
	name: "mail retry",
	takes: [],
	help: `Retries every failed email, and every one that waits for its next attempt: a running server sends them at once.
Emails restored from a backup stay failed, because most have been sent since: retry them one by one at /admin/mail.
Exits with 0, even if there was nothing to retry.`,
	async run({ services, config }) {
		const { retried, left } = await services.mailRetries.all("operator");
		print(
			`${counted(retried, "email")} to be sent again${left > 0 ? `, ${left} left as failed: retry those restored from a backup one by one at /admin/mail` : ""}`,
		);
		if (retried > 0 && !config.smtpUrl) print("SMTP_URL is not set: nothing is sent until it is");
		return 0;
	},
};
