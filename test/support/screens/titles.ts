import type { Screen } from "./screen.ts";

/** Titles of the pages in Chinese, by the English ones of the specification (section 2). */
const CHINESE: Readonly<Record<string, string>> = {};

const SITES = { "en-US": "Hangzhou 2025 Call For Proposals", "zh-CN": "Hangzhou 2025 征集平台" };

/** The whole title of a screen. */
export function titleOf({ title, state }: Pick<Screen, "title" | "state">, locale: keyof typeof SITES): string {
	const own = locale === "zh-CN" ? (CHINESE[title] ?? title) : title;
	const error = state === "errors" ? { "en-US": "Error: ", "zh-CN": "错误：" }[locale] : "";
	return `${error}${own && `${own} — `}${SITES[locale]}`;
}
