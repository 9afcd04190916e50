import type { ConsoleTranslate } from "../../i18n.ts";

/** The label of the mail that tells a talk's status. Saved, waiting and sent are three different states. */
export const MAIL_WORDS = {
	none: "outbox.which",
	saved: "mailState.saved",
	waiting: "mailState.pending",
	sent: "outbox.already",
	failed: "outbox.again",
} as const;

/** The same where no heading says what it is of: two of the labels name the email themselves. */
export function mailName(t: ConsoleTranslate, colon: string, mail: keyof typeof MAIL_WORDS): string {
	const label = t(MAIL_WORDS[mail]);
	return mail === "none" || mail === "sent" ? label : t(MAIL_WORDS.none) + colon + label;
}
