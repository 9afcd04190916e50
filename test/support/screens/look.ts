import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds in a page: by all its rules, by those that look at colours, or by none. */
export async function axeFaults(page: Page, rules: "all" | "colours" | "none"): Promise<string[]> {
	if (rules === "none") return [];
	if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
	const runOnly =
		rules === "colours"
			? { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] }
			: { type: "tag" as const, values: TAGS };
	return page.evaluate(async (which) => {
		const runner = (globalThis as unknown as { axe: typeof axe }).axe;
		const { violations } = await runner.run({ runOnly: which, resultTypes: ["violations"] });
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
	}, runOnly);
}

/** What anybody sees who looks at the page: its measures, its headings, words that are cut in two. */
export function layoutFaults(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const faults: string[] = [];
		if (document.compatMode !== "CSS1Compat") faults.push("quirks mode");
		const headings = document.querySelectorAll("h1");
		if (headings.length !== 1) faults.push(`${headings.length} h1`);
		const wide = document.documentElement.scrollWidth - innerWidth;
		if (wide > 0) faults.push(`scrolls ${wide} px sideways`);
		const outline = (element: Element) => element.outerHTML.slice(0, 120);
		for (const one of document.querySelectorAll(
			"button, select, textarea, input:not([type=hidden]), summary, .button",
		)) {
			// Who cannot see a control presses what labels it.
			const target = one.matches("[type=checkbox], [type=radio]") ? (one.closest("label") ?? one) : one;
			const { width, height } = target.getBoundingClientRect();
			if (one.checkVisibility() && (width < 24 || height < 24) && !one.matches(".unseen"))
				faults.push(`${Math.round(width)} x ${Math.round(height)}: ${outline(one)}`);
		}
		const canvas = document.createElement("canvas").getContext("2d");
		for (const one of document.querySelectorAll("a, button, h1, h2, label, legend, .status")) {
			const style = getComputedStyle(one);
			const own = [...one.childNodes].map(({ nodeType, textContent }) =>
				nodeType === Node.TEXT_NODE ? textContent : " ",
			);
			const longest =
				own
					.join("")
					.match(/[A-Za-z]+/g)
					?.sort((a, b) => b.length - a.length)[0] ?? "";
			if (canvas) canvas.font = style.font;
			const needs = canvas?.measureText(longest).width ?? 0;
			const has = style.display === "inline" ? innerWidth : one.getBoundingClientRect().width;
			if (has > 0 && needs < 240 && needs > has + 1) faults.push(`cuts ${longest}: ${outline(one)}`);
		}
		return faults;
	});
}
