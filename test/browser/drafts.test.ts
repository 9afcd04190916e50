import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { choosePhoto, openPage } from "../support/browser.ts";
import { begin } from "../support/editions.ts";
import { openPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { answer, applied, artistic, held, isShown, nomination, submit, talkFilling } from "../support/programmes.ts";
import { enterConsole } from "../support/sessions.ts";

const SAVE_DRAFT = "[name='do.save-draft']";
const keptOn = (page: Page, key: string) => page.evaluate((name) => localStorage[name] as string | undefined, key);
/** Of somebody signed in the name ends in what tells accounts apart. */
const untilKept = (page: Page, key: string, text: string) =>
	page.waitForFunction(
		([name = "", part = ""]) => {
			const own = Object.keys(localStorage).filter((one) => one === name || one.startsWith(`${name}@`));
			return own.some((one) => localStorage.getItem(one)?.includes(part));
		},
		[key, text],
	);
const valuesOn = async (page: Page, key: string) => JSON.parse((await keptOn(page, key)) ?? "{}").values;

describe("on the device", () => {
	it("every change is kept: texts, boxes, radios and choices, added and taken back", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/forum");
		const key = "draft:forum";
		await answer(page, { position: "First" });
		await untilKept(page, key, "First");
		await answer(page, { position: "Second", countryRegion: "法国", forumTopic: ["ai-evolution"] });
		await untilKept(page, key, "ai-evolution");
		expect(await valuesOn(page, key)).toMatchObject({
			position: ["Second"],
			countryRegion: ["法国"],
			forumTopic: ["ai-evolution"],
		});
		await page.uncheck("[value=ai-evolution]");
		await page.waitForFunction((name) => !localStorage[name].includes("ai-evolution"), key);
		await page.goto("/spotlight-hz");
		await answer(page, { sponsored: "Nobody", ownersame: true });
		// Leaving the page keeps what was typed a moment ago.
		await page.goto("/login");
		expect(await valuesOn(page, "draft:sl-hz")).toMatchObject({ sponsored: ["Nobody"], ownersame: ["true"] });
	});

	it("that were typed for the event before are offered in the form of the next one", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/hangzhou");
		await answer(page, { title: "Half a talk", tracks: "ai-next", abstract: "Most of it." });
		await untilKept(page, "draft:hangzhou", "Most of it.");
		const admin = await portal.admin();
		await begin(admin);
		await set(admin, "hangzhou-2026", { state: "open" });
		await page.goto("/hangzhou");
		expect(await held(page, ["title", "tracks"])).toEqual({ title: "", tracks: "assign-me" });
		await page.click("text=Show it");
		expect(await held(page, ["title", "tracks", "abstract"])).toEqual({
			title: "Half a talk",
			tracks: "assign-me",
			abstract: "Most of it.",
		});
	});

	it("are restored for both tracks with a notice, and deleted when discarded", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-aigc");
		await answer(page, applied);
		await page.check("[name=spotlightTrack] >> nth=1");
		await page.waitForSelector("[name=artworkTitle]");
		await answer(page, artistic);
		await untilKept(page, "draft:sl-aigc", "power-supply");
		await page.goto("/login");
		await page.goto("/spotlight-aigc");
		expect(await page.textContent("[role=status].banner")).toContain("We restored what you typed on this device.");
		const names = ["title", "applicationFields", "applicationFieldOther", "exhibitedBefore"];
		const { title, applicationFields, applicationFieldOther } = applied;
		const typed = { title, applicationFields, applicationFieldOther, exhibitedBefore: "Yes" };
		expect(await held(page, names)).toEqual(typed);
		expect([await isShown(page, "applicationFieldOther"), await isShown(page, "presentFormatOther")]).toEqual([
			true,
			false,
		]);
		await page.check("[name=spotlightTrack] >> nth=1");
		await page.waitForSelector("[name=artworkTitle]");
		expect(await held(page, ["artworkTitle", "artworkCategories"])).toEqual({
			artworkTitle: artistic.artworkTitle,
			artworkCategories: artistic.artworkCategories,
		});
		await page.click("main [role=status] >> text=Delete it");
		await page.goto("/login");
		await page.goto("/spotlight-aigc");
		expect(await held(page, ["title", "applicationFields"])).toEqual({ title: "", applicationFields: [] });
		expect(await page.locator("[role=status].banner").count()).toBe(0);
	});

	it("the other track's form claims no restored draft", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-aigc");
		await answer(page, { title: "Applied" });
		await untilKept(page, "draft:sl-aigc", "Applied");
		await page.goto("/spotlight-aigc-artistic");
		expect(await page.locator("[role=status].banner").count()).toBe(0);
		await page.goto("/spotlight-aigc-applied");
		expect(await page.locator("[role=status].banner").count()).toBe(1);
		expect(await held(page, ["title"])).toEqual({ title: "Applied" });
	});

	it("a refused form shows the posted values, not the draft", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-hz");
		await answer(page, { projectname: "Posted" });
		await untilKept(page, "draft:sl-hz", "Posted");
		await page.evaluate(() => {
			const draft = JSON.parse(localStorage["draft:sl-hz"]);
			draft.values.projectname = ["Kept"];
			localStorage["draft:sl-hz"] = JSON.stringify({ ...draft, at: Date.now() + 60_000 });
		});
		await submit(page, "problems");
		expect(await held(page, ["projectname"])).toEqual({ projectname: "Posted" });
	});

	it("nothing secret is kept: no token, no consent, no photo", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await enterConsole(portal, page);
		await page.goto("/hangzhou");
		await answer(page, talkFilling({ bio: "", title: "Typed and kept" }));
		await choosePhoto(page);
		await page.waitForSelector(".photo-kept");
		await submit(page, "problems");
		await answer(page, { abstract: "Changed after the refusal" });
		await untilKept(page, "draft:hangzhou", "Changed after the refusal");
		const everything = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
		expect(everything).toContain("Typed and kept");
		const secrets = [
			await page.inputValue("[name=formToken]"),
			await page.inputValue("[name=photo]"),
			...(await page.context().cookies()).map(({ value }) => value),
		];
		expect(secrets.length).toBeGreaterThanOrEqual(4);
		for (const secret of secrets) {
			expect(secret.length).toBeGreaterThan(20);
			expect(everything).not.toContain(secret);
		}
		for (const name of ["consent", "formToken", "photo", "file"]) expect(everything).not.toContain(`\\"${name}\\"`);
	});

	it("the record names the entry that is edited, and the appearance", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { colorScheme: "dark" });
		await enterConsole(portal, page);
		await page.goto("/spotlight-hz");
		await answer(page, nomination);
		await submit(page, "thanks");
		const record = async () => [
			JSON.parse((await keptOn(page, "user")) ?? "{}").spotId,
			await keptOn(page, "darkMode"),
		];
		await page.goto("/spotlight-hz?spot=nomination-1");
		expect(await held(page, ["projectname"])).toEqual({ projectname: nomination.projectname });
		expect(await record()).toEqual([1, "true"]);
		await page.goto("/spotlight-hz");
		expect(await record()).toEqual([0, "true"]);
		await page.click("button:has-text('Light')");
		await page.waitForSelector("html[data-theme=light]");
		expect(await record()).toEqual([0, "false"]);
		for (const [path, appearance, dark] of [
			["/proposals", "Dark", "true"],
			["/schedule", "Light", "false"],
		] as const) {
			await page.goto(path);
			await page.click(`button:has-text('${appearance}')`);
			await page.waitForSelector(`html[data-theme=${appearance.toLowerCase()}]`);
			await expect.poll(() => keptOn(page, "darkMode")).toBe(dark);
		}
	});
});

