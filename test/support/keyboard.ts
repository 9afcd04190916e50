import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openPage, untilItAnswers } from "./browser.ts";
import type { TestPortal } from "./portal.ts";
import { enterConsole } from "./sessions.ts";

/** More Tab presses than any page has controls. */
const MOST = 200;

/** The focused element: whether it matches, its accessible name, whether the focus is visible. */
function focused(page: Page, selector: string) {
	return page.evaluate((css) => {
		const element = document.activeElement;
		if (!element || element === document.body) return { isMeant: false, name: "nothing", isSeen: false };
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		const { width, height } = element.getBoundingClientRect();
		const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
		const name = element.getAttribute("aria-label") ?? label ?? element.textContent ?? "";
		return {
			isMeant: element.matches(css),
			name: name.replace(/\s+/g, " ").trim(),
			isSeen: outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0 && width > 0 && height > 0,
		};
	}, selector);
}

/** Waits until this element has a visible focus. */
export async function expectFocus(page: Page, selector: string): Promise<void> {
	await page.waitForFunction((css) => document.activeElement?.matches(css), selector).catch(() => undefined);
	const found = await focused(page, selector);
	expect([selector, found]).toEqual([selector, { isMeant: true, name: found.name, isSeen: true }]);
}

/** Presses Tab, or Shift+Tab, until the focused element matches the selector. The focus must be visible. */
export async function tabTo(page: Page, selector: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
	const passed = new Set<string>();
	for (let presses = 0; presses < MOST; presses += 1) {
		await page.keyboard.press(key);
		const { isMeant, name, isSeen } = await focused(page, selector);
		if (isMeant) return expect([selector, name, isSeen]).toEqual([selector, name, true]);
		passed.add(name);
	}
	throw new Error(`${selector} is out of reach; passed ${[...passed].join(" | ")}`);
}

/** Goes to a control and presses a key there. */
export async function press(page: Page, selector: string, key = "Enter"): Promise<void> {
	await tabTo(page, selector);
	await page.keyboard.press(key);
}

/** Goes to a field and replaces what is in it. */
export async function write(page: Page, selector: string, text: string): Promise<void> {
	await tabTo(page, selector);
	await page.keyboard.press("Control+A");
	await page.keyboard.type(text);
}

/** Goes to a page of the console as somebody signed in, as soon as it answers to keys. */
export async function openConsole(portal: TestPortal, path: string): Promise<Page> {
	const page = await openPage(portal.origin, { acceptDownloads: true });
	await enterConsole(portal, page, path);
	await untilItAnswers(page);
	return page;
}

/** A column of all entries. */
export const column = (portal: TestPortal, name: string) =>
	portal.sqlite.prepare(`select ${name} from entries order by id`).pluck().all();
/** A message over the page. */
export const toast = (page: Page, text: string) => page.waitForSelector(`.toasts p:has-text("${text}")`);
export const isGone = (page: Page, selector: string) => page.waitForSelector(selector, { state: "detached" });
