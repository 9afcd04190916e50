import type { Page, Response } from "playwright-core";
import { openPage, untilItAnswers } from "../browser.ts";
import { ADMIN } from "../portal.ts";
import { enterAs } from "../sessions.ts";
import { chineseFaults } from "./chinese.ts";
import { axeFaults, layoutFaults, preferenceFaults, type Rules } from "./page-faults.ts";
import { openScene, type Scene, SPEAKER } from "./scene.ts";
import type { Screen } from "./screen.ts";
import { titleOf } from "./titles.ts";

/** Scripts on, script files missing, or scripts off. */
export type Scripts = "on" | "missing" | "off";

export interface Walk {
	locale: "en-US" | "zh-CN";
	scripts: Scripts;
	widths: readonly number[];
}

const WIDTHS = [1280, 768, 320];

/** `npm test` walks once per language, with and without scripts; narrow screens in both. */
export const ENGLISH: Walk = { locale: "en-US", scripts: "off", widths: WIDTHS };
export const CHINESE: Walk = { locale: "zh-CN", scripts: "on", widths: [320] };

/** `npm run test:long` walks all combinations; missing script files in one language. */
export const LONG_WALKS: readonly Walk[] = [
	{ locale: "en-US", scripts: "off", widths: WIDTHS },
	{ locale: "en-US", scripts: "on", widths: WIDTHS },
	{ locale: "en-US", scripts: "missing", widths: WIDTHS },
	{ locale: "zh-CN", scripts: "off", widths: WIDTHS },
	{ locale: "zh-CN", scripts: "on", widths: WIDTHS },
];

export interface Seen {
	/** The faults, each with its screen. */
	faults: string[];
	/** What the server sent for each screen. */
	documents: { name: string; html: string }[];
}

/** Where elements and colours are looked at most closely: wide in one language, narrow in the other. */
const CLOSELY = { "en-US": 1280, "zh-CN": 320 } as const;
const SCHEMES = ["light", "dark"] as const;

interface Visitor {
	page: Page;
	/** The answer that is on the screen. */
	answer: Response | undefined;
}

/** Visits every screen and looks at it in each width and scheme. What a browser complains of fails the test by itself. */
export async function walk(screens: readonly Screen[], way: Walk): Promise<Seen> {
	const scene = await openScene();
	const visitors = new Map<string, Promise<Visitor>>();
	const seen: Seen = { faults: [], documents: [] };
	for (const screen of screens) {
		const who = `${screen.portal} ${screen.who}`;
		if (!visitors.has(who)) visitors.set(who, enter(scene, screen, way, seen.faults));
		const visitor = (await visitors.get(who)) as Visitor;
		if (screen.who === "nobody") await forget(visitor.page);
		const path = typeof screen.path === "string" ? screen.path : screen.path(scene.known);
		const name = `${path} (${screen.portal}, ${screen.state})`;
		try {
			await reach(visitor.page, screen, path, way.scripts);
			for (const fault of await look(visitor.page, screen, way)) seen.faults.push(`${name}: ${fault}`);
			seen.documents.push({ name, html: (await visitor.answer?.text()) ?? "" });
		} catch (error) {
			seen.faults.push(`${name}: ${String(error).split("\n").slice(0, 3).join(" ")}`);
		}
	}
	return seen;
}

async function enter({ portals }: Scene, { portal, who }: Screen, walk: Walk, faults: string[]): Promise<Visitor> {
	const { locale, scripts } = walk;
	const page = await openPage(portals[portal].origin, {
		locale,
		javaScriptEnabled: scripts !== "off",
		...(scripts === "missing" && { expected: /^Failed to load resource/ }),
	});
	page.setDefaultTimeout(60_000);
	if (scripts === "missing") await page.route(/\.js$/, (route) => route.abort());
	const visitor: Visitor = { page, answer: undefined };
	page.on("response", (answer) => {
		if (answer.status() >= 500) faults.push(`${answer.status()} for ${answer.url()}`);
		if (answer.request().isNavigationRequest() && answer.status() !== 303) visitor.answer = answer;
	});
	if (who !== "nobody") {
		const { email } = who === "admin" ? ADMIN : SPEAKER;
		await enterAs(portals[portal], page, email, "/dashboard", locale === "zh-CN" ? "zh" : "en");
	}
	return visitor;
}

/** Forgets cookies, drafts and counted attempts. */
async function forget(page: Page): Promise<void> {
	await page.context().clearCookies();
	if (page.url().startsWith("http")) await page.evaluate(() => localStorage.clear());
}

async function reach(page: Page, screen: Screen, path: string, scripts: Scripts): Promise<void> {
	await page.goto(path);
	if (scripts === "on") {
		await untilItAnswers(page);
		if (screen.who === "admin" && screen.state === "modal" && path.includes("modal=")) {
			const hydrates = await page.evaluate(() => "__remixContext" in window);
			// Loaded as a page it is one; its link opens the dialog.
			if (!hydrates) {
				await page.goto(path.replace(/\?.*/, ""));
				await untilItAnswers(page);
				const own = page.locator(`a[href="${path}"]`);
				// A link of the page to a dialog of the same kind, where none leads to this one.
				const link = (await own.count()) > 0 ? own : page.locator("#screen a[href*='modal=']:visible");
				await link.first().evaluate((one, to) => one.setAttribute("href", to), path);
				await link.first().click();
			}
			await page.waitForSelector("dialog[open]");
		}
	}
	await screen.reach?.(page);
}

async function look(page: Page, screen: Screen, way: Walk): Promise<string[]> {
	const { locale, scripts, widths } = way;
	const faults: string[] = [];
	// What hydrates says a fault over the page, and keeps its title.
	const isQuiet = scripts === "on" && (await page.evaluate(() => "__remixContext" in window));
	const title = titleOf(isQuiet ? { ...screen, state: "start" } : screen, locale);
	if ((await page.title()) !== title) faults.push(`title is “${await page.title()}”, not “${title}”`);
	if (locale === "zh-CN") faults.push(...chineseFaults(await page.content(), screen.row));
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 });
		faults.push(...(await layoutFaults(page)).map((fault) => `at ${width}: ${fault}`));
		// Letters and colours of one's own do the same in every language and on every look of an address.
		if (scripts === "off" && locale === "en-US" && width === 1280 && screen.state === "start")
			faults.push(...(await preferenceFaults(page)));
		for (const colorScheme of SCHEMES) {
			const rules = rulesFor(way, screen, width, colorScheme);
			if (rules === "none") continue;
			await page.emulateMedia({ colorScheme });
			const found = await axeFaults(page, rules);
			faults.push(...found.map((fault) => `at ${width}, ${colorScheme}: ${fault}`));
		}
	}
	return [...new Set(faults)];
}

/**
 * Which axe rules to run: all with scripts (at another width per language), colours only in dark mode, dialogs and
 * refused forms with missing script files. axe needs timers, so not without scripts.
 */
function rulesFor({ locale, scripts }: Walk, { state }: Screen, width: number, scheme: string): Rules | "none" {
	const isTurn = width === CLOSELY[locale];
	const looksOtherwise = state === "modal" || state === "errors";
	if (scripts === "on" && isTurn && scheme === "light") return "all";
	// What is filled in, empty or closed has no colour that the address does not have as it opens.
	if (scripts === "on" && isTurn) return looksOtherwise || state === "start" ? "colours" : "none";
	return scripts === "missing" && looksOtherwise && isTurn && scheme === "light" ? "all" : "none";
}
