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
	help: `Prints how many mails there are in each state, then every mail that has not been sent: its number in the outbox, state,
kind, age, attempts and what the mail server said. Addresses are left out; administrators see them at /admin/mail.
The oldest ${MOST_LISTED} are listed. Exits with 0 whatever it finds.`,
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
	help: `Makes every mail that failed due again, and those that wait for their next attempt; a running server sends them at
once. Mails restored from a backup stay failed, because most have been sent since: retry them one by one at /admin/mail.
Exits with 0, also when there was nothing to retry.`,
	async run({ services, config }) {
		const { retried, left } = await services.mailRetries.all("operator");
		print(`${counted(retried, "mail")} due again${left > 0 ? `, ${left} left as failed` : ""}`);
		if (retried > 0 && !config.smtpUrl) print("SMTP_URL is not set: nothing is sent until it is");
		return 0;
	},
};
