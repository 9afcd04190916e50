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

/** Looking a text up costs a hundred times reading it, and a list has many. Only one that counts has forms to choose from. */
function remembering(translate: Translate): Translate {
	const known = new Map<string, string>();
	const look = (key: string, options?: Readonly<Record<string, unknown>>): string => {
		if (options && "count" in options) return String(translate(key as never, options as never));
		const text = known.get(key) ?? String(translate(key as never, { skipInterpolation: true } as never));
		known.set(key, text);
		return options ? filled(text, options) : text;
	};
	return look as unknown as Translate;
}

function filled(text: string, blanks: Readonly<Record<string, unknown>>): string {
	return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(blanks[name] ?? ""));
}

declare module "i18next" {
	interface CustomTypeOptions {
		resources: { translation: Messages };
	}
}
