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
		return (counted ?? find(key) ?? key).replace(/{{(\w+)}}/g, (blank, name: string) =>
			name in values ? String(values[name] ?? "") : blank,
		);
	};
	return say as unknown as ConsoleTranslate;
}
