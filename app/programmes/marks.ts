import type { Locale } from "./define.ts";

/** What stands between texts that are put together. Chinese marks are as wide as a character and bring their own room. */
interface Marks {
	comma: string;
	/** Between the items of a list. */
	item: string;
	semicolon: string;
	colon: string;
	/** After the end of a sentence. */
	space: string;
	brackets: (text: string) => string;
}

export const marks: Readonly<Record<Locale, Marks>> = {
	en: { comma: ", ", item: ", ", semicolon: "; ", colon: ": ", space: " ", brackets: (text) => ` (${text})` },
	zh: { comma: "，", item: "、", semicolon: "；", colon: "：", space: "", brackets: (text) => `（${text}）` },
};
