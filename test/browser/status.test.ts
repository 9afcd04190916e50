import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { submitForm } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";
import { until } from "../support/smtp.ts";
import { portrait, talk } from "../support/talks.ts";

const select = (id = 1) => `[name=status-${id}]`;
const stored = (portal: TestPortal) =>
	portal.sqlite.prepare("select status from entries order by id").pluck().all() as string[];
const isSave = (request: Request) => request.method() === "POST" && request.url().includes("/admin/proposals");

/** The console with two talks in it, and the saves it sends. */
async function openConsole(): Promise<{ portal: TestPortal; page: Page; saves: string[] }> {
	const portal = await openPortal();
	const agent = portal.agent();
	const form = (await agent.get("/hangzhou")).text;
	for (const title of ["First", "Second"]) {
		await submitForm(agent, form, talk({ title, file: await portrait() })).expect(303);
	}
	const page = await openPage(portal.origin, { expected: /^Failed to load resource: / });
	await enterConsole(portal, page);
	await page.waitForSelector("html.improved");
	const saves: string[] = [];
	page.on(
		"request",
		(request) => isSave(request) && saves.push((request.postData() ?? "").replace(/&formToken=[\w.-]+$/, "")),
	);
	return { portal, page, saves };
}

/** The message that something was not saved, without its buttons. */
const alertText = async (page: Page) =>
	(await page.locator(".toasts [role=alert]").evaluate((message) => message.firstChild?.textContent))?.trim();

describe("a chosen status", () => {
	it("is the last of several quick choices, sent once, and survives a reload of the list", async () => {
		const { portal, page, saves } = await openConsole();
		await page.selectOption(select(), "Hold");
		await page.waitForTimeout(60);
		await page.selectOption(select(), "Accept");
		await page.waitForSelector(".toasts [role=status]:has-text('Undo')");
		expect(stored(portal)).toEqual(["Accept", "New"]);
		expect(saves).toEqual(["status-1=Accept&was-1=New"]);
		await page.reload();
		expect(await page.inputValue(select())).toBe("Accept");
	});

	it("waits for the previous answer and starts from its value", async () => {
		const { portal, page, saves } = await openConsole();
		let release = () => {};
		const held = new Promise<void>((done) => {
			release = done;
		});
		await page.route("**/admin/proposals", async (route) => {
			if (isSave(route.request()) && saves.length === 1) await held;
			await route.continue();
		});
		await page.selectOption(select(), "Hold");
		await until(() => saves.length === 1);
		await page.selectOption(select(), "Accept");
		await page.waitForTimeout(600);
		expect(saves).toHaveLength(1);
		expect(await page.inputValue(select())).toBe("Accept");
		release();
		await page.waitForSelector(".toasts [role=status]:has-text('Undo')");
		expect(saves).toEqual(["status-1=Hold&was-1=New", "status-1=Accept&was-1=Hold"]);
		expect(stored(portal)).toEqual(["Accept", "New"]);
	});

	it("is chosen with arrow keys too, and survives leaving the page at once", async () => {
		const { portal, page, saves } = await openConsole();
		await page.focus(select(2));
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowDown");
		await page.click("nav.rail >> text=AIGC");
		await page.waitForURL(/aigc/);
		await until(() => stored(portal)[1] === "Accept");
		await expect.poll(() => saves).toEqual(["status-2=Accept&was-2=New"]);
	});

	it("is saved when the tab is hidden before the delay is over", async () => {
		const { portal, page } = await openConsole();
		await page.selectOption(select(), "Reject");
		await page.goto("/dashboard");
		await until(() => stored(portal)[0] === "Reject");
	});

	it("needs no button: those of the form without scripts are gone, and its heading says why", async () => {
		const { page } = await openConsole();
		expect(await page.textContent("thead th:nth-of-type(7)")).toBe("Status");
		expect(await page.getAttribute("thead th:nth-of-type(7)", "title")).toBe("Saves when changed");
		expect(await page.locator(":is(main table button, .table-tools):visible").count()).toBe(0);
	});
});

describe("a status that cannot be saved reverts, and the list stays", () => {
	it("without a network", async () => {
		const { portal, page } = await openConsole();
		await page.context().setOffline(true);
		await page.selectOption(select(), "Hold");
		expect(await alertText(page)).toBe(
			"“First”: Failed to update status: Unable to connect to server. Please try again.",
		);
		expect(await page.inputValue(select())).toBe("New");
		await page.waitForTimeout(300);
		expect(await page.locator("tbody tr").count()).toBe(2);
		await page.context().setOffline(false);
		await page.selectOption(select(), "Hold");
		await page.waitForSelector(".toasts [role=status]:has-text('Undo')");
		expect(await page.locator(".toasts [role=alert]").count()).toBe(0);
		expect(stored(portal)).toEqual(["Hold", "New"]);
	});

	it.each([
		[
			503,
			"text/html",
			"<main><div id='screen'><h1>The server is very busy.</h1></div></main>",
			"The server is very busy.",
		],
		[502, "text/html", "<h1>502 Bad Gateway</h1>", "Unable to connect to server. Please try again."],
		[500, "text/plain", "", "Unable to connect to server. Please try again."],
	])("with an answer %i from outside the page framework", async (status, contentType, body, message) => {
		const { portal, page } = await openConsole();
		await page.route("**/admin/proposals", (route) => route.fulfill({ status, contentType, body }));
		await page.selectOption(select(), "Hold");
		expect(await alertText(page)).toBe(`“First”: Failed to update status: ${message}`);
		expect(await page.inputValue(select())).toBe("New");
		expect(await page.locator("tbody tr").count()).toBe(2);
		expect(stored(portal)).toEqual(["New", "New"]);
	});

	it("after the session ended, with a way to log in", async () => {
		const { portal, page } = await openConsole();
		await page.context().clearCookies();
		await page.selectOption(select(), "Hold");
		expect(await alertText(page)).toBe("“First”: Failed to update status: Please log in first.");
		expect(await page.inputValue(select())).toBe("New");
		expect(await page.locator("tbody tr").count()).toBe(2);
		expect(stored(portal)).toEqual(["New", "New"]);
		const [tab] = await Promise.all([page.context().waitForEvent("page"), page.click(".toasts a:has-text('Log in')")]);
		await tab.waitForSelector("[name=password]");
	});

	it("when someone else was faster: the list shows their choice", async () => {
		const { portal, page } = await openConsole();
		const [account] = portal.sqlite.prepare("select id from users").pluck().all() as number[];
		const actor = { user: { id: account, email: ADMIN.email, role: "administrator" as const } };
		await portal.services.triage.change(actor as Parameters<typeof portal.services.triage.change>[0], [
			{ id: 1, kind: "status", was: "New", to: "Reject" },
		]);
		await page.selectOption(select(), "Hold");
		expect(await alertText(page)).toBe(
			`“First”: Failed to update status: Entry 1 was not saved: ${ADMIN.email} has just set it to Reject.`,
		);
		await page.waitForFunction(() => document.querySelector<HTMLSelectElement>("[name=status-1]")?.value === "Reject");
		await page.selectOption(select(), "Accept");
		await page.waitForSelector(".toasts [role=status]:has-text('Undo')");
		expect(stored(portal)).toEqual(["Accept", "New"]);
	});
});
