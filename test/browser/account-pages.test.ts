import { describe, expect, it } from "vitest";
import { linkIn, PASSWORD, register } from "../support/accounts.ts";
import { choosePhoto, fill, openPage } from "../support/browser.ts";
import { openPortalWithGithub } from "../support/github.ts";
import { openPortal } from "../support/portal.ts";
import { talkFields } from "../support/talks.ts";

const WORDS = { email: "han@example.org", password: PASSWORD };

describe.each([
	["off", false],
	["on", true],
])("with scripts %s", (_name, javaScriptEnabled) => {
	it("a session that ends while a talk is typed brings everything back after signing in, the photo too", async () => {
		const portal = await openPortal();
		await register(portal, WORDS.email);
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await page.goto("/login?return=/hangzhou");
		await fill(page, WORDS);
		await page.click("button.primary");
		await page.waitForURL(/\/hangzhou(#|$)/);
		const { language: _, ...typed } = talkFields({ details: "Line one\nLine two" });
		await fill(page, { consent: true, ...typed });
		await choosePhoto(page);
		portal.clock.now += 8 * 24 * 60 * 60 * 1000;
		await page.click("button[type=submit].primary");
		await page.waitForURL(/\/login\?/);
		expect(await page.textContent("[role=alert]")).toContain(
			"Your session has expired. Please log in again to continue.",
		);
		await fill(page, WORDS);
		await page.click("button.primary");
		await page.waitForURL(/\/hangzhou(#|$)/);
		for (const [name, value] of Object.entries(typed)) {
			expect([name, await page.inputValue(`[name=${name}]`)]).toEqual([name, value]);
		}
		expect(await page.isChecked("[name=consent]")).toBe(true);
		expect(await page.textContent(".photo-kept")).toContain("Photo received");
		await page.click("button[type=submit].primary");
		await page.waitForURL(/\/thank-you/);
		expect(portal.sqlite.prepare("select title, user_id, photo is not null as photo from entries").all()).toEqual([
			{ title: typed.title, user_id: 1, photo: 1 },
		]);
	});

	it.each(["denied", "wrong state", "500", "hang"] as const)("GitHub, %s: ends on the login screen", async (fault) => {
		const { github, portal, origin } = await openPortalWithGithub();
		github.fault = fault;
		const page = await openPage(origin, { javaScriptEnabled }, [github.url]);
		await page.goto("/login?return=/hangzhou");
		await page.click("text=Log in with GitHub");
		await page.waitForSelector("[role=alert]");
		expect((await page.textContent("[role=alert]"))?.trim()).toBe(
			"GitHub login failed. Please try again or use email login.",
		);
		expect(portal.sqlite.prepare("select count(*) from users").pluck().get()).toBe(0);
		await register(portal, WORDS.email);
		await fill(page, WORDS);
		await page.click("button.primary");
		await page.waitForURL(/\/hangzhou(#|$)/);
	});
});

it("a photo that arrives after the session has ended is sent with the form, and the answer's style is not applied", async () => {
	const portal = await openPortal();
	await register(portal, WORDS.email);
	const page = await openPage(portal.origin);
	await page.goto("/login?return=/hangzhou");
	await fill(page, WORDS);
	await page.click("button.primary");
	await page.waitForURL(/\/hangzhou(#|$)/);
	const { language: _, ...typed } = talkFields();
	await fill(page, { consent: true, ...typed });
	portal.clock.now += 8 * 24 * 60 * 60 * 1000;
	const answered = page.waitForResponse((answer) => answer.url().includes("/login"));
	await choosePhoto(page);
	await (await answered).finished();
	await page.click("button[type=submit].primary");
	await page.waitForURL(/\/login\?/);
	await fill(page, WORDS);
	await page.click("button.primary");
	await page.waitForURL(/\/hangzhou(#|$)/);
	expect(await page.textContent(".photo-kept")).toContain("Photo received");
});

it("the browser record names a new account without an address from the welcome page on", async () => {
	const { github, origin } = await openPortalWithGithub();
	github.person = { id: 7, name: "Octo", emails: [] };
	const page = await openPage(origin, {}, [github.url]);
	const record = () => page.evaluate(() => JSON.parse(localStorage.user).userToken);
	const expected = { email: "github-user", permission: "user", isNewUser: true, exp: expect.any(Number) };
	await page.goto("/login?return=/thank-you");
	await page.click("text=Log in with GitHub");
	// The page the welcome leads to writes no record.
	await page.waitForURL(/\/thank-you/);
	expect(await record()).toEqual(expected);
	await page.evaluate(() => localStorage.clear());
	await page.goto("/dashboard");
	expect(await record()).toEqual(expected);
});

it("password rules are ticked live, and the button waits until both passwords match", async () => {
	const portal = await openPortal();
	await register(portal, WORDS.email);
	await portal.services.passwordReset.request(WORDS.email, "en");
	const page = await openPage(portal.origin);
	await page.goto(linkIn(portal, "reset"));
	const ticked = () =>
		page.evaluate(() =>
			[...document.querySelectorAll("[data-rule]:has([role=img][aria-label=met])")].map((one) =>
				one.getAttribute("data-rule"),
			),
		);
	const disabled = () => page.isDisabled("button.primary");
	expect([await ticked(), await disabled()]).toEqual([[], false]);
	await page.fill("[name=password]", "Plum");
	expect([await ticked(), await disabled()]).toEqual([["upper", "lower"], true]);
	await page.fill("[name=password]", "plum tree 7!");
	expect([await ticked(), await disabled()]).toEqual([["lower", "digit", "symbol"], true]);
	await page.fill("[name=confirm]", "plum tree 7");
	expect(await disabled()).toBe(true);
	const colour = () => page.locator("button.primary").evaluate((one) => getComputedStyle(one).backgroundColor);
	const waiting = await colour();
	await page.waitForSelector(".over-limit:text-is('Passwords do not match')");
	await page.fill("[name=confirm]", "plum tree 7!");
	expect(await disabled()).toBe(false);
	expect(await page.getByText("Passwords do not match").count()).toBe(0);
	// It looks as if it could be pressed only while it can.
	expect(await colour()).not.toBe(waiting);
	await page.fill("[name=password]", "");
	expect([await ticked(), await disabled()]).toEqual([[], true]);
});
