import type { Translate } from "./i18n.ts";
import type { Locale } from "./programmes/define.ts";
import { useTranslation } from "./translation.tsx";

/**
 * Every text, for what only pages that do not hydrate show: the server has them all, a browser has not. The file stands
 * on its own so that a test can see that no page that hydrates contains it.
 */
export function useAllTexts(): { t: Translate; locale: Locale } {
	const { t, locale } = useTranslation();
	return { t: t as unknown as Translate, locale };
}
