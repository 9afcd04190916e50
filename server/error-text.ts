import { KEYWORDS } from "../app/enumerations.ts";
import { translators } from "../app/locales/index.ts";
import type { Locale } from "../app/programmes/define.ts";
import { marks } from "../app/programmes/marks.ts";
import type { AppError } from "./errors.ts";

/** What people are told of a fault. */
export function errorText(error: AppError, locale: Locale): string {
	return translators[locale](error.text, { keywords: KEYWORDS.join(marks[locale].item) });
}
