import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing to be found by axe, a title and one heading, no scrolling sideways, nothing too small to be hit. */
export async function check(page: Page): Promise<void> {
	await page.evaluate(axeSource);
	const found = await page.evaluate(async () => {
		const runner = (globalThis as unknown as { axe: typeof axe }).axe;
		const { violations } = await runner.run({
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
		});
		return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
	});
	expect([page.url(), found]).toEqual([page.url(), []]);
	expect([page.url(), await page.title(), await page.locator("h1").count()]).toEqual([
		page.url(),
		expect.stringMatching(/\S+ — Hangzhou 2025 /),
		1,
	]);
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect([page.url(), overflow <= 0]).toEqual([page.url(), true]);
	const small = await page.evaluate(() =>
		[...document.querySelectorAll("button, select, input:not([type=hidden]), .button")]
			.filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 24)
			.map((element) => element.outerHTML),
	);
	expect(small).toEqual([]);
}
