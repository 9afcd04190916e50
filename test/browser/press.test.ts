import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { choosePhoto, fill, openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { isSubmission } from "../support/programmes.ts";
import { talk } from "../support/talks.ts";

/** Delays subresource requests until released. */
async function holdBack(page: Page) {
	let letGo = () => {};
	const held = new Promise<void>((done) => {
		letGo = done;
	});
	await page.route("**/*", async (route) => {
		if (!route.request().isNavigationRequest()) await held;
		await route.continue();
	});
	return letGo;
}

/** Presses the button that sends the form, and keeps it pressed for as long as what arrives takes to be shown. */
async function pressWhile(page: Page, letGo: () => void, arriving: string) {
	await page.hover("button.primary");
	await page.mouse.down();
	letGo();
	const shown = await page.waitForSelector(arriving, { timeout: 1_000 }).catch(() => undefined);
	expect(shown).toBeUndefined();
	await page.mouse.up();
}

it("a form is sent although its photo arrives while the button is pressed", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/hangzhou?event=pytorch");
	const { tracks: _, ...typed } = talk();
	await fill(page, typed);
	const letGo = await holdBack(page);
	await choosePhoto(page);
	await pressWhile(page, letGo, ".photo-kept");
	await page.waitForURL(/\/thank-you/);
	expect(portal.sqlite.prepare("select count(*) from entries where photo is not null").pluck().get()).toBe(1);
});

it("a form is sent although the questions of another track arrive while the button is pressed", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-aigc");
	const letGo = await holdBack(page);
	await page.check("[name=spotlightTrack] >> nth=1");
	const sent = page.waitForRequest((request) => isSubmission(request));
	await pressWhile(page, letGo, "[name=artworkTitle]");
	await sent;
	await page.waitForSelector("[name=artworkTitle]");
});
