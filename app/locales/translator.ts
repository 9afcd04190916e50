import type { ConsoleMessages, ConsoleTranslate, Messages, Translate } from "../i18n.ts";
import type { Locale } from "../programmes/define.ts";

interface Tree {
	readonly [name: string]: string | Tree;
}

/**
 * A function that returns a text by its key, with the plural form of `count` and its placeholders filled in. A key without
 * a text returns itself. React and mails escape for themselves, so nothing is escaped here.
 */
export function createTranslator(locale: Locale, texts: Messages): Translate;
export function createTranslator(locale: Locale, texts: ConsoleMessages): ConsoleTranslate;
export function createTranslator(locale: Locale, texts: Tree): (key: string, values?: Values) => string {
	const byKey = new Map(textsIn(texts));
	const plurals = new Intl.PluralRules(locale);
	return (key, values = {}) => {
		const form = typeof values.count === "number" ? byKey.get(`${key}_${plurals.select(values.count)}`) : undefined;
		return fill(form ?? byKey.get(key) ?? key, values);
	};
}

type Values = Readonly<Record<string, unknown>>;

/** Every text of a tree with its key. */
function textsIn(tree: Tree, path = ""): [key: string, text: string][] {
	return Object.entries(tree).flatMap(([name, value]) =>
		typeof value === "string" ? [[path + name, value]] : textsIn(value, `${path}${name}.`),
	);
}

/** Fills in the placeholders of a text, `{{name}}`; one without a value stays. */
export function fill(text: string, values: Values): string {
	return text.replace(/{{(\w+)}}/g, (blank, name: string) => (name in values ? String(values[name] ?? "") : blank));
}
