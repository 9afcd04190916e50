import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { GUEST } from "../../server/services/actor.ts";
import { linkIn, PASSWORD } from "../support/accounts.ts";
import { choosePhoto, fill, openPage } from "../support/browser.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { answer, forumRegistration, held, nomination, showcaseApplied, talkFilling } from "../support/programmes.ts";
import { enterConsole } from "../support/sessions.ts";

/** What the browser says on its console of answers that do not come, and of those of a proxy. */
const expected = /Failed to load resource: (net::ERR_|the server responded with a status of 502)/;

const account = { name: "Han", email: "han@example.org", password: PASSWORD, locale: "en" } as const;
const NO_SERVER = "Unable to connect to server. Please try again.";
const NO_SERVER_LATER = "Unable to connect to server. Please try again later.";
const NO_FORM =
	"There was no answer from the server; you may be offline. What you typed is still here: please try again.";

interface Case {
	/** Opens the form and types into it. */
	open: (page: Page, portal: TestPortal) => Promise<void>;
	typed: Record<string, string>;
	/** What is said without an answer, and of an answer that is none of the portal. */
	offline: string;
	failed: string;
	/** Shows that the form went through after all. */
	arrives: (page: Page) => Promise<unknown>;
}

const toThanks = (page: Page) => page.waitForURL(/\/thank-you\?entry=/);

const registering = (open: (page: Page) => Promise<unknown>): Case => ({
	async open(page) {
		await open(page);
		for (const [name, value] of Object.entries({ name: "Mei", email: "mei@example.org" }))
			await page.fill(`dialog [name=${name}]`, value);
		await page.fill("dialog [name=password]", PASSWORD);
		await page.fill("dialog [name=confirm]", PASSWORD);
	},
	typed: { name: "Mei", email: "mei@example.org", password: PASSWORD, confirm: PASSWORD },
	offline: "Sorry, an error occurred during registration. Please try again later.",
	failed: "Registration failed",
	arrives: (page) => page.waitForSelector("text=Registration successful! Please close the dialog then login."),
});

const filled = (path: string, filling: Parameters<typeof answer>[1], typed: readonly string[]): Case => ({
	async open(page) {
		await page.goto(path);
		await answer(page, filling);
	},
	typed: Object.fromEntries(typed.map((name) => [name, String(filling[name])])),
	offline: NO_FORM,
	failed: NO_FORM,
	arrives: toThanks,
});

const CASES: Record<string, Case> = {
	login: {
		async open(page, portal) {
			await portal.services.accounts.register(GUEST, account);
			await page.goto("/login");
			await fill(page, { email: account.email, password: PASSWORD });
		},
		typed: { email: account.email, password: PASSWORD },
		offline: NO_SERVER,
		failed: "Login failed, please try again",
		arrives: (page) => page.waitForURL(/\/dashboard/),
	},
	"the page to register": registering((page) => page.goto("/?modal=register")),
	"the dialog to register": registering(async (page) => {
		await page.goto("/login");
		await page.click("text=Create an account");
	}),
	"the password that was forgotten": {
		async open(page) {
			await page.goto("/forgot-password");
			await fill(page, { email: account.email });
		},
		typed: { email: account.email },
		offline: NO_SERVER_LATER,
		failed: "Failed to process request",
		arrives: (page) => page.waitForURL(/sent=1/),
	},
	"the new password": {
		async open(page, portal) {
			await portal.services.accounts.register(GUEST, account);
			await portal.services.passwordReset.request(account.email, "en");
			await page.goto(linkIn(portal, "reset"));
			await fill(page, { password: "Willow-Tree 8", confirm: "Willow-Tree 8" });
		},
		typed: { password: "Willow-Tree 8", confirm: "Willow-Tree 8" },
		offline: NO_SERVER_LATER,
		failed: "Failed to reset password",
		arrives: (page) => page.waitForURL(/done=1/),
	},
	"a nomination": filled("/spotlight-hz", nomination, ["projectname", "overview"]),
	"a work": filled("/spotlight-aigc", showcaseApplied, ["title", "description"]),
	"a registration for the forum": filled("/forum", forumRegistration, ["name", "background"]),
	"the team, in the console": {
		async open(page, portal) {
			await enterConsole(portal, page);
			await page.goto("/admin/team");
			await page.fill("[name=email]", "new@example.org");
		},
		typed: { email: "new@example.org" },
		offline: NO_SERVER,
		failed: "The server did not accept this. What you typed is still here: please try again.",
		arrives: (page) => page.waitForSelector("[role=status]:has-text('new@example.org')"),
	},
};

/** Presses the main button of the form that was typed into. */
async function send(page: Page, name: string): Promise<void> {
	await page.click(`form:has([name=${name}]) button.primary`);
}

describe.each(Object.entries(CASES))("%s", (_name, { open, typed, offline, failed, arrives }) => {
	it("stays with everything typed while no answer comes, and is sent afterwards", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { expected });
		await open(page, portal);
		const [first = ""] = Object.keys(typed);
		const address = page.url();
		const isPost = "**/*";
		for (const [fault, words] of [
			["aborted", offline],
			["connectionrefused", offline],
			["timedout", offline],
			["proxy", failed],
		] as const) {
			await page.route(isPost, (route) => {
				if (route.request().method() !== "POST") return route.continue();
				if (fault !== "proxy") return route.abort(fault);
				return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" });
			});
			await send(page, first);
			await page.waitForSelector(`[role=alert]:focus >> text="${words}"`);
			expect(await page.locator("[role=alert]").filter({ hasText: words }).count()).toBe(1);
			for (const [name, value] of Object.entries(typed))
				expect(await page.locator(`:focus ~ form [name=${name}]`).inputValue()).toBe(value);
			expect(page.url()).toBe(address);
			await page.unroute(isPost);
		}
		await send(page, first);
		await arrives(page);
	});
});

it("a photo that was chosen is kept while no answer comes", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { expected });
	await page.goto("/hangzhou");
	await answer(page, talkFilling({ title: "Kept" }));
	await page.route("**/hangzhou*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
	await choosePhoto(page);
	await page.click("form.programme button.primary");
	await page.waitForSelector(`[role=alert]:focus >> text="${NO_FORM}"`);
	expect(await page.locator("[name=file]").evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1);
	expect(await held(page, ["title"])).toEqual({ title: "Kept" });
	await page.unrouteAll();
	await page.click("form.programme button.primary");
	await toThanks(page);
	expect(portal.sqlite.prepare("select count(*) from entries where photo is not null").pluck().get()).toBe(1);
});

it("what the next page says once is seen when a script sent the form", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await enterConsole(portal, page);
	await page.goto("/spotlight-hz");
	await page.fill("[name=projectname]", "Tokio");
	await page.click("[name='do.save-draft']");
	await page.waitForSelector("[data-server-draft] >> text=Draft saved on");
	expect(await held(page, ["projectname"])).toEqual({ projectname: "Tokio" });
});
