import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { atRest, card, cellOf, choose, drag, openBoard } from "../support/board.ts";
import { expectFocus, tabTo, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const BOARD = "/admin/schedule";
const SAME_TRACK = "Please select the same track in both filters to enable drag & drop";
const TALL = { viewport: { width: 1440, height: 2600 } };
const NINE = "day1-ai-next-09:30";

/** One talk of each of two tracks. */
async function openTwo(search = "", options: Parameters<typeof openBoard>[2] = TALL) {
	const portal = await openPortal();
	const [next = 0] = await sendAccepted(portal, ["Next"]);
	const [dora = 0] = await sendAccepted(portal, ["Dora"], { tracks: "ws-dora" });
	return { portal, next, dora, page: await openBoard(portal, `${BOARD}${search}`, options) };
}

const address = (page: Page) => page.url().replace(/^.*\/admin\/schedule/, "");

/** Both filters as they are shown, and the entries below them. */
const shown = async (page: Page) => [
	await page.inputValue(".filters [name=entries]"),
	await page.inputValue(".filters [name=track]"),
	await page.locator(".board-entry b").allTextContents(),
];

const tracks = (page: Page) => page.locator("section[aria-labelledby=day1] thead [data-track]").count();

/** Every post of the board. */
function posted(page: Page): string[] {
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
	return posts;
}

const messages = (page: Page) => page.locator(".toasts p").allTextContents();

const said = (page: Page, text: string) =>
	page.waitForSelector(`[aria-live=assertive]:has-text("${text}")`, { state: "attached" });

/** Presses the mouse on a card, moves it away and lets go of it over the card again. */
async function dragBack(page: Page, title: string): Promise<void> {
	const start = await page.locator(card(title)).boundingBox();
	if (!start) throw new Error("nothing to drag");
	const [x, y] = [start.x + 40, start.y + 12];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + 30, y + 90, { steps: 4 });
	await page.waitForSelector(".drag-preview");
	// At once, before the browser has drawn what is dragged below the pointer again.
	await Promise.all([page.mouse.move(x, y), page.mouse.up()]);
	await page.waitForSelector(".drag-preview", { state: "detached" });
}

describe("a choice in a filter of the board", () => {
	it("applies at once; the second follows the first until it is set, and both survive reload, Back and another day", async () => {
		const { page } = await openTwo();
		expect([await shown(page), await tracks(page)]).toEqual([["", "", ["Next", "Dora"]], 10]);
		await page.selectOption(".filters [name=entries]", { label: "AI Next" });
		await expect.poll(() => shown(page)).toEqual(["ai-next", "", ["Next"]]);
		await expect.poll(() => tracks(page)).toBe(1);
		expect(await page.locator(".filters [name=track] option:checked").textContent()).toBe("Same as entries (AI Next)");
		await page.selectOption(".filters [name=track]", { label: "Dora Workshop" });
		await page.waitForURL(/track=ws-dora/);
		await page.selectOption(".filters [name=entries]", "");
		await expect.poll(() => shown(page)).toEqual(["", "ws-dora", ["Next", "Dora"]]);
		expect(address(page)).toBe("?track=ws-dora");
		await page.click(".day-links a:has-text('14 September')");
		await page.waitForURL(/day=day2/);
		expect([address(page), await shown(page)]).toEqual(["?track=ws-dora&day=day2", ["", "ws-dora", ["Next", "Dora"]]]);
		await page.reload();
		expect(await shown(page)).toEqual(["", "ws-dora", ["Next", "Dora"]]);
		for (const before of [
			["", "ws-dora"],
			["ai-next", "ws-dora"],
			["ai-next", ""],
			["", ""],
		]) {
			await page.goBack();
			await expect.poll(async () => (await shown(page)).slice(0, 2)).toEqual(before);
		}
	});

	it("keeps the focus, so that keys choose on", async () => {
		const { page } = await openTwo();
		await tabTo(page, ".filters [name=entries]");
		await page.keyboard.type("AI Next");
		await expect.poll(() => shown(page)).toEqual(["ai-next", "", ["Next"]]);
		await atRest(page);
		await expectFocus(page, ".filters [name=entries]");
		await page.keyboard.press("Home");
		await expect.poll(() => shown(page)).toEqual(["", "", ["Next", "Dora"]]);
	});
});

