import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { findChromium, findShell } from "../../scripts/browsers.mjs";
import { temporaryDirectory } from "./portal.ts";
import { portrait } from "./talks.ts";

/**
 * It looks nothing up outside, and has no process that only draws or only asks; what a page has open in a test is drawn
 * by one process, not by another one after the empty page that it began with.
 */
const QUIETLY = [
	"--no-sandbox",
	"--disable-gpu",
	"--in-process-gpu",
	"--disable-software-rasterizer",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--enable-features=NetworkServiceInProcess2",
	"--process-per-site",
	"--renderer-process-limit=1",
];

/** One for all test files of a worker; it ends with the worker. */
let browser: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
	browser ??= chromium.launch({ executablePath: findShell(), args: QUIETLY });
	return browser;
}

/** Answers a form or a missing page gives on purpose; the browser reports them on its console. */
const EXPECTED = /Failed to load resource: the server responded with a status of (401|404|409|422)/;

/** Logged by the framework when a navigation cancels a request. Users see nothing of it. */
const GIVEN_UP = /^AbortError: (signal is aborted without reason|BodyStreamBuffer was aborted)/;

interface PageOptions extends BrowserContextOptions {
	/** What the browser says on its console of what the test breaks on purpose. */
	expected?: RegExp;
}

/**
 * A page of its own. Console errors, script failures and requests to other origins fail the test; a test that breaks the
 * network on purpose names what the browser says of it in `expected`, one that leaves the site names where to.
 */
export async function openPage(
	origin: string,
	{ expected = EXPECTED, ...options }: PageOptions = {},
	allowed: string[] = [],
): Promise<Page> {
	const context = await (await launch()).newContext({ baseURL: origin, locale: "en-US", ...options });
	return watched(context, origin, expected, allowed);
}

/** A page in a browser whose owner refuses cookies, which takes `localStorage` away as well. */
export async function openPageWithoutStorage(
	origin: string,
	{ expected = EXPECTED, ...options }: PageOptions = {},
): Promise<Page> {
	const profile = temporaryDirectory();
	mkdirSync(join(profile, "Default"));
	const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
	writeFileSync(join(profile, "Default/Preferences"), JSON.stringify(preferences));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: findChromium(),
		args: QUIETLY,
		baseURL: origin,
		locale: "en-US",
		...options,
	});
	return watched(context, origin, expected, []);
}

async function watched(context: BrowserContext, origin: string, expected: RegExp, allowed: string[]): Promise<Page> {
	const complaints: string[] = [];
	const complain = (text: string) => {
		if (!expected.test(text) && !GIVEN_UP.test(text)) complaints.push(text);
	};
	context.on("console", (message) => message.type() === "error" && complain(message.text()));
	context.on("weberror", (error) => complain(String(error.error())));
	context.on("request", (request) => {
		const { protocol, origin: asked } = new URL(request.url());
		if (protocol.startsWith("http") && asked !== origin && !allowed.includes(asked))
			complaints.push(`request to ${asked}`);
	});
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
	onTestFinished(async () => {
		await context.close();
		expect(complaints).toEqual([]);
	});
	return page;
}

/**
 * Waits until a page answers to keys and clicks. One that React takes over does so once its effects have run; the
 * router's, which takes the scrolling from the browser, runs after those of the screen within it.
 */
export const untilItAnswers = (page: Page) =>
	page.waitForFunction(() => !("__remixContext" in window) || history.scrollRestoration === "manual");

/** Types, ticks and chooses as a person would, by control names. */
export async function fill(page: Page, values: Record<string, unknown>): Promise<void> {
	for (const [name, value] of Object.entries(values)) {
		if (name === "consent") await page.check(`[name=${name}]`);
		else if (name === "tracks") await page.selectOption("[name=tracks]", String(value));
		else await page.fill(`[name=${name}]`, String(value));
	}
}

export async function choosePhoto(page: Page): Promise<void> {
	const { name, bytes } = await portrait(300, 300);
	await page.setInputFiles("[name=file]", { name, mimeType: "image/jpeg", buffer: bytes });
}
