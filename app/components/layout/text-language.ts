import { HTML_LANG } from "../../i18n.ts";
import type { Locale } from "../../programmes/define.ts";

/**
 * The `lang` of a text that people wrote, if it differs from the page's. The language of a talk does not tell that of
 * its title. A text with Chinese characters counts as Chinese: Chinese voices read English words too.
 */
export function langOf(text: string, locale: Locale): string | undefined {
	const written: Locale = /\p{Script=Han}/u.test(text) ? "zh" : "en";
	return written === locale ? undefined : HTML_LANG[written];
}
