import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { column, expectFocus, openConsole, press, tabTo, toast, write } from "../support/keyboard.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

/** What the filters show, by name. */
const shown = (page: Page) =>
	page.evaluate(() => {
		const form = document.querySelector<HTMLFormElement>("form.filters");
		return Object.fromEntries([...new FormData(form ?? undefined)].filter(([, value]) => value !== ""));
	});

describe("filters show what the list shows, after Back and Forward as well, and keep the focus", () => {
	it.each([
		["/admin/proposals", { q: "AI", status: "Accept", need: "incomplete" }],
		["/admin/forum", { q: "AI", countryRegion: "中国" }],
		["/admin/aigc", { q: "AI", need: "withdrawn" }],
		["/admin/nominations", { q: "AI", status: "Hold" }],
		["/admin/tracks", { q: "AI" }],
		["/admin/schedule", { entries: "ai-next" }],
	])("%s by %o", async (path, filters: Record<string, string>) => {
		const page = await openConsole(await openPortal(), path);
		for (const [name, value] of Object.entries(filters)) {
			if (name === "q") await write(page, ".filters [name=q]", value);
			else await page.selectOption(`.filters [name=${name}]`, value);
		}
		await press(page, ".filters button");
		// The search alone is in the address as soon as it is typed.
		await page.waitForURL(({ searchParams: asked }) =>
			Object.entries(filters).every(([name, value]) => asked.get(name) === value),
		);
		await expect.poll(() => shown(page)).toEqual(filters);
		await expectFocus(page, ".filters button");
		await page.goBack();
		await expect.poll(() => shown(page)).toEqual({});
		await expectFocus(page, ".filters button");
		await page.goForward();
		await expect.poll(() => shown(page)).toEqual(filters);
	});

	it("keeps the cursor where someone is typing", async () => {
		const page = await openConsole(await openPortal(), "/admin/proposals");
		await write(page, ".filters [name=q]", "compiles");
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("Enter");
		await page.waitForURL(/q=compiles/);
		await page.waitForSelector(".empty:has-text('No entries match.')");
		await expectFocus(page, ".filters [name=q]");
		await page.keyboard.type("r");
		expect(await page.inputValue(".filters [name=q]")).toBe("compilers");
	});
});

describe("a row that leaves the filter after its status changed", () => {
	const reject = async (page: Page, id: number, title: string) => {
		await tabTo(page, `[name=status-${id}]`);
		await page.keyboard.type("Rej");
		await toast(page, `“${title}”: Reject`);
		await page.waitForSelector(`tr.row-gone:has([name=status-${id}])`);
	};
	const twoOf = async (send: (portal: TestPortal, title: string) => Promise<number>) => {
		const portal = await openPortal();
		return { portal, ids: [await send(portal, "First"), await send(portal, "Second")] as const };
	};

	it.each([
		["/admin/proposals?status=New&sort=title", (portal: TestPortal, title: string) => sendTalk(portal, { title })],
		["/admin/aigc?status=New&sort=title", (portal: TestPortal, title: string) => sendWork(portal, { title })],
		["/admin/forum?status=New&sort=name", (portal: TestPortal, name: string) => sendRegistration(portal, { name })],
	])("leaves the row where it is, with the focus, until the list is loaded again: %s", async (path, send) => {
		const { portal, ids } = await twoOf(send);
		const page = await openConsole(portal, path);
		await reject(page, ids[0], "First");
		await expectFocus(page, `[name=status-${ids[0]}]`);
		await reject(page, ids[1], "Second");
		await expectFocus(page, `[name=status-${ids[1]}]`);
		expect(column(portal, "status")).toEqual(["Reject", "Reject"]);
		await page.reload();
		await page.waitForSelector(".empty");
	});

	it("can be undone from its message, which restores the row", async () => {
		const { portal, ids } = await twoOf((to, title) => sendTalk(to, { title }));
		const page = await openConsole(portal, "/admin/proposals?status=New&sort=title");
		await reject(page, ids[0], "First");
		await page.click(".toasts button:has-text('Undo')");
		await toast(page, "The change to “First” was undone.");
		await page.waitForSelector(`tr:not(.row-gone):has([name=status-${ids[0]}])`);
		expect(column(portal, "status")).toEqual(["New", "New"]);
	});
});