describe("choosing an entry", () => {
	it.each(["click", "key"])("by %s sets the first filter to its track; the second follows", async (by) => {
		const { page, dora } = await openTwo();
		if (by === "click") await page.locator(card("Dora")).click();
		else {
			await tabTo(page, `.choose[href$="chosen=${dora}"]`);
			await page.keyboard.press("Enter");
		}
		await expect.poll(() => shown(page)).toEqual(["ws-dora", "", ["Dora"]]);
		await expect.poll(() => tracks(page)).toBe(1);
		expect(address(page)).toBe(`?entries=ws-dora&chosen=${dora}`);
		expect(await page.locator(".board-chosen").textContent()).toContain("Chosen: Dora");
		if (by === "key") await expectFocus(page, `.choose[href$="chosen=${dora}"]`);
		await page.click(".board-chosen a:text-is('Cancel')");
		await page.waitForSelector(".board-chosen", { state: "detached" });
		expect([address(page), await shown(page)]).toEqual(["?entries=ws-dora", ["ws-dora", "", ["Dora"]]]);
	});

	it("leaves the second filter if it was set by itself, and what was chosen can then be placed once they agree", async () => {
		const { page, portal, next } = await openTwo("?track=ws-dora");
		await choose(page, next);
		await expect.poll(() => shown(page)).toEqual(["ai-next", "ws-dora", ["Next"]]);
		await page.waitForSelector(`.filters ~ div .banner:has-text("${SAME_TRACK}")`);
		await page.click(".filters ~ div .banner >> text=Set both to AI Next");
		await expect.poll(() => shown(page)).toEqual(["ai-next", "", ["Next"]]);
		await page.waitForSelector(".filters ~ div .banner", { state: "detached" });
		await page.click(`button[name="do.place.${NINE}"]`);
		await toast(page, "Schedule updated: Next scheduled at 09:30");
		await atRest(page);
		expect([placed(portal), await shown(page)]).toEqual([[[next, NINE]], ["ai-next", "", []]]);
		await page.click(".toasts >> text=Undo");
		await expect.poll(() => shown(page)).toEqual(["ai-next", "", ["Next"]]);
		expect(placed(portal)).toEqual([]);
	});

	it("of a talk in another track's slot leads to its own track, and moves it there", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Misplaced"]);
		await place(portal, id, ["day1", "ws-dora", "09:30"]);
		const page = await openBoard(portal, BOARD, TALL);
		await choose(page, `${id}@day1-ws-dora-09:30`);
		await expect.poll(() => tracks(page)).toBe(1);
		expect(await page.locator(".board-chosen b").textContent()).toBe("Misplaced");
		await page.click(`button[name="do.place.${NINE}"]`);
		await toast(page, "Schedule updated: Misplaced scheduled at 09:30");
		expect(placed(portal)).toEqual([[id, NINE]]);
	});
});

describe("beginning a drag", () => {
	it("chooses nothing and leaves the filters, also where the card is dropped on itself", async () => {
		const { page, portal } = await openTwo("?track=*");
		const posts = posted(page);
		await dragBack(page, "Next");
		await drag(page, card("Dora"), page.locator(".entry-choices"), { isSlot: false });
		// What a click would have done is done by then.
		await page.locator(card("Next")).hover();
		expect([address(page), await page.locator(".board [aria-current=true]").count()]).toEqual(["?track=*", 0]);
		await drag(page, card("Dora"), page.locator(cellOf("day1-ws-dora-09:30")));
		await toast(page, "Schedule updated: Dora scheduled at 09:30");
		await atRest(page);
		expect([address(page), posts.length]).toEqual(["?track=*", 1]);
		expect(placed(portal).map(([, at]) => at)).toEqual(["day1-ws-dora-09:30"]);
	});

	it("of a placed talk neither", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Placed"]);
		await place(portal, id, ["day1", "ai-next", "09:30"]);
		const page = await openBoard(portal, BOARD, TALL);
		await drag(page, ".placed-talk", page.locator(cellOf("day1-ai-next-10:00")));
		await toast(page, "Schedule updated: Placed scheduled at 10:00");
		await atRest(page);
		expect([address(page), await shown(page)]).toEqual(["", ["", "", []]]);
	});
});

