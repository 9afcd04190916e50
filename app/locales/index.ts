import { createInstance } from "i18next";
import type { Messages, Translate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";
import en from "./en.json" with { type: "json" };
import { fill } from "./in-browser.ts";
import zh from "./zh.json" with { type: "json" };

/** A translator for one language. React and mails escape for themselves, so nothing is escaped here. */
function createTranslator(locale: Locale, messages: Messages): Translate {
	const instance = createInstance();
	void instance.init({
		lng: locale,
		resources: { [locale]: { translation: messages } },
		initAsync: false,
		interpolation: { escapeValue: false },
		showSupportNotice: false,
	});
	return remembering(instance.t, new Intl.PluralRules(locale));
}

/** Texts are cached, by key and plural form: a lookup costs a hundred times a read, and a list needs many. */
function remembering(translate: Translate, plurals: Intl.PluralRules): Translate {
	const known = new Map<string, string>();
	const look = (key: string, options: Readonly<Record<string, unknown>> = {}): string => {
		const { count } = options;
		const place = typeof count === "number" ? `${key} ${plurals.select(count)}` : key;
		const text = known.get(place) ?? String(translate(key as never, { count, skipInterpolation: true } as never));
		known.set(place, text);
		return fill(text, options);
	};
	return look as unknown as Translate;
}

/** Every text of the interface, in both languages. The server's alone: browsers are sent those of one, and fewer. */
export const translators: Record<Locale, Translate> = {
	en: createTranslator("en", en),
	zh: createTranslator("zh", zh),
};
