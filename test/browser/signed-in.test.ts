import { describe, expect, it } from "vitest";
import { PASSWORD, register } from "../support/accounts.ts";
import { fill, openPage } from "../support/browser.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Page = Awaited<ReturnType<typeof openPage>>;

const OFFLINE = { expected: /^Failed to load resource: / };

async function signIn(page: Page, email: string, path: string) {
	await page.goto(`/login?${new URLSearchParams({ return: path })}`);
	await fill(page, { email, password: PASSWORD });
	await page.click("button.primary");
	await page.waitForURL((url) => url.pathname === path);
}

async function signOut(page: Page) {
	await page.click("header button:has-text('Log out')");
	await page.waitForURL((url) => url.pathname === "/");
}

async function type(page: Page, title: string) {
	await page.fill("[name=title]", title);
	await page.waitForFunction((text) => JSON.stringify({ ...localStorage }).includes(text), title);
}

describe("what is kept on the device", () => {
	it("belongs to the account: hidden from guests and other accounts, restored when it returns", async () => {
		const portal = await openPortal();
		for (const name of ["han", "li"]) await register(portal, `${name}@example.org`);
		const page = await openPage(portal.origin);
		await signIn(page, "han@example.org", "/hangzhou");
		await type(page, "Private to Han");
		await signOut(page);
		const shown = async () => [
			await page.inputValue("[name=title]"),
			await page.locator("main .banner:visible").count(),
		];
		await page.goto("/hangzhou");
		expect(await shown()).toEqual(["", 0]);
		await signIn(page, "li@example.org", "/hangzhou");
		expect(await shown()).toEqual(["", 0]);
		await signOut(page);
		await signIn(page, "han@example.org", "/hangzhou");
		expect(await shown()).toEqual(["Private to Han", 1]);
	});

	it("of a guest is offered after signing in, and stays for the guest", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const page = await openPage(portal.origin);
		await page.goto("/hangzhou");
		await type(page, "Typed as a guest");
		await signIn(page, "han@example.org", "/hangzhou");
		expect(await page.inputValue("[name=title]")).toBe("");
		await page.click("main .banner button >> nth=0");
		expect(await page.inputValue("[name=title]")).toBe("Typed as a guest");
		await signOut(page);
		await page.goto("/hangzhou");
		expect(await page.inputValue("[name=title]")).toBe("Typed as a guest");
	});

	it("names who is logged in after every way to log in; changes are logged in debug mode", async () => {
		const portal = await openPortal();
		await portal.admin();
		const page = await openPage(portal.origin);
		const logged: string[] = [];
		page.on("console", (message) => void logged.push(message.text()));
		await page.goto("/login");
		await page.evaluate(() => localStorage.setItem("user", JSON.stringify({ debug: true })));
		for (const path of ["/hangzhou", "/admin/proposals"]) {
			await page.goto("/login");
			await fill(page, { email: "admin@example.org", password: "correct-horse-9" });
			await page.evaluate((wish) => {
				const field = document.createElement("input");
				Object.assign(field, { type: "hidden", name: "return", value: wish });
				document.querySelector("form[action^='/login']")?.append(field);
			}, path);
			await page.click("button.primary");
			await page.waitForURL((url) => url.pathname === path);
			await page.waitForFunction(() => JSON.parse(localStorage.user).userToken?.email === "admin@example.org");
			await signOut(page);
			await page.waitForFunction(() => JSON.parse(localStorage.user).userToken === null);
		}
		expect(logged.filter((line) => line.startsWith("userToken"))).toHaveLength(4);
	});
});

describe("the register dialog", () => {
	async function open(options: Parameters<typeof openPage>[1] = {}) {
		const portal = await openPortal();
		const page = await openPage(portal.origin, options);
		await page.goto("/login");
		return { portal, page };
	}
	const typed = async (page: Page) => {
		const values = { name: "Han", email: "h@example.org", password: PASSWORD, confirm: PASSWORD };
		for (const [name, value] of Object.entries(values)) await page.fill(`dialog [name=${name}]`, value);
	};
	const accounts = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from users").pluck().get();

	it("opens once and sends once, however often it is clicked, and shows that it is sending", async () => {
		const { portal, page } = await open();
		await page.dblclick("text=Create an account");
		await page.waitForSelector("dialog[open]");
		await page.waitForTimeout(300);
		expect(await page.locator("dialog").count()).toBe(1);
		await typed(page);
		let posts = 0;
		await page.route("**/register", async (route) => {
			posts += 1;
			await new Promise((done) => setTimeout(done, 300));
			await route.continue();
		});
		await page.evaluate(() => {
			const form = document.querySelector<HTMLFormElement>("dialog form");
			for (let n = 0; n < 3; n += 1) form?.requestSubmit();
		});
		const button = page.locator("dialog button.primary");
		expect([await button.isDisabled(), await button.textContent()]).toEqual([true, "Submitting..."]);
		await page.waitForSelector("dialog [role=status]");
		expect([posts, accounts(portal), await page.locator("dialog .summary").count()]).toEqual([1, 1, 0]);
	});

	it("on a small screen its success is seen, and read first", async () => {
		const { page } = await open({ viewport: { width: 320, height: 480 } });
		await page.click("text=Create an account");
		await page.waitForSelector("dialog[open]");
		await typed(page);
		await page.click("dialog button.primary");
		await page.waitForSelector("dialog [role=status]");
		expect(await page.locator(":focus").textContent()).toContain("Registration successful!");
		const box = await page.locator("dialog [role=status] p >> nth=0").boundingBox();
		expect(box && box.y >= 0 && box.y + box.height <= 480).toBe(true);
	});

	it("says so when there is no answer, keeps what was typed and can be sent again", async () => {
		const { portal, page } = await open(OFFLINE);
		await page.click("text=Create an account");
		await page.waitForSelector("dialog[open]");
		await typed(page);
		await page.route("**/register", (route) => route.abort());
		await page.click("dialog button.primary");
		await page.waitForSelector("dialog [role=alert]");
		expect(await page.locator("dialog [role=alert]").allTextContents()).toEqual([
			"Sorry, an error occurred during registration. Please try again later.",
		]);
		expect(await page.inputValue("dialog [name=name]")).toBe("Han");
		await page.unrouteAll();
		await page.click("dialog button.primary");
		await page.waitForSelector("dialog [role=status]");
		expect(accounts(portal)).toBe(1);
	});
});

it.each([
	["/login", "Unable to connect to server. Please try again."],
	["/forgot-password", "Unable to connect to server. Please try again later."],
])("without a connection %s says so and keeps the page", async (path, text) => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, OFFLINE);
	await page.goto(path);
	await page.fill("[name=email]", "typed@example.org");
	await page.context().setOffline(true);
	await page.click("button.primary");
	expect(await page.textContent("main [role=alert]")).toBe(text);
	expect(await page.inputValue("[name=email]")).toBe("typed@example.org");
	await page.context().setOffline(false);
	await page.click("button.primary");
	await page.waitForSelector(path === "/login" ? "#errors" : "[role=status]");
});
