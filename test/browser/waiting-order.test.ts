import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";
import { score, shownLists, WAITING_LISTS, waiting } from "../support/waiting.ts";

it.each([320, 1280])("a talk is dragged on the waiting list of its track, and on no other, at %i px", async (width) => {
	const portal = await openPortal();
	await waiting(portal, ["First", "Second", "Third"]);
	await waiting(portal, ["Elsewhere"], "forum-aivision");
	const page = await openPage(portal.origin, { viewport: { width, height: 2_400 } });
	await enterConsole(portal, page, WAITING_LISTS);
	const rowOf = (title: string) => page.locator("#reorder tbody tr", { hasText: title });
	const drag = async (title: string, target: string, below = false) => {
		const [from, to] = [await rowOf(title).locator("[data-grip]").boundingBox(), await rowOf(target).boundingBox()];
		if (!from || !to) throw new Error("not in sight");
		await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
		await page.mouse.down();
		await page.mouse.move(to.x + 20, to.y + (below ? to.height - 4 : 4), { steps: 5 });
		const answer = page.waitForResponse((one) => one.request().method() === "POST");
		await page.mouse.up();
		await answer;
		await page.getByRole("status").filter({ hasText: "Moved." }).waitFor({ state: "attached" });
	};
	const admin = await portal.admin();
	await drag("Third", "First");
	expect((await shownLists(admin))["AI Next"]).toEqual(["Third", "First", "Second"]);
	expect(await page.locator("#reorder fieldset", { hasText: "AI Next" }).locator("tbody th").allTextContents()).toEqual(
		["⠿Third", "⠿First", "⠿Second"],
	);
	// Below the list of another track is the end of its own.
	await drag("Third", "Elsewhere", true);
	expect(await shownLists(admin)).toEqual({
		"AI Next": ["First", "Second", "Third"],
		"AI Vision Forum": ["Elsewhere"],
	});
});

it("what was said of an order goes with the next move", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await waiting(portal, ["First", "Second"]);
	await score(portal, { [one]: 2, [two]: 5 });
	const page = await openPage(portal.origin);
	await enterConsole(portal, page, WAITING_LISTS);
	const said = page.getByText("The list “AI Next” is ordered by the scores of reviewers.");
	await page.getByRole("button", { name: "Order by the scores of reviewers" }).click();
	await said.waitFor();
	await page.locator("[name='do.down']:enabled").click();
	await page.getByRole("status").filter({ hasText: "Moved." }).waitFor({ state: "attached" });
	expect(await said.count()).toBe(0);
});
