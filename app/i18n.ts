import type * as consoleTexts from "./locales/console-en.ts";
import type en from "./locales/en.json";
import type { Locale } from "./programmes/define.ts";

/** The texts of the interface: one tree per language, the same keys in both. */
export type Messages = typeof en;

/** The texts of pages that hydrate. */
export type ConsoleMessages = typeof consoleTexts;

/** Paths to the texts of a tree, joined by dots. A text with plural forms, `name_one` and `name_other`, is one key: `name`. */
type KeyOf<Tree> = {
	[Name in keyof Tree & string]: Tree[Name] extends string ? WithoutForm<Name> : `${Name}.${KeyOf<Tree[Name]>}`;
}[keyof Tree & string];
type WithoutForm<Name extends string> = Name extends `${infer Key}_${Intl.LDMLPluralRule}` ? Key : Name;

/** `count` among the values chooses the plural form; every value fills the placeholder of its name. */
type Say<Key extends string> = (key: Key, values?: Readonly<Record<string, unknown>>) => string;

export type Translate = Say<KeyOf<Messages>>;

/** Takes only keys of texts that hydrating pages have: browsers are not sent the others. */
export type ConsoleTranslate = Say<KeyOf<ConsoleMessages>>;

export const LOCALES: readonly Locale[] = ["en", "zh"];

/** The value of `<html lang>` for each language. */
export const HTML_LANG: Record<Locale, string> = { en: "en", zh: "zh-Hans" };
