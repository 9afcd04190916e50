import { describe, expect, it } from "vitest";
import { GUEST } from "../../server/services/actor.ts";
import { PASSWORD } from "../support/accounts.ts";
import { choosePhoto, fill, openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { addPhoto, answer, held, talkFilling } from "../support/programmes.ts";

describe.each([
	["off", false],
	["on", true],
])("with scripts %s", (_name, javaScriptEnabled) => {
	it.each([
		["before", true],
		["after", false],
	])("a photo chosen %s the session ended is kept with the text", async (_when, isBefore) => {
		const portal = await openPortal();
		const account = { name: "Han", email: "han@example.org", password: PASSWORD, locale: "en" } as const;
		await portal.services.accounts.register(GUEST, account);
		const page = await openPage(portal.origin, { javaScriptEnabled });
		const logIn = async () => {
			await fill(page, { email: account.email, password: PASSWORD });
			await page.click("button.primary");
		};
		await page.goto("/login");
		await logIn();
		await page.waitForURL(/\/dashboard/);
		await page.goto("/hangzhou");
		await answer(page, talkFilling({ title: "Kept over the end" }));
		if (isBefore) await addPhoto(page, javaScriptEnabled);
		portal.sqlite.prepare("update sessions set expires_at = 0").run();
		if (!isBefore) {
			// With scripts it is sent at once, and the answer leads to the login.
			const sent = javaScriptEnabled && page.waitForResponse(/\/login\?ended=1/);
			await choosePhoto(page);
			await sent;
		}
		await page.click("form.programme button.primary");
		await page.waitForURL(/\/login\?ended=1/);
		await logIn();
		await page.waitForURL(/\/hangzhou/);
		expect(await held(page, ["title"])).toEqual({ title: "Kept over the end" });
		expect(await page.locator(".photo-kept img").count()).toBe(1);
	});
});
