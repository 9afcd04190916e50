import { isPlaceholder } from "../../app/brand/event-fields.ts";
import type { Config } from "../config.ts";

type Sender = Pick<Config, "smtpUrl" | "mailFrom" | "ownAddress" | "hasMailbox" | "lacksSender">;

/** Addresses that nobody reads. */
const UNREAD = /@localhost\b|\b(?:no|do-?not)-?_?reply@/i;

/** Whether emails leave from an address that does not exist. */
export const hasNoSender = ({ smtpUrl, hasMailbox }: Sender): boolean => smtpUrl !== undefined && !hasMailbox;

/** Why the settings keep emails from leaving or arriving, for the operator; undefined if they do not. */
export function mailFault(config: Sender): string | undefined {
	const { smtpUrl, mailFrom, ownAddress, lacksSender } = config;
	const sender = mailFrom ? `MAIL_FROM is ${mailFrom}` : "MAIL_FROM is not set, and PUBLIC_URL names no public host";
	if (lacksSender) return `${sender}: emails stay in the outbox, because other mail servers refuse this sender`;
	if (smtpUrl === undefined) return "SMTP_URL is not set: emails stay in the outbox";
	if (!hasNoSender(config)) return;
	return `${sender}: emails leave from ${mailFrom ?? ownAddress}, which other mail servers treat as spam`;
}

/** Where answers to a mail go, if it names no other address; undefined: to its sender. @param support of the event */
export const answeredAt = (support: string): string | undefined => (isPlaceholder(support) ? undefined : support);

/** Whether an answer to a mail of the portal reaches anybody. @param support of the event */
export const takesReplies = ({ smtpUrl, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">, support: string): boolean =>
	smtpUrl !== undefined && (answeredAt(support) !== undefined || (mailFrom !== undefined && !UNREAD.test(mailFrom)));
