import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { addReviewer, changeCriteria, REVIEWER, reviewed } from "../support/reviews.ts";
import { enterAs } from "../support/sessions.ts";

const DONE = "[name='do.done']";

async function openReview(expected: RegExp) {
	const portal = await reviewed();
	await addReviewer(portal);
	await sendTalk(portal);
	const page = await openPage(portal.origin, { expected });
	await enterAs(portal, page, REVIEWER, "/review/talk-1");
	await page.waitForSelector(".keys-offer", { state: "attached" });
	return { portal, page };
}

it("under other criteria a form is not saved beside the page; its button leads to the page that asks for them", async () => {
	const { portal, page } = await openReview(/409/);
	changeCriteria(portal, '"relevance"', '"novelty"');
	await page.keyboard.press("3");
	await page.waitForSelector("#errors");
	expect(portal.sqlite.prepare("select count(*) from reviews").pluck().get()).toBe(0);
	await page.fill("[name=committeeNote]", "Typed under the old ones");
	await page.click(DONE);
	await page.waitForSelector("[name=mark-novelty]");
	expect(await page.inputValue("[name=committeeNote]")).toBe("Typed under the old ones");
	for (const name of ["novelty", "content", "clarity"]) await page.check(`[name=mark-${name}][value='4']`);
	await page.check("[name=recommendation][value=yes]");
	await page.click(DONE);
	await page.waitForURL(({ pathname }) => pathname === "/review");
	expect(portal.sqlite.prepare("select rules_version, committee_note from reviews").all()).toEqual([
		{ rules_version: 2, committee_note: "Typed under the old ones" },
	]);
});

it("of an entry that is not theirs any more nothing typed is lost", async () => {
	const { portal, page } = await openReview(/404/);
	portal.sqlite.exec("update entries set presence = 'withdrawn'");
	await page.fill("[name=committeeNote]", "Half an hour of thought");
	await page.waitForSelector("main [role=status].field-note:has-text('not')");
	expect(await page.inputValue("[name=committeeNote]")).toBe("Half an hour of thought");
	await page.click("[name='do.save']");
	await page.waitForSelector("h1:has-text('Page Not Found')");
	expect(await page.textContent("main dd")).toBe("Half an hour of thought");
});

it("another weight asks nobody: a review goes on as it was begun", async () => {
	const { portal, page } = await openReview(/409/);
	await page.keyboard.press("3");
	await expect.poll(() => portal.sqlite.prepare("select marks from reviews").pluck().get()).toBe('{"relevance":3}');
	changeCriteria(portal, '"weight":1', '"weight":3');
	for (const key of ["5", "4", "a", "n"]) await page.keyboard.press(key);
	const said = () => portal.sqlite.prepare("select state, marks, rules_version as version from reviews").get();
	const marks = '{"relevance":3,"content":5,"clarity":4}';
	await expect.poll(said).toEqual({ state: "done", marks, version: 2 });
	expect(await page.locator("#errors").count()).toBe(0);
});

it("a note that is too long is named, and keeps every character until it is short enough", async () => {
	const { portal, page } = await openReview(/422/);
	const long = "x".repeat(25_000);
	const problem = "Note for the committee must have at most 5000 characters";
	await page.fill("[name=committeeNote]", long);
	await expect.poll(() => page.textContent("main [role=status].field-note")).toBe(problem);
	for (const button of ["do.done", "do.abstain"]) {
		await page.click(`[name='${button}']`);
		await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("errors");
		expect(await page.locator("#errors p, #errors li").allTextContents()).toEqual([problem]);
		expect(await page.inputValue("[name=committeeNote]")).toBe(long);
	}
	await page.fill("[name=committeeNote]", "x".repeat(5_000));
	await page.click("[name='do.abstain']");
	await page.waitForURL(({ pathname }) => pathname === "/review");
	expect(portal.sqlite.prepare("select state, length(committee_note) as length from reviews").all()).toEqual([
		{ state: "abstained", length: 5_000 },
	]);
});

it("a note that is too long is not cut off by a button that is pressed before the answer", async () => {
	const { page } = await openReview(/422/);
	await page.fill("[name=committeeNote]", "x".repeat(25_000));
	await page.click("[name='do.done']");
	await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("errors");
	expect((await page.inputValue("[name=committeeNote]")).length).toBe(25_000);
});
