import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import {
	answer,
	applied,
	artistic,
	type Filling,
	held,
	isShown,
	nomination,
	showcaseApplied,
	submit,
} from "../support/programmes.ts";

const ARTISTIC = "AIGC-Driven Artistic Works Track";
const APPLIED = "Applied AI & Interactive Demos Track";
const SHARED = ["name", "email", "org", "country", "phone", "website"];

const path = (page: Page) => new URL(page.url()).pathname;
const inTrack = (page: Page, track: Filling) => held(page, Object.keys(track));
const shared = Object.fromEntries(SHARED.map((name) => [name, showcaseApplied[name]])) as Filling;

describe.each([
	["off", false],
	["on", true],
])("with scripts %s", (_name, javaScriptEnabled) => {
	it("a dependent field appears with its option and disappears without it", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { javaScriptEnabled });
		const shown: Record<string, boolean[]> = {};
		const look = async (name: string, set: boolean, selector: string) => {
			await page.locator(selector).setChecked(set);
			shown[name] = [...(shown[name] ?? []), await isShown(page, name)];
		};
		await page.goto("/spotlight-aigc");
		expect(await isShown(page, "applicationFieldOther")).toBe(false);
		for (const set of [true, false, true])
			await look("applicationFieldOther", set, "[name=applicationFields][value=other]");
		expect(await isShown(page, "exhibitedBeforeDetails")).toBe(false);
		for (const option of ["Yes", "No", "Yes"]) {
			await page.selectOption("[name=exhibitedBefore]", option);
			shown.exhibitedBeforeDetails = [
				...(shown.exhibitedBeforeDetails ?? []),
				await isShown(page, "exhibitedBeforeDetails"),
			];
		}
		await page.goto("/spotlight-aigc-artistic");
		for (const set of [true, false, true])
			await look("artworkEnvironmentOther", set, "[name=artworkEnvironmentRequirements][value=Other]");
		const seen = [true, false, true];
		expect(shown).toEqual({
			applicationFieldOther: seen,
			exhibitedBeforeDetails: seen,
			artworkEnvironmentOther: seen,
		});
	});

	it("a dependent field of a country appears when it is chosen", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await page.goto("/forum");
		const shown: boolean[] = [];
		for (const country of ["", "其他", "法国", "其他"]) {
			await page.selectOption("[name=countryRegion]", country);
			shown.push(await isShown(page, "countryRegionOther"));
		}
		expect(shown).toEqual([false, true, false, true]);
		expect(await page.textContent("label[for=f-countryRegionOther]")).toContain("(if you chose Other)");
	});

	it("Enter in a text of the showcase submits it and keeps everything", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await page.goto("/spotlight-aigc-artistic");
		await answer(page, { ...shared, ...artistic });
		await page.press("[name=artworkTitle]", "Enter");
		await page.waitForSelector("#errors");
		expect(await page.locator("[name=spotlightTrack]:checked").getAttribute("value")).toBe(ARTISTIC);
		expect(await inTrack(page, { ...shared, ...artistic })).toEqual({ ...shared, ...artistic });
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
	});

	it("the owner repeats the nominator while the box is ticked", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await page.goto("/spotlight-hz");
		const { ownername: _, owneremail: __, projectname: ___, ...rest } = nomination;
		await answer(page, { ...rest, ownersame: true });
		await submit(page, "problems");
		expect(await page.locator("#errors a").allTextContents()).toEqual(["Project Name is required"]);
		expect(await held(page, ["ownername", "owneremail"])).toEqual({ ownername: "李雷", owneremail: "lei@example.org" });
		const isLocked = (await page.getAttribute("[name=ownername]", "readonly")) !== null;
		expect(isLocked).toBe(true);
		expect(await page.textContent("#f-ownername-hint")).toBe("Copied. Untick the box to change it.");
		const other = { ownername: "Somebody else", owneremail: "else@example.org" };
		await answer(page, { projectname: "P", ownersame: false });
		// Without scripts the fields are unlocked by the next page.
		if (!javaScriptEnabled) await submit(page, "problems");
		await answer(page, other);
		await submit(page, "thanks");
		const answers = portal.sqlite.prepare("select answers from entries").pluck().get();
		expect(JSON.parse(String(answers))).toMatchObject({ ownersame: false, ...other });
	});
});

