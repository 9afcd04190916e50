import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { portrait } from "./talks.ts";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

let browser: Promise<Browser> | undefined;

/** One Chromium for a test file; it looks nothing up outside. */
function launch(): Promise<Browser> {
	const executablePath = PLACES.find((path) => path && existsSync(path));
	if (!executablePath) throw new Error("no Chromium found: install it or name it in CHROMIUM");
	browser ??= chromium.launch({
		executablePath,
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
		],
	});
	return browser;
}

export async function closeBrowser(): Promise<void> {
	await (await browser)?.close();
	browser = undefined;
}

/** Answers a form or a missing page gives on purpose; the browser reports them on its console. */
const EXPECTED = /Failed to load resource: the server responded with a status of (401|404|409|422)/;

/**
 * A page of its own. Console errors, script failures and requests to other origins fail the test; a test that breaks the
 * network on purpose names what the browser says of it in `expected`, one that leaves the site names where to.
 */
export async function openPage(
	origin: string,
	{ expected = EXPECTED, ...options }: BrowserContextOptions & { expected?: RegExp } = {},
	allowed: string[] = [],
): Promise<Page> {
	const context = await (await launch()).newContext({ baseURL: origin, locale: "en-US", ...options });
	const complaints: string[] = [];
	context.on("console", (message) => {
		if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
	});
	context.on("weberror", (error) => complaints.push(String(error.error())));
	context.on("request", (request) => {
		const { protocol, origin: asked } = new URL(request.url());
		if (protocol.startsWith("http") && asked !== origin && !allowed.includes(asked))
			complaints.push(`request to ${asked}`);
	});
	const page = await context.newPage();
	page.setDefaultTimeout(10_000);
	onTestFinished(async () => {
		await context.close();
		expect(complaints).toEqual([]);
	});
	return page;
}

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
