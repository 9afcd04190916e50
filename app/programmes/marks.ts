import type { Locale } from "./define.ts";

/** Punctuation between combined texts. Chinese punctuation is full-width and needs no space. */
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
