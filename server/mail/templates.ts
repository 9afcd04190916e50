import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { fieldOf, programmeOf, spotId } from "../../app/programmes/index.ts";
import type { Brand } from "../config.ts";

export interface LetterText {
	subject: string;
	body: string;
}

/**
 * The receipt of an entry, in the speaker's language. It quotes nothing the person typed, so that the form cannot be
 * used to send a stranger somebody else's words.
 */
export function receiptLetter(entry: {
	locale: Locale;
	category: string;
	id: number;
	incomplete: readonly string[];
	brand: Brand;
	/** Where to read and edit it: the private link for guests, the dashboard for accounts. */
	link: string;
	guest: boolean;
}): LetterText {
	const t = translators[entry.locale];
	const programme = programmeOf(entry.category);
	const reference = spotId(entry.category, entry.id);
	const missing = entry.incomplete.map((name) => fieldOf(programme, name));
	const consent = missing.find((field) => field.kind === "consent");
	const paragraphs = [
		t("mail.greeting"),
		t("mail.received", { programme: programme.label[entry.locale], product: entry.brand.product, reference }),
		missing.length > 0 &&
			t("mail.incomplete", {
				fields: listOf(
					missing.map((field) => field.label[entry.locale]),
					entry.locale,
				),
			}),
		consent && t("mail.consent"),
		`${t(entry.guest ? "mail.privateLink" : "mail.accountLink")}\n${entry.link}`,
		t("mail.support", { address: entry.brand.support }),
		entry.brand.foundation,
	];
	return {
		subject: t("mail.receivedSubject", { product: entry.brand.product, reference }),
		body: `${paragraphs.filter(Boolean).join("\n\n")}\n`,
	};
}

export function listOf(items: readonly string[], locale: Locale): string {
	return new Intl.ListFormat(locale === "zh" ? "zh-CN" : "en-GB", { type: "conjunction" }).format(items);
}
