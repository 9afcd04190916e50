import type { TFunction } from "i18next";
import type * as consoleTexts from "./locales/console-en.ts";
import type en from "./locales/en.json";
import type { Locale } from "./programmes/define.ts";

/** The texts of the interface: one tree per language, the same keys in both. */
export type Messages = typeof en;

/** Those of pages that hydrate. */
export type ConsoleMessages = typeof consoleTexts;

export type Translate = TFunction;

/** Takes only keys of texts that hydrating pages have: browsers are not sent the others. */
export type ConsoleTranslate = TFunction<"console">;

export const LOCALES: readonly Locale[] = ["en", "zh"];

/** The value of `<html lang>` for each language. */
export const HTML_LANG: Record<Locale, string> = { en: "en", zh: "zh-Hans" };

declare module "i18next" {
	interface CustomTypeOptions {
		resources: { translation: Messages; console: ConsoleMessages };
	}
}
