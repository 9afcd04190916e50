import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { APPLIED, APPLIED_TRACK, ARTISTIC, ARTISTIC_TRACK, FORUM, NOMINATION, TALK } from "../support/fillings.ts";
import type { Filling } from "../support/form.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";
import { programmeOf } from "../support/templates.ts";
import { BROWSERS, fillIn } from "../support/text-browsers.ts";

/** What is left of a filling for the column of answers. */
function without(filling: Filling, ...names: string[]): Record<string, unknown> {
	return Object.fromEntries(Object.entries(filling).filter(([name]) => !names.includes(name)));
}

function rowsOf(portal: TestPortal) {
	const columns = "category, name, email, org, title, track_id, consent, answers, incomplete";
	const rows = portal.sqlite.prepare(`select ${columns} from entries`).all() as Record<string, string>[];
	return rows.map((row) => ({
		...row,
		answers: JSON.parse(String(row.answers)),
		incomplete: JSON.parse(String(row.incomplete)),
	}));
}

const row = (columns: Record<string, unknown>, answers: Record<string, unknown>) => ({
	name: "李雷 Li Lei",
	email: "lei@example.org",
	org: "Example 大学",
	track_id: null,
	consent: 1,
	...columns,
	answers,
	incomplete: [],
});

describe.each(BROWSERS)("$name", ({ open }) => {
	it("a talk with a photo", async () => {
		const portal = await openPortal();
		const photo = join(temporaryDirectory(), "portrait.jpg");
		writeFileSync(photo, (await portrait()).bytes);
		const browser = await open(`${portal.origin}/hangzhou`);
		await fillIn(browser, programmeOf("hangzhou"), { ...TALK, tracks: "Agentic Web", file: photo });
		await browser.press("Submit");
		expect(await browser.read()).toContain("Thank you!");
		expect(rowsOf(portal)).toEqual([
			row(
				{ category: "hangzhou", title: TALK.title, track_id: "agentic-web" },
				without(TALK, "consent", "name", "email", "org", "title", "tracks"),
			),
		]);
		const kept = "select source_name from entries join photos on photos.name = entries.photo";
		expect(portal.sqlite.prepare(kept).pluck().all()).toEqual(["portrait.jpg"]);
	});

	it.each([
		{
			form: "applied work",
			category: "sl-aigc",
			path: "/spotlight-aigc-applied",
			filling: APPLIED,
			stored: row(
				{ category: "sl-aigc", title: APPLIED.title },
				{ ...without(APPLIED, "consent", "name", "email", "org", "title"), spotlightTrack: APPLIED_TRACK },
			),
		},
		{
			form: "work of art",
			category: "sl-aigc",
			path: "/spotlight-aigc-artistic",
			filling: ARTISTIC,
			stored: row(
				{ category: "sl-aigc", title: ARTISTIC.artworkTitle },
				{ ...without(ARTISTIC, "consent", "name", "email", "org", "artworkTitle"), spotlightTrack: ARTISTIC_TRACK },
			),
		},
		{
			form: "registration",
			category: "forum",
			path: "/forum",
			filling: FORUM,
			stored: row({ category: "forum", title: "" }, without(FORUM, "consent", "name", "email", "companySchool")),
		},
		{
			form: "nomination",
			category: "sl-hz",
			path: "/spotlight-hz",
			filling: NOMINATION,
			stored: row(
				{ category: "sl-hz", name: "Han Meimei", email: "mei@example.org", org: "", title: "Pagoda", consent: null },
				without(NOMINATION, "projectname", "nominatorname", "nominatoremail"),
			),
		},
	])("every answer of a form: $form", async ({ category, path, filling, stored }) => {
		const portal = await openPortal();
		const browser = await open(`${portal.origin}${path}`);
		await fillIn(browser, programmeOf(category), filling);
		await browser.press("Submit");
		expect(await browser.read()).toContain("Thank you!");
		expect(rowsOf(portal)).toEqual([stored]);
	});
});
