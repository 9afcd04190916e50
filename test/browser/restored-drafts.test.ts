import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { answer, held, nominate } from "../support/programmes.ts";
import { enterConsole } from "../support/sessions.ts";

it("answers kept on the device are not called restored where the form no longer offers what was chosen", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/hangzhou");
	await answer(page, { tracks: "ai-next" });
	await page.waitForFunction(() => localStorage["draft:hangzhou"]?.includes("ai-next"));
	portal.sqlite.exec("update tracks set active = 0 where id = 'ai-next'");
	await page.goto("/hangzhou");
	await page.waitForFunction(() => document.querySelector("[data-live]"));
	expect(await held(page, ["tracks"])).toEqual({ tracks: "assign-me" });
	expect(await page.locator("[role=status].banner").count()).toBe(0);
});

it("one note says what a form was filled with, where the device has more than the server", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	const notices = () => page.locator(".banner:visible").allTextContents();
	await page.goto("/spotlight-hz");
	await answer(page, { projectname: "Saved" });
	await page.click("[name='do.save-draft']");
	await page.waitForSelector("[data-server-draft]");
	await answer(page, { projectname: "Typed since" });
	await page.waitForFunction(() => localStorage["draft:sl-hz"]?.includes("Typed since"));
	await page.goto("/spotlight-hz");
	expect(await notices()).toEqual([expect.stringContaining("We restored what you typed on this device.")]);
	await page.click(".banner button");
	expect(await held(page, ["projectname"])).toEqual({ projectname: "Saved" });
	expect(await notices()).toEqual([expect.stringContaining("We keep it for 30 days")]);
});

it("what was submitted from another device is offered, and not filled in again", async () => {
	const portal = await openPortal();
	const here = await openPage(portal.origin);
	await enterConsole(portal, here);
	await here.goto("/spotlight-hz");
	await answer(here, { projectname: "Tokio 中文" });
	await here.click("[name='do.save-draft']");
	await here.waitForSelector("[data-server-draft]");
	await answer(here, { projectname: "Tokio 中文", overview: "Typed on this device" });
	await here.waitForFunction(() => Object.values(localStorage).some((one) => String(one).includes("on this device")));
	const there = await openPage(portal.origin);
	await nominate(portal, there);
	await here.goto("/spotlight-hz");
	await here.waitForFunction(() => document.querySelector("[data-live]"));
	expect(await held(here, ["projectname"])).toEqual({ projectname: "" });
	expect(await here.locator("p.banner[role=status]").textContent()).toContain("This device has another draft.");
});
