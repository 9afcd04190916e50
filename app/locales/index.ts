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
	return remembering(instance.t);
}

/**
 * Texts are cached: a lookup costs a hundred times a read, and a list needs many. Only texts with plural forms are
 * looked up each time.
 */
function remembering(translate: Translate): Translate {
	const known = new Map<string, string>();
	const look = (key: string, options?: Readonly<Record<string, unknown>>): string => {
		if (options && "count" in options) return String(translate(key as never, options as never));
		const text = known.get(key) ?? String(translate(key as never, { skipInterpolation: true } as never));
		known.set(key, text);
		return options ? fill(text, options) : text;
	};
	return look as unknown as Translate;
}

/** Every text of the interface, in both languages. The server's alone: browsers are sent those of one, and fewer. */
export const translators: Record<Locale, Translate> = {
	en: createTranslator("en", en),
	zh: createTranslator("zh", zh),
};