it("the button changes the track without scripts, and both tracks keep what was typed", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { javaScriptEnabled: false });
	await page.goto("/spotlight-aigc");
	const switchTo = async (track: string, control: string) => {
		await answer(page, { spotlightTrack: track });
		await page.click("[name='do.switch']");
		await page.waitForSelector(`[name=${control}]`);
	};
	await answer(page, { consent: true, ...shared, ...applied });
	await switchTo(ARTISTIC, "artworkTitle");
	expect([await isShown(page, "artworkTitle"), await page.locator("[name=title]").count()]).toEqual([true, 0]);
	await answer(page, artistic);
	await switchTo(APPLIED, "title");
	expect([path(page), await inTrack(page, { ...shared, ...applied })]).toEqual([
		"/spotlight-aigc",
		{ ...shared, ...applied },
	]);
	await switchTo(ARTISTIC, "artworkTitle");
	expect([path(page), await inTrack(page, { ...shared, ...artistic })]).toEqual([
		"/spotlight-aigc-artistic",
		{ ...shared, ...artistic },
	]);
	expect(await page.isChecked("[name=consent]")).toBe(true);
	expect(await page.locator("#errors").count()).toBe(0);
	expect(portal.sqlite.prepare("select count(*) from attempts").pluck().get()).toBe(0);
});

describe("in place, with scripts", () => {
	const choose = async (page: Page, track: string, control: string) => {
		await page.check(`[name=spotlightTrack][value="${track}"]`);
		await page.waitForSelector(`[name=${control}]`);
	};

	it("switching the track changes address and questions and announces it; focus and text stay", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		let loads = 0;
		page.on("load", () => {
			loads += 1;
		});
		await page.goto("/spotlight-aigc?lang=en");
		loads = 0;
		await answer(page, { consent: true, ...shared, ...applied });
		await page.locator(`[name=spotlightTrack][value="${APPLIED}"]`).focus();
		await page.keyboard.press("ArrowDown");
		await page.waitForSelector("[name=artworkTitle]");
		await expect.poll(() => path(page)).toBe("/spotlight-aigc-artistic");
		expect(await page.locator(":focus").getAttribute("value")).toBe(ARTISTIC);
		expect(await page.textContent("fieldset [role=status]")).toBe("The questions for this track are shown below.");
		expect(await page.locator("[name=title]").count()).toBe(0);
		await answer(page, artistic);
		await choose(page, APPLIED, "title");
		expect(await inTrack(page, { ...shared, ...applied })).toEqual({ ...shared, ...applied });
		await choose(page, ARTISTIC, "artworkTitle");
		expect(await inTrack(page, { ...shared, ...artistic })).toEqual({ ...shared, ...artistic });
		expect([loads, await page.isChecked("[name=consent]")]).toEqual([0, true]);
		await answer(page, { attendanceConfirm: "Yes", uploadMethodConfirm: "Yes", originalityConsent: true });
		await submit(page, "thanks");
		expect(portal.sqlite.prepare("select title from entries").pluck().all()).toEqual([artistic.artworkTitle]);
	});

	it("text typed after saving a draft is not replaced by it", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-aigc-artistic");
		await answer(page, { artworkTitle: "Saved", artworkCategories: ["performance"] });
		await page.click("[name='do.save-draft']");
		await page.waitForSelector("[data-server-draft]");
		await answer(page, { artworkTitle: "Typed later" });
		await page.uncheck("[value=performance]");
		await choose(page, APPLIED, "title");
		await answer(page, { title: "Applied" });
		await choose(page, ARTISTIC, "artworkTitle");
		const later = { artworkTitle: "Typed later", artworkCategories: [] };
		expect(await inTrack(page, later)).toEqual(later);

		await page.waitForFunction(() => localStorage["draft:sl-aigc"]?.includes("Typed later"));
		await page.goto("/spotlight-aigc");
		await choose(page, ARTISTIC, "artworkTitle");
		expect(await inTrack(page, later)).toEqual(later);
	});

	it("if the other questions cannot be fetched, the button is shown and works", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { expected: /^Failed to load resource: / });
		await page.goto("/spotlight-aigc");
		await answer(page, { title: "Kept" });
		await page.route("**/spotlight-aigc-artistic", (route) => route.abort());
		const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/spotlight-aigc-artistic"));
		await page.check(`[name=spotlightTrack][value="${ARTISTIC}"]`);
		await failed;
		await page.waitForSelector("[name='do.switch']");
		await page.unroute("**/spotlight-aigc-artistic");
		await page.click("[name='do.switch']");
		await page.waitForSelector("[name=artworkTitle]");
		await choose(page, APPLIED, "title");
		expect(await inTrack(page, { title: "" })).toEqual({ title: "Kept" });
	});

	it("if they never arrive, submitting leads to them and stores nothing", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-aigc");
		await answer(page, { ...shared, ...applied });
		await page.route("**/spotlight-aigc-artistic", (route) =>
			route.request().resourceType() === "fetch" ? new Promise(() => undefined) : route.continue(),
		);
		await page.check(`[name=spotlightTrack][value="${ARTISTIC}"]`);
		await page.click("button.primary");
		await page.waitForSelector("[name=artworkTitle]");
		await page.unrouteAll({ behavior: "ignoreErrors" });
		expect(await held(page, SHARED)).toEqual(shared);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		await choose(page, APPLIED, "title");
		expect(await inTrack(page, applied)).toEqual(applied);
	});
});
