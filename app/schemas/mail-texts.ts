import { z } from "zod";
import type { Translate } from "../i18n.ts";
import { held, type MailTextFault, mailTextFaults, tidied } from "../mails/letter-texts.ts";
import type { MailText, TextKind } from "../mails/mail-texts.ts";
import { TEXT_CONTROLS } from "../mails/text-controls.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { Locale } from "../programmes/define.ts";
import { marks } from "../programmes/marks.ts";
import type { Problem } from "../programmes/problems.ts";
import { carried } from "./carried.ts";

const seenText = z.object({ subject: z.string(), body: z.string(), revision: z.number() });

/** The texts that the form was made with, as it carried them. */
export const textsSeen = carried(z.object({ en: seenText, zh: seenText }));

export function postedText(form: RawForm, locale: Locale): MailText {
	const { subject, body } = TEXT_CONTROLS[locale];
	return tidied({ subject: textOf(form, subject), body: textOf(form, body) });
}

/** What is wrong with a text, in one problem for each of its controls. */
export function mailTextProblems(
	t: Translate,
	shownIn: Locale,
	kind: TextKind,
	locale: Locale,
	text: MailText,
): Problem[] {
	const faults = mailTextFaults(kind, text);
	return (["subject", "body"] as const).flatMap((part) => {
		const messages = faults.filter((one) => one.part === part).map((one) => mailTextMessage(t, locale, one));
		const field = TEXT_CONTROLS[locale][part];
		return messages.length > 0 ? [{ field, message: messages.join(marks[shownIn].semicolon) }] : [];
	});
}

/** One fault of a text, in words. @param locale of the text */
export function mailTextMessage(t: Translate, locale: Locale, { part, fault, about = "", max }: MailTextFault): string {
	const said = { field: t(`mailTexts.controls.${TEXT_CONTROLS[locale][part]}`), about, max, example: held("event") };
	switch (fault) {
		case "empty":
			return t("problemMessages.required", said);
		case "tooLong":
		case "characters":
		case "direction":
			return t(`problemMessages.${fault}`, said);
		default:
			return t(`mailTexts.faults.${fault}`, said);
	}
}
