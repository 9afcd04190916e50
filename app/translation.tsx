import { createContext, useContext } from "react";
import type { Translate } from "./i18n.ts";
import type { Locale } from "./programmes/define.ts";

interface Translation {
	t: Translate;
	locale: Locale;
}

/** Filled by the root, in the language the server chose for the request. */
export const TranslationContext = createContext<Translation | undefined>(undefined);

/** The texts in the language of the page. */
export function useTranslation(): Translation {
	const translation = useContext(TranslationContext);
	if (!translation) throw new Error("useTranslation outside of a page");
	return translation;
}
