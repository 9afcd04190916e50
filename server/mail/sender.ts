import { isPlaceholder } from "../../app/brand/event-fields.ts";
import type { Config } from "../config.ts";

type Sender = Pick<Config, "mailFrom">;

/** The sender without MAIL_FROM. No such mailbox exists. */
export const OWN_ADDRESS = "cfp@localhost";

/** Addresses that nobody reads. */
const UNREAD = /@localhost\b|\b(?:no|do-?not)-?_?reply@/i;

/** Whether the sender address does not exist. Mail servers refuse such mails or take them for spam. */
export const hasNoSender = ({ mailFrom }: Sender): boolean => mailFrom === undefined || /@localhost\b/i.test(mailFrom);

/** The warning of the start and of `doctor` for that. */
export const noSender = ({ mailFrom }: Sender): string =>
	`MAIL_FROM is ${mailFrom ?? "not set"}: emails leave from ${mailFrom ?? OWN_ADDRESS}, which mail servers take for spam`;

/** Where answers to a mail go, if it names no other address; undefined: to its sender. @param support of the event */
export const answeredAt = (support: string): string | undefined => (isPlaceholder(support) ? undefined : support);

/** Whether an answer to a mail of the portal reaches anybody. @param support of the event */
export const takesReplies = ({ smtpUrl, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">, support: string): boolean =>
	smtpUrl !== undefined && (answeredAt(support) !== undefined || (mailFrom !== undefined && !UNREAD.test(mailFrom)));
