import { createTranslator, type Messages, type Translate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

/** Every text of the interface. Server only: the browser receives the texts of one language from the page. */
export const messages: Record<Locale, Messages> = { en, zh };

export const translators: Record<Locale, Translate> = {
	en: createTranslator("en", en),
	zh: createTranslator("zh", zh),
};
