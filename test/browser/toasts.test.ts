import { expect, it } from "vitest";
import { untilItAnswers } from "../support/browser.ts";
import { openConsole } from "../support/console-page.ts";

it.each([320, 1440])("offline messages appear once and cover no navigation link, %d px wide", async (width) => {
	const { page } = await openConsole();
	await page.setViewportSize({ width, height: 800 });
	await page.goto("/admin/proposals");
	await untilItAnswers(page);
	await page.context().setOffline(true);
	const message = page.locator('.toasts :text("Failed to load entries")');
	for (const name of ["Forum", "Tracks", "Outbox"]) await page.click(`nav.rail >> text=${name}`);
	await message.first().waitFor();
	expect(await message.count()).toBe(1);
	const covered = await page.locator("nav a, header a").evaluateAll((links) =>
		links.flatMap((link) => {
			link.scrollIntoView({ block: "center" });
			const { x, y, width, height } = link.getBoundingClientRect();
			if (width === 0 || y < 0 || y + height > innerHeight) return [];
			const top = document.elementFromPoint(x + width / 2, y + height / 2);
			return link.contains(top) ? [] : [link.textContent];
		}),
	);
	expect(covered).toEqual([]);
	const at = () =>
		page.locator(".toasts p").evaluate((message) => {
			const { top, right } = message.getBoundingClientRect();
			return { isAbove: top < innerHeight / 2, right };
		});
	const inList = await at();
	await page.context().setOffline(false);
	await page.goto("/admin/proposals?modal=details&id=1");
	await page.waitForSelector(".reading-pane .history");
	await page.check(".reading-pane [value=Hold]");
	await page.waitForSelector(".toasts p");
	expect(await at()).toEqual({ ...inList, isAbove: true });
	const edge = (selector: string, side: "top" | "bottom") =>
		page.locator(selector).evaluate((element, name) => element.getBoundingClientRect()[name], side);
	const lines = await page.locator(".toasts p").evaluate((message) => {
		const { lineHeight, paddingBlock } = getComputedStyle(message);
		return (message.clientHeight - 2 * Number.parseFloat(paddingBlock)) / Number.parseFloat(lineHeight);
	});
	expect(Math.round(lines)).toBe(2);
	expect(await edge(".toasts p", "bottom")).toBeLessThanOrEqual(await edge(".reading-steps", "top"));
	// Beside a message the page is reached.
	const beside = await page.locator(".toasts").evaluate((toasts) => getComputedStyle(toasts).pointerEvents);
	expect(beside).toBe("none");
});

it("what went wrong on a page is said no more on the next", async () => {
	const { page } = await openConsole();
	await page.context().setOffline(true);
	await page.click(".filters button");
	const message = page.locator('.toasts :text("Failed to load entries")');
	await message.waitFor();
	await page.context().setOffline(false);
	await page.click(".filters button");
	await page.waitForURL(/\?/);
	expect(await message.count()).toBe(1);
	await page.click("nav.rail >> text=Tracks");
	await page.waitForURL(/tracks/);
	await message.waitFor({ state: "detached" });
});

it("at 320 px a message of many lines covers neither the heading nor what stands above it", async () => {
	const { page, portal } = await openConsole({ viewport: { width: 320, height: 800 } });
	const title = "A title so long that a message with it takes more lines on a phone than there is room for";
	await portal.db.write(() => void portal.sqlite.prepare("update entries set title = ?").run(title));
	await page.goto("/admin/proposals?modal=details&id=1");
	await page.waitForSelector(".reading-pane .history");
	await page.context().setOffline(true);
	await page.check(".reading-pane [value=Hold]");
	await page.waitForSelector(".toasts .wrong");
	await page.evaluate(() => scrollTo(0, 0));
	const boxOf = (selector: string) =>
		page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
	const shown = await boxOf(".toasts p");
	// More than the room that is always there.
	expect(shown.height).toBeGreaterThan(52);
	expect(shown.bottom).toBeLessThanOrEqual((await boxOf(".reading-steps")).top);
});

it("a title in two languages is named by more than its first word", async () => {
	const { page, portal } = await openConsole();
	const title = "OpenWallet 入门：签发你的第一张凭证 / Issue Your First Credential";
	await portal.db.write(() => void portal.sqlite.prepare("update entries set title = ?").run(title));
	await page.goto("/admin/proposals?modal=details&id=1");
	await page.waitForSelector(".reading-pane .history");
	await page.check(".reading-pane [value=Hold]");
	await page.locator('.toasts :text("“OpenWallet 入门：签发…”: Hold")').waitFor();
});

it.each([1000, 1280, 1440, 1920])(
	"stand at the top, on the right, one beside or below the other, %d px wide",
	async (width) => {
		const { page } = await openConsole({ viewport: { width, height: 800 } });
		let said = 0;
		await page.route("**/admin/proposals*", async (route) => {
			if (route.request().method() !== "POST") return route.continue();
			const response = await route.fetch();
			said += 1;
			return route.fulfill({
				response,
				body: (await response.text()).replaceAll("Choose a value first.", `Choose, ${said}.`),
			});
		});
		await page.check("[name=ids][value='1']");
		for (let n = 1; n <= 3; n += 1) {
			await page.click("[name='do.bulk-status']");
			await page.locator(`.toasts [role=alert]:has-text("Choose, ${n}.")`).waitFor();
		}
		const boxes = await page
			.locator(".toasts p")
			.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
		expect(boxes).toHaveLength(3);
		for (const { top, left, right } of boxes)
			expect([top < 400, left > width / 4, right <= width]).toEqual([true, true, true]);
		const overlap = boxes.some((one, index) =>
			boxes
				.slice(index + 1)
				.some(
					(other) =>
						one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
				),
		);
		expect(overlap).toBe(false);
	},
);
