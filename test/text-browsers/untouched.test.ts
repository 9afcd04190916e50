import { describe, expect, it } from "vitest";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { BROWSERS } from "../support/text-browsers.ts";

/** The answers of the one row, without what says `nothing`. */
function givenIn(portal: TestPortal, query: string, ...nothing: string[]) {
	const answers = Object.entries(JSON.parse(String(portal.sqlite.prepare(query).pluck().get())));
	return Object.fromEntries(answers.filter(([, value]) => !nothing.includes(String(value))));
}

describe.each(BROWSERS)("$name", ({ open }) => {
	it.each([
		["/spotlight-aigc-applied", "Applied AI & Interactive Demos Track"],
		["/spotlight-aigc-artistic", "AIGC-Driven Artistic Works Track"],
	])("%s sent untouched until it is let through holds no answer but the track", async (path, spotlightTrack) => {
		const portal = await openPortal();
		const browser = await open(`${portal.origin}${path}`);
		await browser.press("Submit");
		await browser.press("Submit");
		expect(await browser.read()).toContain("There is a problem");
		await browser.press("Submit");
		expect(await browser.read()).toContain("Thank you!");
		expect(givenIn(portal, "select answers from entries", "", "false")).toEqual({ spotlightTrack });
	});

	it.each([
		["/spotlight-hz", {}],
		["/forum", {}],
		// What the form itself says beforehand.
		["/hangzhou", { tracks: "assign-me", language: "English" }],
	])("a draft of %s kept untouched holds no other answer", async (path, expected) => {
		const portal = await openPortal();
		const browser = await open(`${portal.origin}${path}`);
		await browser.press("Save draft");
		await browser.read();
		expect(givenIn(portal, 'select "values" from drafts', "")).toEqual(expected);
	});
});