describe("while the filters differ", () => {
	it.each([
		["a drop", "?entries=ai-next&track=ws-dora"],
		["a drop", "?entries=ai-next&track=*"],
		["the keyboard", "?entries=ai-next&track=*"],
		["a button", "?entries=ai-next&track=*"],
	])("%s is refused with the specification's sentence, and nothing is sent: %s", async (by, search) => {
		const { page, portal, next } = await openTwo(search);
		const posts = posted(page);
		const to = search.includes("ws-dora") ? "day1-ws-dora-09:30" : NINE;
		if (by === "a drop") await drag(page, card("Next"), page.locator(cellOf(to)));
		else if (by === "the keyboard") {
			await tabTo(page, ".board-entry .drag-handle");
			await page.keyboard.press("Space");
			await said(page, "Next picked up.");
			await page.keyboard.press("ArrowDown");
			await said(page, "Next is over Saturday, 13 September 2025");
			await page.keyboard.press("ArrowDown");
			await said(page, `AI Next, 09:30. ${SAME_TRACK}`);
			await page.keyboard.press("Space");
		} else {
			await choose(page, next);
			await page.click(`button[name="do.place.${to}"]`);
		}
		await toast(page, SAME_TRACK);
		expect(await messages(page)).toEqual([expect.stringMatching(new RegExp(`^${SAME_TRACK}\\s+Dismiss$`))]);
		expect([posts, placed(portal), await shown(page)]).toEqual([
			[],
			[],
			["ai-next", search.includes("ws-dora") ? "ws-dora" : "*", ["Next"]],
		]);
	});

	it("a special slot says that it is one", async () => {
		const { page } = await openTwo("?entries=ai-next&track=ws-dora");
		await drag(page, card("Next"), page.locator("section[aria-labelledby=day1] tr:has(th:text-is('12:00')) td"));
		await toast(page, "Cannot schedule entries into special time slots");
	});
});

describe("without scripts", () => {
	const PLAIN = { javaScriptEnabled: false };
	const say = (page: Page, role: string, text: string) =>
		page.waitForSelector(`main [role=${role}]:has-text("${text}")`);

	it("the filters are a form, an entry is chosen by a link and placed by a button; a refusal loses nothing", async () => {
		const { page, portal, next } = await openTwo("", PLAIN);
		await page.selectOption(".filters [name=track]", { label: "Dora Workshop" });
		await page.click(".filters button");
		await page.waitForURL(/track=ws-dora/);
		await choose(page, next);
		expect(await shown(page)).toEqual(["ai-next", "ws-dora", ["Next"]]);
		await page.click('button[name="do.place.day1-ws-dora-09:30"]');
		await say(page, "alert", SAME_TRACK);
		expect([address(page), await shown(page), placed(portal)]).toEqual([
			`?entries=ai-next&track=ws-dora&chosen=${next}`,
			["ai-next", "ws-dora", ["Next"]],
			[],
		]);
		expect(await page.locator(".board-chosen b").textContent()).toBe("Next");
		await page.selectOption(".filters [name=track]", "");
		await page.click(".filters button");
		await page.click(`button[name="do.place.${NINE}"]`);
		await say(page, "status", "Schedule updated: Next scheduled at 09:30");
		expect([await shown(page), placed(portal)]).toEqual([["ai-next", "", []], [[next, NINE]]]);
		await page.click(".undo-line button");
		await say(page, "status", "Schedule updated successfully");
		expect([await shown(page), placed(portal)]).toEqual([["ai-next", "", ["Next"]], []]);
	});
});

describe.each([
	[320, true],
	[1000, true],
	[1440, true],
	[320, false],
	[1440, false],
])("at %i px, with scripts: %s", (width, javaScriptEnabled) => {
	it.each(["en-US", "zh-CN"])("filters, rule and chosen entry fit the window, %s", async (locale) => {
		const options = { locale, javaScriptEnabled, viewport: { width, height: 900 } };
		const { page, next } = await openTwo("?track=*", options);
		await choose(page, next);
		await page.waitForSelector(".filters ~ div .banner");
		const beyond = await page
			.locator(".filters *, .filters + .hint, .filters ~ div .banner, .board-chosen *")
			.evaluateAll(
				(all, right) => all.filter((one) => one.getBoundingClientRect().right > right + 1).map((one) => one.outerHTML),
				width,
			);
		expect([await page.evaluate(() => document.documentElement.scrollWidth), beyond]).toEqual([width, []]);
	});
});
