import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** All rules of axe, or those that look at colours. */
export type Rules = "all" | "colours";

/** What axe finds in a page. */
export async function axeFaults(page: Page, rules: Rules): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
	const runOnly =
		rules === "colours"
			? { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] }
			: { type: "tag" as const, values: TAGS };
	return page.evaluate(async (which) => {
		const runner = (globalThis as unknown as { axe: typeof axe }).axe;
		const { violations } = await runner.run({
			runOnly: which,
			resultTypes: ["violations"],
			// Sheets and media files: what asks for them are rules of sound and of turned phones, of which there is none here.
			preload: false,
		});
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
	}, runOnly);
}

/** What anybody sees who looks at the page: its measures, its headings, words that are cut in two, small controls. */
export async function layoutFaults(page: Page): Promise<string[]> {
	const targets = await targetFaults(page);
	const measures = await page.evaluate(() => {
		const faults: string[] = [];
		if (document.compatMode !== "CSS1Compat") faults.push("quirks mode");
		// What is behind a dialog is nobody's page: only the dialog is read.
		const headings = document.querySelectorAll("dialog:modal h1, body:not(:has(dialog:modal h1)) h1");
		if (headings.length !== 1) faults.push(`${headings.length} h1`);
		const wide = document.documentElement.scrollWidth - innerWidth;
		if (wide > 0) faults.push(`scrolls ${wide} px sideways`);
		const outline = (element: Element) => element.outerHTML.slice(0, 120);
		for (const one of document.querySelectorAll(".scroll")) {
			const beyond = one.scrollWidth - one.clientWidth;
			// Ten tracks side by side need more than most screens have; on a phone they stand below each other.
			if (beyond > 1 && (innerWidth === 320 || !one.querySelector(".grid")))
				faults.push(`a table goes ${beyond} px beyond its place: ${outline(one)}`);
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
	return [...targets, ...measures];
}

/** Controls that are too small to be pressed. */
function targetFaults(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const faults: string[] = [];
		const controls = "button, select, textarea, input:not([type=hidden]), summary, .button";
		for (const one of document.querySelectorAll(controls)) {
			// People who cannot see a control press its label.
			const target = one.matches("[type=checkbox], [type=radio]") ? (one.closest("label") ?? one) : one;
			const { width, height } = target.getBoundingClientRect();
			if (one.checkVisibility() && (width < 24 || height < 24) && !one.matches(".off-screen"))
				faults.push(`${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`);
		}
		return faults;
	});
}

/** The same in the narrowest possible font. */
async function narrowFaults(page: Page): Promise<string[]> {
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync("* { letter-spacing: -1em !important }");
		document.adoptedStyleSheets.push(sheet);
	});
	const found = await targetFaults(page);
	await page.evaluate(() => document.adoptedStyleSheets.pop());
	return found.map((fault) => `in a narrow font: ${fault}`);
}

/** Faults with large text, forced colours or reduced motion. */
export async function preferenceFaults(page: Page): Promise<string[]> {
	await page.emulateMedia({ colorScheme: "light", forcedColors: "active", reducedMotion: "reduce" });
	const found = await page.evaluate(() => {
		const faults: string[] = [];
		const outline = (element: Element) => element.outerHTML.slice(0, 120);
		/** Animations that only say where a row begins: nothing is seen to move. */
		const still = new Set(["none"]);
		const look = (rules: CSSRuleList) => {
			for (const rule of rules) {
				if (rule instanceof CSSKeyframesRule) {
					const set = [...rule.cssRules].flatMap((frame) => [...(frame as CSSKeyframeRule).style]);
					if (set.every((name) => name.startsWith("scroll-snap-align"))) still.add(rule.name);
				} else if (rule instanceof CSSGroupingRule) look(rule.cssRules);
			}
		};
		for (const sheet of document.styleSheets) look(sheet.cssRules);
		for (const one of document.body.querySelectorAll("*")) {
			const { animationName, transitionDuration } = getComputedStyle(one);
			if (!still.has(animationName) || Number.parseFloat(transitionDuration) > 0) faults.push(`moves: ${outline(one)}`);
		}
		const controls =
			"button, select, textarea, input:not([type=hidden], [type=checkbox], [type=radio]), .button, .status";
		for (const one of document.querySelectorAll(controls)) {
			const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
			const isSeen = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0;
			if (one.checkVisibility() && !isSeen && !one.matches(".button-link, .theme-choice"))
				faults.push(`no border of its own: ${outline(one)}`);
		}
		return faults;
	});
	await page.emulateMedia({ forcedColors: "none", reducedMotion: "no-preference" });
	const browser = await page.context().newCDPSession(page);
	await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
	const large = (await layoutFaults(page)).map((fault) => `with letters twice as large: ${fault}`);
	const cut = await page.evaluate(() =>
		[...document.body.querySelectorAll("*")]
			.filter((one) => getComputedStyle(one).overflow === "hidden" && one.scrollWidth > one.clientWidth + 1)
			.map((one) => `with letters twice as large something is cut off: ${one.outerHTML.slice(0, 120)}`),
	);
	await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
	await browser.detach();
	return [...found, ...large, ...cut, ...(await narrowFaults(page))];
}
