import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PASSWORD, register } from "../support/accounts.ts";
import { openPage } from "../support/browser.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { answer, held, nominate, nomination } from "../support/programmes.ts";

const EDIT = "/spotlight-hz?spot=nomination-1";
const shown = (page: Page) => held(page, ["projectname", "overview"]);
const notices = (page: Page) => page.locator("p.banner[role=status]").allTextContents();
const stored = ({ sqlite }: TestPortal) => sqlite.prepare("select title from entries").pluck().all();

async function nominated() {
	const portal = await openPortal();
	portal.clock.now = Date.now();
	const page = await openPage(portal.origin);
	await nominate(portal, page);
	await page.goto(EDIT);
	return { portal, page };
}

it("changes of an entry that were left unsaved are in its form again, and taken back with one press", async () => {
	const { portal, page } = await nominated();
	await answer(page, { projectname: "Changed" });
	await page.goto("/dashboard");
	await page.goto(EDIT);
	expect(await shown(page)).toMatchObject({ projectname: "Changed" });
	expect(await notices(page)).toEqual([expect.stringContaining("We restored the changes you typed on this device.")]);
	await page.click("p.banner >> text=Delete them");
	expect(await shown(page)).toMatchObject({ projectname: nomination.projectname });
	await page.goto(EDIT);
	expect(await notices(page)).toEqual([]);
	await answer(page, { projectname: "Changed again" });
	await page.goto("/dashboard");
	await page.goto(EDIT);
	await page.click("button.primary");
	await page.waitForSelector("text=Changes saved");
	expect(stored(portal)).toEqual(["Changed again"]);
});

it("changes of an entry that was changed since are offered until they are shown or deleted", async () => {
	const { portal, page } = await nominated();
	await answer(page, { projectname: "Typed before" });
	await page.goto("/dashboard");
	await portal.db.write(
		() =>
			void portal.sqlite.prepare("update entries set title = 'Of another device', updated_at = updated_at + 1").run(),
	);
	const offer = [expect.stringContaining("On this device there are changes of yours that were not saved.")];
	await page.goto(EDIT);
	expect(await shown(page)).toMatchObject({ projectname: "Of another device" });
	expect(await notices(page)).toEqual(offer);
	await answer(page, { overview: "Typed beside the offer" });
	await page.goto("/dashboard");
	await page.goto(EDIT);
	expect(await shown(page)).toEqual({ projectname: "Of another device", overview: "Typed beside the offer" });
	expect(await notices(page)).toHaveLength(2);
	await page.click("button.primary");
	await page.waitForSelector("text=Changes saved");
	await page.goto(EDIT);
	expect(await notices(page)).toEqual(offer);
	await page.click("p.banner >> text=Show them");
	expect(await shown(page)).toMatchObject({ projectname: "Typed before" });
	await page.goto(EDIT);
	expect(await shown(page)).toMatchObject({ projectname: "Typed before" });
	expect(await notices(page)).toEqual([expect.stringContaining("We restored the changes")]);
});

it("text typed as a guest is still offered after something else was typed in the account, and login leads back", async () => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-hz");
	await answer(page, { projectname: "Of a guest" });
	await page.click("header >> text=Log in");
	await page.fill("[name=email]", "mei@example.org");
	await page.fill("[name=password]", PASSWORD);
	await page.press("[name=password]", "Enter");
	await page.waitForURL("**/spotlight-hz");
	for (const overview of ["Once", "Twice"]) {
		expect(await notices(page)).toContainEqual(expect.stringContaining("This device has another draft."));
		await answer(page, { overview });
		await page.goto("/spotlight-hz");
	}
	expect(await shown(page)).toEqual({ projectname: "", overview: "Twice" });
	await page.click("p.banner >> text=Show it");
	expect(await shown(page)).toMatchObject({ projectname: "Of a guest" });
	await page.goto("/spotlight-hz");
	expect(await shown(page)).toMatchObject({ projectname: "Of a guest" });
});
