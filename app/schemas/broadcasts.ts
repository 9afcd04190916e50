import { LOCALES, type Translate } from "../i18n.ts";
import type { MailText } from "../mails/mail-texts.ts";
import { REPLY_TO, TEXT_CONTROLS } from "../mails/text-controls.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { Locale } from "../programmes/define.ts";
import { isEmail } from "../programmes/email.ts";
import type { Problem } from "../programmes/problems.ts";
import { mailTextProblems, postedText } from "./mail-texts.ts";

/** A posted broadcast: a text in each language, of which one may be empty, and where answers go. */
export type PostedBroadcast = Record<Locale, MailText> & { replyTo: string };

const isEmpty = ({ subject, body }: MailText) => subject === "" && body === "";

/** What was written, and what is wrong with it. @param shownIn the language that must be there if none is */
export function postedBroadcast(
	t: Translate,
	shownIn: Locale,
	form: RawForm,
): { text: PostedBroadcast; problems: Problem[] } {
	const text = { en: postedText(form, "en"), zh: postedText(form, "zh"), replyTo: textOf(form, REPLY_TO).trim() };
	const given = LOCALES.filter((locale) => !isEmpty(text[locale]));
	const checked = given.length > 0 ? given : [shownIn];
	const problems = checked.flatMap((locale) => mailTextProblems(t, shownIn, "broadcast", locale, text[locale]));
	if (text.replyTo !== "" && !isEmail(text.replyTo))
		problems.push({ field: REPLY_TO, message: t("problemMessages.email") });
	return { text, problems };
}

/** Its texts by the controls that they are written in. */
export function broadcastValues(text: PostedBroadcast): Record<string, string> {
	return {
		...Object.fromEntries(
			LOCALES.flatMap((locale) =>
				(["subject", "body"] as const).map((part) => [TEXT_CONTROLS[locale][part], text[locale][part]]),
			),
		),
		[REPLY_TO]: text.replyTo,
	};
}
