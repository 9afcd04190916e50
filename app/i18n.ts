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

declare module "i18next" {
	interface CustomTypeOptions {
		resources: { translation: Messages };
	}
}
