import type { Page } from "playwright-core";
import { choosePhoto, fill } from "./browser.ts";
import { ADMIN, type TestPortal } from "./portal.ts";
import { answer, nomination, submit } from "./programmes.ts";

const FORMS = ["/spotlight-hz", "/spotlight-aigc", "/spotlight-aigc-artistic", "/forum"];

/** A line no browser can break. */
const LONG = "Unbreakable".repeat(20);

/**
 * Goes through the screens of the programmes in each of their states and stops at every one. Ends signed in as an
 * administrator.
 */
export async function visitProgrammes(
	portal: TestPortal,
	page: Page,
	look: (page: Page) => Promise<void>,
): Promise<void> {
	for (const path of FORMS) {
		await page.goto(path);
		await look(page);
		await openEverything(page);
		await look(page);
		await submit(page, "problems");
		await look(page);
	}
	await page.goto("/spotlight-hz");
	await answer(page, { nominatorname: "Ann", ownersame: true });
	await page.click("[name='do.save-draft']");
	await page.waitForSelector("[data-server-draft]");
	await look(page);
	for (const path of ["/paris", "/entry/nomination-9", "/spotlight-hz?spot=nomination-9"]) {
		await page.goto(path);
		await look(page);
	}
	await visitConsole(portal, page, look);
	await visitEntry(page, look);
}

/** Every question that depends on another is in sight. */
async function openEverything(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const box of document.querySelectorAll<HTMLInputElement>("input.opens")) if (!box.checked) box.click();
		for (const select of document.querySelectorAll("select")) {
			select.selectedIndex = select.length - 1;
			select.dispatchEvent(new Event("input", { bubbles: true }));
		}
	});
}

async function visitConsole(portal: TestPortal, page: Page, look: (page: Page) => Promise<void>): Promise<void> {
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	await page.goto("/login");
	await fill(page, ADMIN);
	await page.click("button.primary");
	await page.waitForURL(/\/admin\/proposals/);
	await page.goto("/admin/editor");
	await look(page);
	await choosePhoto(page);
	await page.waitForSelector(".photo-kept");
	await submit(page, "problems");
	await look(page);
	await page.goto("/admin/programmes");
	await look(page);
	const paris = page.locator("form[aria-labelledby=p-aiparis]");
	await paris.locator("[name=state][value=dates]").check();
	await paris.locator("[name=opens]").fill("2025-12-01");
	await paris.locator("[name=closes]").fill("2025-12-31");
	await paris.locator("[name='do.preview']").click();
	await paris.locator(".banner").waitFor();
	await look(page);
	await paris.locator("[name=state][value=external]").check();
	await paris.locator("button.primary").click();
	await page.waitForSelector("#errors");
	await look(page);
}

async function visitEntry(page: Page, look: (page: Page) => Promise<void>): Promise<void> {
	await page.goto("/spotlight-hz?draft=none");
	await answer(page, { ownersame: false, ...nomination, projectname: LONG, overview: LONG });
	await submit(page, "thanks");
	const paths = [
		...["/entry/nomination-1", "/entry/nomination-1?withdraw=1", "/spotlight-hz?spot=nomination-1"],
		...["/entry/nomination-9", "/dashboard"],
	];
	for (const path of paths) {
		await page.goto(path);
		await look(page);
	}
	await page.goto("/entry/nomination-1?withdraw=1");
	await page.click("[name='do.withdraw']");
	await page.waitForSelector("[name='do.restore']");
	await look(page);
}