describe("on the device and on the server", () => {
	it("the newer one is shown and the older one is offered", async () => {
		const portal = await openPortal();
		portal.clock.now = Date.now();
		const here = await openPage(portal.origin);
		await enterConsole(portal, here);
		await here.goto("/spotlight-hz");
		await answer(here, { projectname: "On this device" });
		await untilKept(here, "draft:sl-hz", "On this device");

		const there = await openPage(portal.origin);
		await enterConsole(portal, there);
		await there.goto("/spotlight-hz");
		await answer(there, { projectname: "On the other" });
		portal.clock.now = Date.now() + 60_000;
		await there.click(SAVE_DRAFT);
		await there.waitForSelector("[data-server-draft]");

		await here.goto("/spotlight-hz");
		const shown = () => held(here, ["projectname"]);
		expect(await shown()).toEqual({ projectname: "On the other" });
		const offer = here.locator("p.banner", { hasText: "This device" });
		expect(await offer.textContent()).toContain("This device has another draft.");
		await offer.locator("text=Show it").click();
		expect(await shown()).toEqual({ projectname: "On this device" });
		expect(await offer.allTextContents()).toEqual([expect.stringContaining("We restored what you typed")]);
		await untilKept(here, "draft:sl-hz", "On this device");
		await here.goto("/spotlight-hz");
		expect(await shown()).toEqual({ projectname: "On this device" });
	});

	it("one draft is offered once, and twice only if what was typed since is on the device only", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		const notices = () => page.locator(".banner").allTextContents();
		await page.goto("/spotlight-hz");
		await answer(page, { projectname: "Saved" });
		await page.click(SAVE_DRAFT);
		await page.waitForSelector("[data-server-draft]");
		await page.goto("/spotlight-hz?draft=none");
		expect(await notices()).toEqual([expect.stringContaining("There is a draft, saved on")]);
		await page.goto("/spotlight-hz");
		await answer(page, { projectname: "Typed since" });
		await untilKept(page, "draft:sl-hz", "Typed since");
		await page.goto("/spotlight-hz?draft=none");
		expect(await notices()).toEqual([
			expect.stringContaining("This device has another draft."),
			expect.stringContaining("There is a draft, saved on"),
		]);
	});

	it("deleting the draft deletes both copies, even just after typing", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-hz");
		await answer(page, { projectname: "Saved" });
		await page.click(SAVE_DRAFT);
		await page.waitForSelector("[data-server-draft]");
		await answer(page, { projectname: "Typed just now" });
		await page.click("[name='do.ask-discard']");
		await page.waitForSelector("text=It cannot be restored.");
		expect(await held(page, ["projectname"])).toEqual({ projectname: "Typed just now" });
		await page.click("[name='do.discard-draft']");
		await page.waitForSelector("text=The draft was deleted.");
		await page.waitForLoadState();
		expect(await held(page, ["projectname"])).toEqual({ projectname: "" });
		expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(":")))).toEqual([]);
		await page.goto("/spotlight-hz");
		expect(await held(page, ["projectname"])).toEqual({ projectname: "" });
		expect(portal.sqlite.prepare("select count(*) from drafts").pluck().get()).toBe(0);
	});
});
