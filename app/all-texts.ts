import type { Translate } from "./i18n.ts";
import type { Locale } from "./programmes/define.ts";
import { useTranslation } from "./translation.tsx";

/**
 * Every text, for components of pages that do not hydrate. In a file of its own, so that a test can check that no
 * hydrating page loads it.
 */
export function useAllTexts(): { t: Translate; locale: Locale } {
	const { t, locale } = useTranslation();
	return { t: t as unknown as Translate, locale };
}
