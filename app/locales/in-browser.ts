import type { ConsoleMessages, ConsoleTranslate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";

/**
 * What i18next makes of our texts, in little: a tenth of what the console may weigh is too much for filling in blanks.
 * A test holds both to the same sentences.
 */
export function consoleTranslator(locale: Locale, texts: ConsoleMessages): ConsoleTranslate {
	const plurals = new Intl.PluralRules(locale);
	const find = (key: string) => {
		let found: unknown = texts;
		for (const name of key.split(".")) found = (found as Record<string, unknown> | undefined)?.[name];
		return found as string | undefined;
	};
	const say = (key: string, values: Record<string, unknown> = {}) => {
		const counted = typeof values.count === "number" ? find(`${key}_${plurals.select(values.count)}`) : undefined;
		return fill(counted ?? find(key) ?? key, values);
	};
	return say as unknown as ConsoleTranslate;
}

/** Fills the blanks of a text, `{{name}}`; one that has no value here stays as it is. */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
	return text.replace(/{{(\w+)}}/g, (blank, name: string) => (name in values ? String(values[name] ?? "") : blank));
}
