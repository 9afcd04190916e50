import type { Brand } from "../../app/brand/brand.ts";
import { translators } from "../../app/locales/index.ts";
import type { MailText } from "../../app/mails/mail-texts.ts";
import type { Locale } from "../../app/programmes/define.ts";
import type { Role } from "../../app/roles.ts";

type Key =
	| "invitation"
	| "verify"
	| "reset"
	| "passwordChanged"
	| "passwordChangedHere"
	| "confirm"
	| "adminSignIn"
	| "answer"
	| "incoming"
	| "linkEnded"
	| "reviewing"
	| "mentioned"
	| "githubLinked"
	| "exported";

function letter(locale: Locale, brand: Brand, key: Key, lines: string[], reference = ""): MailText {
	const t = translators[locale];
	const paragraphs = [
		t("mail.greeting"),
		t(`mail.${key}`, { product: brand.product }),
		...lines,
		t("mail.support", { address: brand.support }),
		brand.foundation,
	];
	return {
		subject: t(`mail.${key}Subject`, { product: brand.product, reference }),
		body: `${paragraphs.join("\n\n")}\n`,
	};
}

/** Confirms an email address. */
export function verifyLetter(locale: Locale, brand: Brand, link: string): MailText {
	return letter(locale, brand, "verify", [link]);
}

/** Link to set a new password. */
export function resetLetter(locale: Locale, brand: Brand, link: string): MailText {
	return letter(locale, brand, "reset", [link, translators[locale]("mail.resetIgnore")]);
}

export function passwordChangedLetter(locale: Locale, brand: Brand): MailText {
	return letter(locale, brand, "passwordChanged", []);
}

/** Notice of a password change while logged in; that browser stays logged in. */
export function passwordChangedHereLetter(locale: Locale, brand: Brand): MailText {
	return letter(locale, brand, "passwordChangedHere", []);
}

/** The code with which someone without a password proves their identity. */
export function confirmLetter(locale: Locale, brand: Brand, code: string): MailText {
	return letter(locale, brand, "confirm", [code]);
}

/** Notifies a member of the team of a login to their account. */
export function adminSignInLetter(locale: Locale, brand: Brand, time: string): MailText {
	return letter(locale, brand, "adminSignIn", [time]);
}

/** Tells an account that its bearer token has exported lists. @param time of the first export on a day */
export function exportedLetter(locale: Locale, brand: Brand, time: string): MailText {
	return letter(locale, brand, "exported", [time, translators[locale]("mail.exportedOnce")]);
}

export function githubLinkedLetter(locale: Locale, brand: Brand): MailText {
	return letter(locale, brand, "githubLinked", []);
}

/** Says that a private link ended, and nothing of what it led to: the mailbox may be a stranger's. */
export function linkEndedLetter(locale: Locale, brand: Brand): MailText {
	return letter(locale, brand, "linkEnded", []);
}

/** Invites someone to the team, with the link to join. */
export function invitationLetter(
	locale: Locale,
	brand: Brand,
	{ role, by, link }: { role: Role; by: string; link: string },
): MailText {
	const t = translators[locale];
	const invited = t("mail.invitedBy", { by, role: t(`team.roles.${role}`), product: brand.product });
	return letter(locale, brand, "invitation", [invited, link, t("mail.invitationIgnore")]);
}

/** Tells an organiser that an accepted author has declined. @param link to the entry in the console */
export function answerLetter(
	locale: Locale,
	brand: Brand,
	{ reference, link }: { reference: string; link: string },
): MailText {
	return letter(locale, brand, "answer", [translators[locale]("mail.answerOf", { reference }), link]);
}

/** Tells an organiser that there is a message about an entry. @param link to its page in the console */
export function incomingLetter(
	locale: Locale,
	brand: Brand,
	{ reference, link }: { reference: string; link: string },
): MailText {
	return letter(locale, brand, "incoming", [translators[locale]("mail.incomingOf", { reference }), link], reference);
}

/** Asks a reviewer to finish. @param until in words; "" for no last day */
export function reviewingLetter(
	locale: Locale,
	brand: Brand,
	{ call, left, until, link }: { call: string; left: number; until: string; link: string },
): MailText {
	const t = translators[locale];
	const lines = [t("mail.reviewingLeft", { call, count: left }), until && t("mail.reviewingUntil", { until }), link];
	return letter(locale, brand, "reviewing", lines.filter(Boolean));
}

/** Tells a member of the committee that a comment is meant for them. @param link to the discussion */
export function mentionedLetter(
	locale: Locale,
	brand: Brand,
	{ reference, link }: { reference: string; link: string },
): MailText {
	return letter(locale, brand, "mentioned", [translators[locale]("mail.mentionedOf", { reference }), link], reference);
}
