import { createTranslator, type Messages, type Translate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

/**
 * Every text of the interface, in both languages. The console's script carries them (4 KB compressed each), which costs
 * less than writing them into each of its pages.
 */
const messages: Record<Locale, Messages> = { en, zh };

export const translators: Record<Locale, Translate> = {
	en: createTranslator("en", messages.en),
	zh: createTranslator("zh", messages.zh),
};
