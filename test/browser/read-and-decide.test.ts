import { expect, it } from "vitest";
import { STATUSES } from "../../app/lifecycle.ts";
import { sendTalk } from "../support/entries.ts";
import { column, openConsole } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";

const TALKS = 30;

it("thirty entries are read and decided with one key each, each after its texts were on the screen", async () => {
	const portal = await openPortal({ RATE_LIMIT_SCALE: "100" });
	for (let number = 1; number <= TALKS; number++) {
		await sendTalk(portal, { title: `Talk number ${number}.`, details: `What number ${number} is about.` });
	}
	const page = await openConsole(portal, "/admin/proposals?sort=title");
	let keys = 0;
	const press = async (key: string) => {
		keys += 1;
		await page.keyboard.press(key);
	};
	const wanted: Record<number, string> = {};
	await press("j");
	for (let turn = 0; turn < TALKS; turn++) {
		await expect.poll(() => page.locator(".reading-texts").count()).toBe(1);
		const title = (await page.textContent(".reading-pane h1")) ?? "";
		const number = Number(/\d+/.exec(title)?.[0]);
		expect([number, wanted[number]]).toEqual([number, undefined]);
		const about = page.locator(`.reading-texts >> text="What number ${number} is about."`);
		await about.waitFor();
		expect(await about.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight)).toBe(true);
		const choice = (turn % STATUSES.length) + 1;
		wanted[number] = STATUSES[choice - 1] ?? "";
		// A digit that comes too soon after an entry appeared decides nothing.
		const isDecided = async () => column(portal, "status")[number - 1] === wanted[number];
		const isLast = turn === TALKS - 1;
		await page.waitForTimeout(350);
		await press(isLast ? String(choice) : `Shift+Digit${choice}`);
		if (!isLast)
			await page.waitForFunction((text) => document.querySelector(".reading-pane h1")?.textContent !== text, title);
		await expect.poll(isDecided).toBe(true);
	}
	expect(column(portal, "status")).toEqual(Array.from({ length: TALKS }, (_, index) => wanted[index + 1]));
	// The first key opens the first entry.
	expect(keys).toBe(TALKS + 1);
});
