import { describe, expect, it } from "vitest";
import { GUEST } from "../../server/services/actor.ts";
import { linkIn, PASSWORD } from "../support/accounts.ts";
import { fill, openPage } from "../support/browser.ts";
import { openPortalWithGithub } from "../support/github.ts";
import { openPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";

describe.each([
	["off", false],
	["on", true],
])("accounts with scripts %s", (_name, javaScriptEnabled) => {
	it("register, prove the mailbox by the mail received, sign in, sign out, forget and reset the password", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		const pathIn = async (subject: string) => {
			const mail = await until(() => mailbox.mails.find((one) => one.subject?.includes(subject)));
			const { pathname, search } = new URL(/http\S+/.exec(mail.text ?? "")?.[0] ?? "");
			return pathname + search;
		};
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await page.goto("/");
		await page.goto("/?modal=register");
		await fill(page, { name: "韩梅梅", email: "han@example.org", password: PASSWORD, confirm: PASSWORD });
		await page.click("button.primary");
		await page.waitForSelector("[role=status]");
		expect(await page.textContent("[role=status]")).toContain(
			"Registration successful! Please close the dialog then login.",
		);
		await page.goto(await pathIn("confirm your email address"));
		await fill(page, { password: PASSWORD });
		await page.click("button.primary");
		expect(await page.textContent("[role=status]")).toContain("Your email address is confirmed.");
		await page.goto("/login");
		await fill(page, { email: "han@example.org", password: PASSWORD });
		await page.click("button.primary");
		await page.waitForURL(/\/dashboard/);
		if (javaScriptEnabled) {
			const user = JSON.parse((await page.evaluate(() => localStorage.user)) ?? "null");
			expect(user).toEqual({
				userToken: { email: "han@example.org", exp: expect.any(Number), permission: "user", isNewUser: true },
				spotId: 0,
				propId: 0,
				debug: false,
			});
		}
		const tab = await page.context().newPage();
		await tab.goto("/dashboard");
		await tab.click("text=Log out >> nth=0");
		await tab.waitForURL((url) => url.pathname === "/");
		await page.goto("/dashboard");
		expect(new URL(page.url()).pathname).toBe("/");
		await page.click("text=Forgot your password?");
		await fill(page, { email: "han@example.org" });
		await page.click("button.primary");
		await page.waitForSelector("[role=status]");
		await page.goto(await pathIn("set a new password"));
		await page.fill("[name=password]", "aaaaaaaa");
		if (javaScriptEnabled) {
			expect(await page.textContent("p.field-note")).toBe("Strength: Weak (2 of 5)");
			await page.fill("[name=confirm]", "b");
			expect(await page.isDisabled("button.primary")).toBe(true);
		}
		await fill(page, { password: "Willow-Tree 8", confirm: "Willow-Tree 8" });
		await page.click("button.primary");
		await page.waitForSelector("[role=status]");
		expect(await page.textContent("main")).toContain("Your password has been changed.");
	});

	it("GitHub: there, back, welcome, dashboard; no secret in the browser's storage, its addresses or the log", async () => {
		const { github, portal, origin } = await openPortalWithGithub();
		const page = await openPage(origin, { javaScriptEnabled }, [github.url]);
		const addresses: string[] = [];
		page.on("framenavigated", (frame) => addresses.push(frame.url()));
		await page.goto("/login");
		await page.click("text=Log in with GitHub");
		// Through the welcome page: by its island after a moment, without scripts at once.
		await page.waitForURL(/\/dashboard/);
		expect(await page.textContent("main")).toContain("octo@example.org");
		const cookies = await page.context().cookies();
		const session = cookies.find(({ name }) => name === "cfp_sid")?.value ?? "missing";
		const storage = javaScriptEnabled
			? await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
			: "";
		for (const secret of [session, "secret-access-token", "hush"]) {
			expect(addresses.join(" ") + storage + JSON.stringify(portal.lines)).not.toContain(secret);
		}
		if (javaScriptEnabled) {
			await page.goto("/login");
			expect(JSON.parse(await page.evaluate(() => localStorage.user))).toMatchObject({ userToken: null, spotId: 0 });
			await page.goto("/dashboard");
			expect(new URL(page.url()).pathname).toBe("/dashboard");
		}
	});
});

it("the countdown updates while the page is open, even if the device's clock is wrong", async () => {
	const portal = await openPortal();
	await portal.services.accounts.register(GUEST, {
		name: "X",
		email: "x@example.org",
		password: PASSWORD,
		locale: "en",
	});
	const page = await openPage(portal.origin);
	await page.clock.install({ time: "2044-01-01" });
	await page.goto("/login");
	await fill(page, { email: "x@example.org", password: PASSWORD });
	await page.click("button.primary");
	await page.waitForURL(/\/dashboard/);
	const line = page.locator("[data-session-warning]");
	expect(await line.textContent()).toBe("");
	await page.clock.fastForward(7 * 24 * 60 * 60 * 1000 - 250_000);
	expect(await line.textContent()).toMatch(/^Your session will expire in about [34] minutes$/);
	await page.clock.fastForward(300_000);
	expect(await line.textContent()).toBe("Your session has expired. Please log in again to continue.");
	expect(linkIn(portal, "verify")).toContain("/verify?token=");
});

it("registering opens as a dialog that keeps focus inside, closes with Escape and shows problems and success in place", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/login");
	await page.fill("[name=email]", "typed@before.example");
	await page.click("text=Create an account");
	await page.waitForSelector("dialog[open]");
	expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("hidden");
	for (let n = 0; n < 12; n += 1) {
		await page.keyboard.press("Tab");
		expect(
			await page.evaluate(
				() => document.activeElement === document.body || !!document.activeElement?.closest("dialog"),
			),
		).toBe(true);
	}
	await page.keyboard.press("Escape");
	await page.waitForSelector("dialog", { state: "detached" });
	expect(await page.locator(":focus").textContent()).toBe("Create an account");
	await page.keyboard.press("Enter");
	await page.click("dialog button.primary");
	await page.waitForSelector("dialog .summary");
	expect(await page.locator("dialog .summary a").first().textContent()).toBe("Name cannot be empty");
	for (const [name, value] of Object.entries({
		name: "Han",
		email: "h@example.org",
		password: PASSWORD,
		confirm: PASSWORD,
	})) {
		await page.fill(`dialog [name=${name}]`, value);
	}
	await page.click("dialog label:has-text('Name')");
	expect(await page.locator(":focus").getAttribute("name")).toBe("name");
	await page.click("dialog button.primary");
	await page.waitForSelector("dialog [role=status]");
	expect(await page.textContent("dialog [role=status]")).toContain(
		"Registration successful! Please close the dialog then login.",
	);
	expect(await page.locator("dialog form").count()).toBe(0);
	await page.click("text=Close and log in");
	expect(await page.inputValue("[name=email]")).toBe("h@example.org");
});
