import type { Locale } from "../programmes/define.ts";
import type { Keeps } from "../programmes/shown-again.ts";
import { type MailText, MOST_IN_MAIL_TEXT } from "./mail-texts.ts";

/** The controls of a text in each language. */
export const TEXT_CONTROLS = {
	en: { subject: "subjectEn", body: "bodyEn" },
	zh: { subject: "subjectZh", body: "bodyZh" },
} as const satisfies Record<Locale, Record<keyof MailText, string>>;

/** The entry that a preview is about. */
export const ABOUT = "about";

/** Where answers to a broadcast go. */
export const REPLY_TO = "replyTo";

/** What is too long is shown again to be shortened. */
const KEPT_PARTS: Keeps = Object.fromEntries(
	Object.values(TEXT_CONTROLS).flatMap((controls) =>
		(["subject", "body"] as const).map((part) => [controls[part], 4 * MOST_IN_MAIL_TEXT[part]]),
	),
);

/** What the form of a text keeps. */
export const KEPT_OF_TEXTS: Keeps = { ...KEPT_PARTS, [ABOUT]: 100, was: 60_000 };

/** What that of a broadcast keeps. */
export const KEPT_OF_BROADCAST: Keeps = { ...KEPT_PARTS, [REPLY_TO]: 1_000 };
