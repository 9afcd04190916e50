import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage, openPageWithoutStorage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { addPhoto, answer, applied, artistic, type Filling, held, submit, talkFilling } from "../support/programmes.ts";
import { LACKS, stored } from "../support/submit-forms.ts";

/** Each form without scripts, and one form per other failure; the long run has all combinations. */
describe("a public form can be filled in and submitted", () => {
	it.each([
		["its script is missing", undefined],
		["its script is broken", ["/hangzhou"]],
		["its script never arrives", ["/hangzhou"]],
		["nothing can be kept on the device", ["/hangzhou", "/spotlight-aigc"]],
		["cookies are refused, with scripts off", ["/forum"]],
		["cookies are refused, with scripts on", ["/spotlight-hz"]],
	] as const)("when %s", (lack, paths) => LACKS[lack]?.(paths));
});

describe.each([
	["off", false],
	["on", true],
])("without cookies, with scripts %s", (_name, javaScriptEnabled) => {
	it("the third try goes through, and the photo is sent once", async () => {
		const portal = await openPortal();
		const page = await openPageWithoutStorage(portal.origin, { javaScriptEnabled });
		await page.goto("/hangzhou");
		await answer(page, talkFilling({ bio: "", title: "Third time lucky" }));
		await addPhoto(page, javaScriptEnabled);
		const left: (string | null)[] = [];
		for (let attempt = 1; attempt <= 2; attempt += 1) {
			await submit(page, "problems");
			left.push(...(await page.locator("#errors a").allTextContents()));
			expect(await page.inputValue("[name=title]")).toBe("Third time lucky");
			const kept = page.locator(".photo-kept img");
			await expect.poll(() => kept.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240);
		}
		await submit(page, "thanks");
		expect(left).toEqual([
			"Bio is required (2 more attempts before auto-proceed)",
			"Bio is required (1 more attempt before auto-proceed)",
		]);
		expect(stored(portal)).toEqual([{ category: "hangzhou", incomplete: '["bio"]', photo: 1 }]);
		expect(portal.sqlite.prepare("select count(*) from photos").pluck().get()).toBe(1);
		expect(await page.context().cookies()).toEqual([]);
	});
});

it("tracks can be switched without storage, and both keep their text", async () => {
	const portal = await openPortal();
	const page = await openPageWithoutStorage(portal.origin);
	await page.goto("/spotlight-aigc");
	const texts = (filling: Filling) => Object.keys(filling).filter((name) => typeof filling[name] === "string");
	await answer(page, applied);
	const typed = await held(page, texts(applied));
	const choose = async (index: number, control: string) => {
		await page.check(`[name=spotlightTrack] >> nth=${index}`);
		await page.waitForSelector(`[name=${control}]`);
	};
	await choose(1, "artworkTitle");
	await answer(page, artistic);
	const created = await held(page, texts(artistic));
	await choose(0, "title");
	expect(await held(page, texts(applied))).toEqual(typed);
	await choose(1, "artworkTitle");
	expect(await held(page, texts(artistic))).toEqual(created);
	expect([typed.title, created.artworkTitle]).toEqual([applied.title, artistic.artworkTitle]);
});

describe("a track that is changed", () => {
	const state = async (page: Page) => ({
		path: new URL(page.url()).pathname,
		chosen: await page.locator("[name=spotlightTrack]:checked").getAttribute("data-path"),
		asks: await page
			.locator("[name=artworkTitle], [name=title]")
			.evaluateAll((all) => all.map((one) => one.getAttribute("name"))),
	});

	it("twice quickly ends at the last choice, whatever order the answers arrive in", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-aigc");
		let late: () => void = () => undefined;
		const released = new Promise<void>((release) => {
			late = release;
		});
		await page.route("**/spotlight-aigc-artistic*", async (route) => {
			await released;
			await route.continue();
		});
		const slow = page.waitForResponse(/spotlight-aigc-artistic/);
		await page.check("[name=spotlightTrack] >> nth=1");
		await page.check("[name=spotlightTrack] >> nth=0");
		await page.waitForSelector("text=The questions for this track are shown below.");
		late();
		await (await slow).finished();
		await page.evaluate(() => new Promise((done) => setTimeout(done)));
		const applied = { path: "/spotlight-aigc", chosen: "/spotlight-aigc", asks: ["title"] };
		expect(await state(page)).toEqual(applied);
	});

	it("stays the one it is when what was typed is discarded", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-aigc-artistic");
		await answer(page, { artworkTitle: "Glow" });
		await page.waitForFunction(() => localStorage["draft:sl-aigc"]?.includes("Glow"));
		await page.reload();
		await page.check("[name=spotlightTrack] >> nth=0");
		await page.waitForSelector("[name=title]");
		await page.click("main [role=status] >> text=Delete it");
		const applied = { path: "/spotlight-aigc", chosen: "/spotlight-aigc", asks: ["title"] };
		expect(await state(page)).toEqual(applied);
		await page.check("[name=spotlightTrack] >> nth=1");
		await page.waitForSelector("[name=artworkTitle]");
		expect(await page.inputValue("[name=artworkTitle]")).toBe("");
	});
});
