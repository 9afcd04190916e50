import { KEYWORDS } from "../app/enumerations.ts";
import { translators } from "../app/locales/index.ts";
import type { Locale } from "../app/programmes/define.ts";
import { marks } from "../app/programmes/marks.ts";
import type { AppError } from "./errors.ts";

/** Seconds. A longer wait is told in minutes. */
const A_MOMENT = 120;

/** What people are told of a fault. */
export function errorText(error: AppError, locale: Locale): string {
	const t = translators[locale];
	const { code, retryAfter = 0 } = error;
	if (code === "TOO_MANY" && retryAfter > A_MOMENT) {
		return t("refusals.TOO_MANY_FOR", { minutes: Math.ceil(retryAfter / 60) });
	}
	return t(error.text, { keywords: KEYWORDS.join(marks[locale].item) });
}
