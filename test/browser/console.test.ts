import { describe, expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { column } from "../support/keyboard.ts";
import { sendTalks } from "../support/talks-sent.ts";

describe("a dialog of the console", () => {
	it("has an address, keeps the list behind it, closes with Escape and returns the focus", async () => {
		const { page } = await openConsole();
		await page.focus("a[aria-label$=', Second']");
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog", { name: "Panelists" });
		await dialog.waitFor();
		expect(page.url()).toContain("modal=panelist&id=2");
		expect(await page.locator("tbody tr").count()).toBe(3);
		expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("hidden");
		await page.keyboard.press("Tab");
		expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
		await page.keyboard.press("Escape");
		await page.waitForURL((url) => !url.search.includes("modal"));
		await page.waitForSelector("dialog", { state: "detached" });
		expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/, Second$/);
		expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("visible");
		await page.goForward();
		await page.waitForSelector("main h1:has-text('Panelists')");
	});

	it("saves a panel, closes, says so over the page and shows it in the list", async () => {
		const { portal, page } = await openConsole();
		await page.click("a[aria-label$=', Third']");
		await page.check("dialog [name=keywords][value=Security]");
		await page.click("dialog button.primary");
		await page.waitForSelector("dialog", { state: "detached" });
		await page.waitForSelector(".toasts [role=status]:has-text('Panelist tracks and keywords saved.')");
		expect(await page.locator(".toasts p").count()).toBe(1);
		await page.waitForSelector("a[aria-label$=', Third']:has-text('Security')");
		expect(column(portal, "keywords")).toEqual(["[]", "[]", '["Security"]']);
	});

	it("adds a track and shows it in the list without loading the page anew", async () => {
		const { page } = await openConsole();
		await page.goto("/admin/tracks");
		await page.click("text=Add Track");
		await page.fill("dialog [name=label]", "Quantum");
		await page.evaluate(() => Object.assign(window, { stayed: true }));
		await page.click("dialog button.primary");
		await page.waitForSelector("tbody th a:has-text('Quantum')");
		await page.waitForSelector("dialog", { state: "detached" });
		expect(await page.evaluate(() => "stayed" in window)).toBe(true);
	});
});

describe("rows of the console", () => {
	it("show what looks like a part of the page itself as it was typed, and the page starts", async () => {
		const { portal, page } = await openConsole();
		const title = "</body></html> <style></style> >window.__remixContext = {};</script>";
		await sendTalks(portal, { title });
		await page.reload();
		await page.waitForSelector("thead input[type=checkbox]");
		expect(await page.locator("tbody .title-cell a").first().textContent()).toBe(title);
		const text = await (await page.request.get(`/proposals?q=${encodeURIComponent(title)}`)).text();
		expect(text.match(/<\/html>/g)).toHaveLength(1);
	});

	it("are ticked together, changed together, and changed back", async () => {
		const { portal, page } = await openConsole();
		await page.check("thead input");
		expect(await page.textContent(".bulk-tools legend")).toBe("Selected rows 3 selected");
		await page.selectOption("[name=bulk-status]", "Hold");
		await page.click("[name='do.bulk-status']");
		await page.waitForSelector(".toasts :text('3 entries changed:')");
		expect(column(portal, "status")).toEqual(["Hold", "Hold", "Hold"]);
		await page.click("[name='do.undo']");
		await page.waitForSelector(".toasts :text('Undone for 3 entries.')");
		expect(column(portal, "status")).toEqual(["New", "New", "New"]);
	});

	it.each([true, false])(
		"keep ticks and choices if something is missing, with scripts: %s",
		async (javaScriptEnabled) => {
			const { page } = await openConsole({ javaScriptEnabled });
			const said = javaScriptEnabled ? ".toasts p" : ".banner.wrong p";
			if (!javaScriptEnabled) {
				await page.selectOption("[name=bulk-status]", "Hold");
				await page.click("[name='do.bulk-status']");
				await page.waitForSelector(`${said}:has-text("Select at least one row first.")`);
				expect(await page.inputValue("[name=bulk-status]")).toBe("Hold");
			}
			await page.check("[name=ids][value='1']");
			await page.check("[name=ids][value='3']");
			await page.selectOption("[name=bulk-status]", "Hold");
			if (!javaScriptEnabled) await page.selectOption("[name=track-2]", "embodied-ai");
			await page.click("[name='do.bulk-track']");
			await page.waitForSelector(`${said}:has-text("Choose a value first.")`);
			const ticked = page.locator("[name=ids]:checked");
			expect(await ticked.evaluateAll((boxes) => boxes.map((box) => box.getAttribute("value")))).toEqual(["3", "1"]);
			expect(await page.inputValue("[name=bulk-status]")).toBe("Hold");
			if (!javaScriptEnabled) expect(await page.inputValue("[name=track-2]")).toBe("embodied-ai");
		},
	);

	it("are exported as a file", async () => {
		const { page } = await openConsole();
		await page.check("tr:has-text('Second') [name=ids]");
		const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download CSV")]);
		expect(download.suggestedFilename()).toBe("proposals-07-01-10-00.csv");
	});
});

