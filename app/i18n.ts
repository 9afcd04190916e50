import { createInstance, type TFunction } from "i18next";
import type en from "./locales/en.json";
import type { Locale } from "./programmes/define.ts";

/** The texts of the interface: one tree per language, the same keys in both. */
export type Messages = typeof en;

export type Translate = TFunction;

export const LOCALES: readonly Locale[] = ["en", "zh"];

/** The value of `<html lang>` for each language. */
export const HTML_LANG: Record<Locale, string> = { en: "en", zh: "zh-Hans" };

/** A translator for one language. React and text mails escape for themselves, so nothing is escaped here. */
export function createTranslator(locale: Locale, messages: Messages): Translate {
	const instance = createInstance();
	void instance.init({
		lng: locale,
		resources: { [locale]: { translation: messages } },
		initAsync: false,
		interpolation: { escapeValue: false },
		showSupportNotice: false,
	});
	return instance.t;
}

declare module "i18next" {
	interface CustomTypeOptions {
		resources: { translation: Messages };
	}
}
