import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { answer, held, nomination, submit } from "../support/programmes.ts";

const untilKept = (page: Page, text: string) =>
	page.waitForFunction((part) => localStorage["draft:sl-hz"]?.includes(part), text);

/** The form in two tabs, each with a text of its own, the second one typed later. */
async function typedInTwo() {
	const portal = await openPortal();
	const first = await openPage(portal.origin);
	await first.goto("/spotlight-hz");
	const second = await first.context().newPage();
	await second.goto("/spotlight-hz");
	await answer(first, { projectname: "In the first tab" });
	await untilKept(first, "In the first tab");
	await answer(second, { projectname: "In the second tab" });
	await untilKept(second, "In the second tab");
	return { portal, first, second };
}

const name = async (page: Page) => (await held(page, ["projectname"])).projectname;

it("what was typed in two tabs is there in both versions, to be looked at in turn", async () => {
	const { first, second } = await typedInTwo();
	await second.waitForSelector("text=This device has another draft.");
	for (const text of ["In the first tab", "In the second tab", "In the first tab"]) {
		await second.click(".banner >> text=Show it");
		expect(await name(second)).toBe(text);
	}
	// A new page has the newest, and offers the other.
	await first.close();
	const later = await second.context().newPage();
	await second.close();
	await later.goto("/spotlight-hz");
	await later.waitForSelector("text=This device has another draft.");
	const shown = await name(later);
	await later.click(".banner >> text=Show it");
	expect([shown, await name(later)].sort()).toEqual(["In the first tab", "In the second tab"]);
});

it.each([
	[3, [0]],
	[4, [0]],
	[4, [1, 3, 0]],
])(
	"what was typed in %i tabs, and again in %j, is there, the newest of each, to be looked at in turn",
	async (count, again) => {
		const portal = await openPortal();
		const first = await openPage(portal.origin);
		const pages = [first];
		while (pages.length < count) pages.push(await first.context().newPage());
		for (const page of pages) await page.goto("/spotlight-hz");
		const newest: string[] = [];
		for (const [time, tab] of [...pages.keys(), ...again].entries()) {
			newest[tab] = `Tab ${tab}, ${time}`;
			await answer(pages[tab] ?? first, { projectname: newest[tab] });
			await untilKept(first, newest[tab]);
		}
		const offered = first.locator(".banner", { hasText: "This device has another draft." });
		const seen = [];
		for (let turn = 0; turn <= count; turn += 1) {
			seen.push(await name(first));
			await offered.getByText("Show it").click();
		}
		expect([seen.slice(0, count).sort(), seen[count]]).toEqual([newest.toSorted(), seen[0]]);
		for (let left = count - 2; left >= 0; left -= 1) {
			await offered.getByText("Delete it").click();
			expect(await offered.count()).toBe(Math.min(1, left));
		}
	},
);

it("the draft of one tab stays when that of the other is sent", async () => {
	const { first, second } = await typedInTwo();
	await answer(first, { ...nomination, projectname: "Sent from the first tab" });
	await submit(first, "thanks");
	await second.close();
	await first.goto("/spotlight-hz");
	await first.waitForSelector(".banner >> text=draft");
	if ((await name(first)) === "") await first.click(".banner >> text=Show it");
	expect(await name(first)).toBe("In the second tab");
});
