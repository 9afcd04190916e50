import type { ConsoleMessages, ConsoleTranslate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";

/**
 * A small replacement for i18next in browsers, where it would be a tenth of the console's scripts. A test checks that
 * both give the same sentences.
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

/** Fills in the placeholders of a text, `{{name}}`; one without a value stays. */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
	return text.replace(/{{(\w+)}}/g, (blank, name: string) => (name in values ? String(values[name] ?? "") : blank));
}
