import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { answer, held, nominate, nomination } from "../support/programmes.ts";

it("changes of an entry that were left unsaved are offered as such, and taken back with one press", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await nominate(portal, page);
	const edit = "/spotlight-hz?spot=nomination-1";
	await page.goto(edit);
	await answer(page, { projectname: "Changed" });
	await page.goto("/dashboard");
	await page.goto(edit);
	const shown = () => held(page, ["projectname"]);
	expect(await shown()).toEqual({ projectname: nomination.projectname });
	const notice = page.locator("p.banner[role=status]");
	expect(await notice.textContent()).toContain("On this device there are changes of yours that were not saved.");
	await notice.locator("text=Show them").click();
	expect(await shown()).toEqual({ projectname: "Changed" });
	expect(await notice.textContent()).toContain("We restored the changes you typed on this device.");
	await notice.locator("text=Delete them").click();
	expect(await shown()).toEqual({ projectname: nomination.projectname });
	await page.goto(edit);
	expect(await notice.count()).toBe(0);
});
