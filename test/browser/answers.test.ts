import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import {
	answer,
	type Filling,
	forumRegistration,
	held,
	isShown,
	nomination,
	submit,
	talkFilling,
} from "../support/programmes.ts";
import { portrait } from "../support/talks.ts";

it("conditional fields are hidden only by rules that old browsers ignore", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-aigc");
	/** CSS rules that hide conditional fields, and whether they are inside `@supports`. */
	const hiding = () =>
		page.evaluate(() => {
			const found = { inside: 0, outside: 0 };
			const walk = (rules: CSSRuleList, inside: boolean) => {
				for (const rule of rules) {
					if (rule instanceof CSSStyleRule && /\.open/.test(rule.selectorText) && rule.style.display === "none")
						found[inside ? "inside" : "outside"] += 1;
					if (rule instanceof CSSGroupingRule) walk(rule.cssRules, inside || rule instanceof CSSSupportsRule);
				}
			};
			for (const sheet of document.styleSheets) walk(sheet.cssRules, false);
			return found;
		});
	expect(await hiding()).toEqual({ inside: 2, outside: 0 });
	const questions = ["applicationFieldOther", "presentFormatOther", "exhibitedBeforeDetails"];
	const shown = () => Promise.all(questions.map((name) => isShown(page, name)));
	expect(await shown()).toEqual([false, false, false]);
	await page.evaluate(() => {
		for (const sheet of document.styleSheets)
			for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1)
				if (sheet.cssRules[index] instanceof CSSSupportsRule) sheet.deleteRule(index);
	});
	expect(await shown()).toEqual([true, true, true]);
});

it("the owner is copied live and locked, and restored when the box is unticked", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-hz");
	await answer(page, { nominatorname: "Ann", ownername: "Bob", owneremail: "bob@example.org", ownersame: true });
	const owner = () => held(page, ["ownername", "owneremail"]);
	const locked = () =>
		page
			.locator("[name=ownername], [name=owneremail]")
			.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).readOnly));
	expect([await owner(), await locked()]).toEqual([{ ownername: "Ann", owneremail: "" }, [true, true]]);
	await answer(page, { nominatoremail: "ann@example.org", nominatorname: "Ann Lee" });
	expect(await owner()).toEqual({ ownername: "Ann Lee", owneremail: "ann@example.org" });
	await answer(page, { ownersame: false });
	expect([await owner(), await locked()]).toEqual([
		{ ownername: "Bob", owneremail: "bob@example.org" },
		[false, false],
	]);
});

describe("counts", () => {
	it("are live: words with each Han character as one, and characters by code point", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		const line = (name: string) => page.locator(`#f-${name} + p.field-note`);
		await page.goto("/spotlight-aigc");
		const counted: (string | null)[] = [];
		for (const text of ["", "你好，world! It's 2025", "字".repeat(301)]) {
			await answer(page, { description: text });
			counted.push(await line("description").textContent());
		}
		expect(counted).toEqual(["0 of 300 words", "5 of 300 words", "301 of 300 words"]);
		expect(await line("description").getAttribute("class")).toBe("field-note over-limit");
		await page.check("[name=spotlightTrack] >> nth=1");
		await page.waitForSelector("[name=artworkDescription]");
		await answer(page, { artworkDescription: "𠮷👍 e" });
		expect(await line("artworkDescription").textContent()).toBe("4 of 500 characters");
	});

	it("are shown without scripts once a recommendation is exceeded", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { javaScriptEnabled: false });
		await page.goto("/spotlight-aigc");
		await answer(page, { description: "字".repeat(301) });
		await submit(page, "problems");
		expect(await page.textContent("#f-description + p.field-note")).toBe("301 of 300 words");
		expect(await page.locator("#f-description-error").count()).toBe(0);
	});
});

/** A browser that loads a page of problems anew sends the file again, from where it lies. */
async function photoOnDisk(): Promise<string> {
	const { name, bytes } = await portrait();
	const path = join(temporaryDirectory(), name);
	writeFileSync(path, bytes);
	return path;
}

const FORMS: Record<string, { path: string; filling: Filling; missing: string }> = {
	talk: { path: "/hangzhou", filling: talkFilling(), missing: "bio" },
	nomination: { path: "/spotlight-hz", filling: nomination, missing: "why" },
	forum: { path: "/forum", filling: forumRegistration, missing: "position" },
};

describe.each([
	["off", false],
	["on", true],
])("back and reload with scripts %s", (_name, javaScriptEnabled) => {
	const open = async (path: string) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await page.goto(path);
		return page;
	};
	const all = async (page: Page, filling: Filling) => {
		const names = Object.keys(filling).filter((name) => typeof filling[name] !== "boolean");
		const present = await held(page, names);
		return Object.fromEntries(
			names.map((name) => [name, typeof filling[name] === "string" ? String(present[name]) : present[name]]),
		);
	};
	const texts = (filling: Filling) =>
		Object.fromEntries(Object.entries(filling).filter(([, value]) => typeof value !== "boolean"));

	it.each(Object.entries(FORMS))("%s: nothing is lost after a refusal", async (name, { path, filling, missing }) => {
		const page = await open(path);
		const { [missing]: _, ...given } = filling;
		await answer(page, given);
		if (name === "talk") await page.setInputFiles("[name=file]", await photoOnDisk());
		await submit(page, "problems");
		expect(await all(page, given)).toEqual(texts(given));
		await page.reload();
		expect(await all(page, given)).toEqual(texts(given));
		await page.goBack();
		await page.waitForSelector("form.programme");
		expect([new URL(page.url()).hash, await all(page, given)]).toEqual(["", texts(given)]);
		expect(await page.locator(".photo-kept").count()).toBe(name === "talk" ? 1 : 0);
		await answer(page, { [missing]: filling[missing] ?? "", ...("consent" in filling && { consent: true }) });
		await submit(page, "thanks");
	});

	it.each(Object.entries(FORMS))("%s: nothing is lost after a draft was saved", async (_, { path, filling }) => {
		const page = await open(path);
		await answer(page, filling);
		await page.click("[name='do.save-draft']");
		await page.waitForSelector("[data-server-draft]");
		expect(await all(page, filling)).toEqual(texts(filling));
		await page.reload();
		expect(await all(page, filling)).toEqual(texts(filling));
		await page.goBack();
		await page.waitForSelector("form.programme");
		expect(await all(page, filling)).toEqual(texts(filling));
	});
});
