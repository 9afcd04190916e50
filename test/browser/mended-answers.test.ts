import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { addPhoto, answer, nomination, showcaseApplied, submit, talkFilling } from "../support/programmes.ts";

/** What is shown as wrong, by the names of the questions, and what the summary says that can be seen. */
async function shown(page: Page) {
	const fields = page.locator(".field.wrong:not([data-changed])");
	return {
		wrong: await fields.evaluateAll((all) =>
			all.map((field) => field.querySelector<HTMLInputElement>("input, select, textarea")?.name),
		),
		said: await page
			.locator("#errors > p:not(.hint):visible, #errors li:visible:not([data-changed])")
			.allTextContents(),
	};
}

async function openWith(path: string, expected?: RegExp) {
	const portal = await openPortal();
	const page = await openPage(portal.origin, expected && { expected });
	await page.goto(path);
	return page;
}

const post = (page: Page) => Promise.all([page.waitForNavigation(), page.click("button.primary")]);

it.each([
	[
		"a ticked box",
		"/spotlight-aigc",
		"Application fields: other",
		(page: Page, on: boolean) => page.locator("[name=applicationFields][value=other]").setChecked(on),
	],
	[
		"an option of a list",
		"/forum",
		"Country or region: other",
		(page: Page, on: boolean) => page.selectOption("[name=countryRegion]", on ? "其他" : "中国"),
	],
])("the summary leaves out what %s asks while it is not chosen", async (_name, path, question, choose) => {
	const page = await openWith(path);
	await choose(page, true);
	await post(page);
	const first = (await shown(page)).said;
	const about = first.filter((line) => line.includes(question));
	expect(about).toHaveLength(1);
	await choose(page, false);
	expect((await shown(page)).said).toEqual(first.filter((line) => !about.includes(line)));
	await choose(page, true);
	expect((await shown(page)).said).toEqual(first);
});

it("the summary goes where only what an option asks was wrong", async () => {
	const page = await openWith("/spotlight-aigc");
	await answer(page, showcaseApplied);
	const other = page.locator("[name=deviceRequirements][value=other]");
	await other.check();
	await post(page);
	expect((await shown(page)).said).toHaveLength(2);
	await other.uncheck();
	expect(await page.locator("#errors").isVisible()).toBe(false);
	await other.check();
	expect(await page.locator("#errors").isVisible()).toBe(true);
});

describe("no longer shown as wrong", () => {
	it("are answers that a ticked box copies, until it is unticked", async () => {
		const page = await openWith("/spotlight-hz");
		await answer(page, { ...nomination, ownername: "", owneremail: "" });
		await post(page);
		expect((await shown(page)).wrong).toEqual(["ownername", "owneremail"]);
		const same = page.locator("[data-copies]");
		await same.check();
		expect(await shown(page)).toEqual({ wrong: [], said: [] });
		await same.uncheck();
		expect((await shown(page)).wrong).toEqual(["ownername", "owneremail"]);
	});

	it("is an address of the web without its scheme, which the portal takes", async () => {
		const page = await openWith("/spotlight-hz");
		await answer(page, { ...nomination, projectrepo: "" });
		await post(page);
		expect((await shown(page)).wrong).toEqual(["projectrepo"]);
		await page.fill("[name=projectrepo]", "github.com/tokio-rs/tokio");
		expect((await shown(page)).wrong).toEqual([]);
		await submit(page, "thanks");
	});
});

it("a photo stays wrong while a file is chosen that is none, and is right with one", async () => {
	const page = await openWith("/hangzhou");
	await answer(page, talkFilling());
	await post(page);
	const first = await shown(page);
	expect(first.wrong).toEqual(["file"]);
	const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") };
	await page.setInputFiles("[name=file]", notes);
	await page.waitForSelector("#f-file-error:has-text('not a photo')");
	expect(await shown(page)).toEqual(first);
	await addPhoto(page, true);
	expect((await shown(page)).wrong).toEqual([]);
	// What is said beside the first choice of a new form looks the same.
	await page.click("[name='do.remove-photo']");
	await page.waitForSelector(".photo-kept", { state: "detached" });
	expect((await shown(page)).wrong).toEqual([]);
	await page.setInputFiles("[name=file]", notes);
	await page.waitForSelector("#f-file-error");
	expect((await shown(page)).wrong).toEqual(["file"]);
	expect(await page.getAttribute("[name=file]", "aria-describedby")).toContain("f-file-error");
	expect(await page.getAttribute("[name=file]", "aria-invalid")).toBe("true");
});

it("a form that is sent without a connection stays, and says so", async () => {
	const page = await openWith("/spotlight-hz", /ERR_INTERNET_DISCONNECTED/);
	await answer(page, nomination);
	await page.context().setOffline(true);
	await page.click("button.primary");
	const said = page.locator("[role=alert]:focus");
	await said.waitFor();
	expect(await said.textContent()).toMatch(/^There was no answer from the server; you may be offline\./);
	expect(await page.inputValue("[name=projectname]")).toBe(nomination.projectname);
	expect(await page.textContent("button.primary")).toBe("Submit");
	await page.context().setOffline(false);
	await submit(page, "thanks");
});
