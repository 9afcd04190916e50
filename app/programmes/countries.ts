import { foldForSearch } from "../search/folding.ts";
import type { Locale } from "./define.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

const names: Readonly<Record<Locale, Intl.DisplayNames>> = { en: namesIn("en"), zh: namesIn("zh") };

let codes: Map<string, string> | undefined;

/** The code of a country as somebody typed it, where it is the name of one in English or Chinese. */
export function countryCode(typed: string): string | undefined {
	codes ??= new Map(
		Object.values(names).flatMap((known) =>
			CODES.flatMap((code): [string, string][] => {
				const name = known.of(code);
				return name ? [[foldForSearch(name), code]] : [];
			}),
		),
	);
	return codes.get(foldForSearch(typed.trim()));
}

/** A country as somebody typed it, in the reader's language where it is the name of one in English or Chinese. */
export function countryIn(typed: string, locale: Locale): string {
	const code = countryCode(typed);
	return (code && names[locale].of(code)) || typed;
}

function namesIn(locale: Locale): Intl.DisplayNames {
	return new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
}