describe("messages over the page", () => {
	it("vanish after five seconds, or ten with Undo; errors stay until they are dismissed, twenty at most", async () => {
		const { page } = await openConsole();
		await page.clock.install();
		await page.check("[name=ids][value='1']");
		await page.click("[name='do.bulk-status']");
		const error = page.locator(".toasts [role=alert]");
		await error.waitFor();
		await page.clock.fastForward(60_000);
		expect(await error.textContent()).toContain("Choose a value first.");
		await error.getByRole("button").click();
		expect(await error.count()).toBe(0);
		// Repeated messages are merged, so each is different.
		let said = 0;
		await page.route("**/admin/proposals*", async (route) => {
			if (route.request().method() !== "POST") return route.continue();
			const response = await route.fetch();
			said += 1;
			const body = (await response.text()).replaceAll("Choose a value first.", `Choose, ${said}.`);
			return route.fulfill({ response, body });
		});
		for (let n = 1; n <= 23; n += 1) {
			await page.click("[name='do.bulk-status']");
			await error.filter({ hasText: `Choose, ${n}.` }).waitFor();
		}
		const shown = await error.allTextContents();
		expect([shown.length, shown[0], shown.at(-1)]).toEqual([
			20,
			"Failed to update status: Choose, 23. Dismiss",
			"Failed to update status: Choose, 4. Dismiss",
		]);
		await page.unrouteAll();
		await page.locator(".toasts button").first().focus();
		await page.keyboard.press("Escape");
		expect(await error.count()).toBe(0);
		await page.check("thead input");
		await page.click("[name='do.bulk-status']");
		await error.waitFor();
		await page.selectOption("[name=bulk-status]", "Accept");
		await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
		await page.click("[name='do.bulk-status']");
		const done = page.locator(".toasts [role=status]");
		await done.waitFor();
		expect(await error.count()).toBe(1);
		await page.mouse.move(0, 700);
		await page.clock.runFor(9_900);
		expect(await done.count()).toBe(1);
		await page.clock.runFor(200);
		await done.waitFor({ state: "detached" });
	});
});

describe("ticked rows", () => {
	it("count only while visible: other pages and filters drop them", async () => {
		const { portal, page } = await openConsole();
		await sendTalks(portal, ...Array.from({ length: 12 }, (_, index) => ({ title: `More ${index}` })));
		await page.goto("/admin/proposals?page=2");
		await page.check('[aria-label="Select First"]');
		const selected = page.locator("[data-selected]");
		expect(await selected.textContent()).toBe("1 selected");
		await page.click("text=Previous");
		await page.waitForSelector('[aria-label="Select More 11"]');
		expect(await selected.textContent()).toBe("");
		await page.check('[aria-label="Select More 11"]');
		await page.selectOption("[name=bulk-status]", "Hold");
		await page.click("[name='do.bulk-status']");
		await page.waitForSelector(".toasts :has-text('1 entry changed:')");
		expect(column(portal, "status").filter((status) => status === "Hold")).toHaveLength(1);
		const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Download CSV")]);
		expect(new URL(file.url()).search).toBe("?ids=15");
	});
});

describe("the overview", () => {
	it("counts to-dos, links to their lists, and draws the submissions per day", async () => {
		const { portal, page } = await openConsole({ javaScriptEnabled: false });
		portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
		await page.goto("/admin");
		expect(await page.title()).toBe("Overview — Hangzhou 2025 Call For Proposals");
		expect((await page.locator(".todos li").allTextContents()).filter((text) => text.includes("talk"))).toEqual([
			"2 new talks to read",
			"1 accepted talk not in the schedule",
			"1 accepted talk without its acceptance email",
		]);
		expect(await page.locator("svg.chart:visible").count()).toBe(3);
		expect(await page.locator(".chart-rows li").allTextContents()).toEqual(["To be assigned  2", "AI Next  1"]);
		await page.locator("summary").first().click();
		expect(await page.locator("details dl").first().textContent()).toBe("2025-07-013");
		await page.setViewportSize({ width: 320, height: 800 });
		expect(await page.locator("tbody td:visible").count()).toBe(20);
		await page.click("text=without its acceptance email");
		await page.waitForURL(/need=unmailed/);
		expect(await page.locator("tbody th a").allTextContents()).toEqual(["First"]);
		await page.goto("/admin");
		await page.click(".chart-rows a:has-text('AI Next')");
		await page.waitForURL(/track=ai-next/);
		expect(await page.locator("tbody th a").allTextContents()).toEqual(["First"]);
	});
});
