import type { Translate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";
import en from "./en.json" with { type: "json" };
import { createTranslator } from "./translator.ts";
import zh from "./zh.json" with { type: "json" };

/** Every text of the interface, in both languages. The server's alone: browsers are sent those of one, and fewer. */
export const translators: Record<Locale, Translate> = {
	en: createTranslator("en", en),
	zh: createTranslator("zh", zh),
};
