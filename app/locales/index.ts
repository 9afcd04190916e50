import { createInstance } from "i18next";
import type { Messages, Translate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

/** A translator for one language. React and text mails escape for themselves, so nothing is escaped here. */
function createTranslator(locale: Locale, messages: Messages): Translate {
	const instance = createInstance();
	void instance.init({
		lng: locale,
		resources: { [locale]: { translation: messages } },
		initAsync: false,
		interpolation: { escapeValue: false },
		showSupportNotice: false,
	});
	return remembering(instance.t);
}

/** Texts without blanks to fill in never change; looking one up costs a hundred times reading it, and a list has many. */
function remembering(translate: Translate): Translate {
	const known = new Map<string, string>();
	const look = (key: string, options?: object): string => {
		if (options !== undefined) return String(translate(key as never, options as never));
		const text = known.get(key) ?? String(look(key, {}));
		known.set(key, text);
		return text;
	};
	return look as unknown as Translate;
}

/** Every text of the interface, in both languages. The server's alone: browsers are sent those of one, and fewer. */
export const translators: Record<Locale, Translate> = {
	en: createTranslator("en", en),
	zh: createTranslator("zh", zh),
};
