import { expect, it } from "vitest";
import { openBoard } from "../support/board.ts";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";

it.each([
	["en-US", true],
	["zh-CN", true],
	["en-US", false],
])("at 1440 px every track and every time of a day is in sight, %s, with scripts: %s", async (locale, scripts) => {
	const portal = await openPortal();
	const titles = ["What four hundred million cache misses taught us", "用Dora搭建四足机器人的数据流"];
	const [one = 0, two = 0] = await sendAccepted(portal, titles, { tracks: "ai-next" });
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day2", "ai-next", "10:00"]);
	const page = await openBoard(portal, "/admin/schedule", {
		locale,
		javaScriptEnabled: scripts,
		viewport: { width: 1440, height: 900 },
	});
	const hidden = await page.locator(".board .scroll").evaluateAll(
		(days, isLow) =>
			days.map((day) => [
				day.querySelectorAll("thead th").length,
				day.scrollWidth - day.clientWidth,
				isLow ? day.scrollHeight - day.clientHeight : 0,
			]),
		// Without scripts a free slot is as high as its button.
		scripts,
	);
	expect(hidden).toEqual([
		[11, 0, 0],
		[11, 0, 0],
	]);
});

it.each([
	["en-US", 1440, 0],
	["zh-CN", 1440, 0],
	["en-US", 900, 1],
])(
	"the editor of a day shows every track, or shades the side where there are more, %s at %i px",
	async (locale, width, more) => {
		const portal = await openPortal();
		const titles = [
			"What four hundred million cache misses taught us about accelerators",
			"用Dora搭建四足机器人的数据流",
		];
		const [one = 0, two = 0] = await sendAccepted(portal, titles, { tracks: "ai-next" });
		await place(portal, one, ["day1", "ai-next", "09:30"]);
		await place(portal, two, ["day1", "ai-next", "10:00"]);
		const page = await openPage(portal.origin, { locale, javaScriptEnabled: false, viewport: { width, height: 900 } });
		await enterConsole(portal, page, "/admin/schedule/grid?day=day1");
		const [columns, beyond, shades, time] = await page.locator(".scroll:has(> .grid)").evaluate((days) => {
			days.scrollLeft = 1000;
			const first = days.querySelector("tbody th")?.getBoundingClientRect().left ?? -1;
			return [
				days.querySelectorAll("thead th").length,
				days.scrollWidth - days.clientWidth,
				getComputedStyle(days).backgroundImage.match(/gradient/g)?.length,
				Math.round(first - days.getBoundingClientRect().left),
			];
		});
		expect([columns, Math.min(beyond ?? -1, 1), shades]).toEqual([11, more, 4]);
		// Times stay in sight.
		expect(time).toBe(1);
	},
);

it("the undo button begins where the days begin", async () => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["One"], { tracks: "ai-next" });
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	const page = await openBoard(portal, "/admin/schedule", { viewport: { width: 1440, height: 900 } });
	await page.locator(".placed-talk:visible").hover();
	await page.locator("[name^='do.remove.']").click();
	const left = (selector: string) =>
		page.locator(selector).evaluate((one) => {
			const words = document.createRange();
			words.selectNodeContents(one);
			return Math.round(words.getBoundingClientRect().left);
		});
	expect(await left(".undo-line button")).toBeLessThanOrEqual((await left(".day-links")) + 1);
});

it("with one track its column takes the room, and the chosen entry is outlined on every side", async () => {
	const portal = await openPortal();
	await sendAccepted(portal, ["One"], { tracks: "ai-next" });
	const page = await openBoard(portal, "/admin/schedule?entries=ai-next", { viewport: { width: 1440, height: 900 } });
	const times = await page
		.locator(".grid tbody tr > :first-child")
		.evaluateAll((cells) => cells.map((c) => c.clientWidth));
	expect(Math.max(...times)).toBeLessThan(80);
	await page.locator(".board-entry .choose").first().click();
	await page.waitForSelector(".board-entry [aria-current]");
	const beyond = await page.locator(".board-entry:has([aria-current])").evaluate((entry) => {
		const { outlineWidth, outlineOffset } = getComputedStyle(entry);
		return Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
	});
	expect(beyond).toBe(0);
});

it.each([
	["en-US", 320, false],
	["zh-CN", 320, false],
	["zh-CN", 320, true],
	["en-US", 900, false],
	["en-US", 1440, false],
	["zh-CN", 1440, false],
])("nothing covers what is pressed in a placed talk, %s at %i px, by finger: %s", async (locale, width, hasTouch) => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["One"], { tracks: "ai-next" });
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	const viewport = { width, height: 900 };
	const options = { locale, hasTouch, isMobile: hasTouch, viewport };
	const page = await openBoard(portal, "/admin/schedule", options);
	const talk = page.locator(".placed-talk:visible");
	await talk.hover();
	const tools = talk.locator("a, button");
	const [count, faults] = await tools.evaluateAll((all) => {
		const boxes = all.map((tool) => {
			const text = document.createRange();
			text.selectNodeContents(tool);
			return [tool.getBoundingClientRect(), text.getBoundingClientRect()] as const;
		});
		const cell = all[0]?.closest("td")?.getBoundingClientRect();
		const faults = boxes.flatMap(([box, text], at) => [
			...(text.left < box.left - 1 || text.right > box.right + 1 ? ["too narrow"] : []),
			...(!cell || box.left < cell.left - 1 || box.right > cell.right + 1 ? ["beyond its cell"] : []),
			...boxes.flatMap(([other], place) => {
				const [across, down] = [
					Math.min(box.right, other.right) - Math.max(box.left, other.left),
					Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top),
				];
				return place !== at && across > 0 && down > 0 ? ["covered"] : [];
			}),
		]);
		return [all.length, faults] as const;
	});
	expect([count, faults]).toEqual([3, []]);
	await talk.locator(".choose").click();
	await page.waitForSelector("[data-fits=chosen]");
	// One frame, which nothing in the card covers.
	const frame = await talk.evaluate((one) => [
		getComputedStyle(one).outlineStyle,
		getComputedStyle(one, "::after").borderTopWidth,
		getComputedStyle(one.closest("td") ?? one).boxShadow,
	]);
	expect(frame).toEqual(hasTouch ? ["solid", "0px", "none"] : ["none", "2px", "none"]);
	await talk.locator("[name^='do.remove.']").click();
	await talk.waitFor({ state: "detached" });
});
