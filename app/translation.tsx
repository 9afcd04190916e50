import { createContext, useContext } from "react";
import type { ConsoleTranslate } from "./i18n.ts";
import type { Locale } from "./programmes/define.ts";

interface Translation {
	t: ConsoleTranslate;
	locale: Locale;
}

const given = new Map<Locale, Translation>();

/** Called before the first page: by the server for every language, by a browser for the one it was sent. */
export function giveTexts(locale: Locale, t: ConsoleTranslate): void {
	given.set(locale, { t, locale });
}

/** The texts in a language; in a browser always those of the page's, which are the only ones there. */
export function textsIn(locale: Locale | undefined): Translation {
	const translation = given.get(locale ?? "en") ?? [...given.values()][0];
	if (!translation) throw new Error("no texts were given");
	return translation;
}

/** Filled by the root, in the language the server chose for the request. */
export const TranslationContext = createContext<Translation | undefined>(undefined);

/** The texts in the language of the page, as far as browsers are sent them. Pages that do not hydrate have `useAllTexts`. */
export function useTranslation(): Translation {
	const translation = useContext(TranslationContext);
	if (!translation) throw new Error("useTranslation outside of a page");
	return translation;
}
