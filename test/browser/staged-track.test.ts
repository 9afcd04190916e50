import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { column } from "../support/keyboard.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { settle } from "../support/reading-lists.ts";
import { sendTalks, TABLE } from "../support/talks-sent.ts";

const SELECT = "[aria-label='Track of First']";
const save = (page: Page) => page.getByRole("button", { name: "Save the choices for First" });
const stored = (portal: TestPortal) => column(portal, "track_id")[0];

describe.each([
	["the list", "/admin/proposals", "j"],
	["the entry beside its list", "/admin/proposals?modal=details&id=1", "k"],
])("a track chosen in %s", (_, path, away) => {
	async function open() {
		const { portal, page } = await openConsole();
		const posts: string[] = [];
		page.on("request", (request) => request.method() === "POST" && posts.push(request.postData() ?? ""));
		await page.goto(path);
		await page.waitForSelector(`html.improved ${path.includes("modal") ? ".reading-pane .history" : "tbody"}`);
		return { portal, page, posts };
	}

	it("is saved by its button, which is offered only while the choice differs from what is stored", async () => {
		const { portal, page, posts } = await open();
		expect(await save(page).count()).toBe(0);
		await page.selectOption(SELECT, "embodied-ai");
		await save(page).waitFor();
		// As long as a status waits before it saves itself, and more.
		await settle(page);
		expect([posts, stored(portal)]).toEqual([[], "ai-next"]);
		await page.selectOption(SELECT, "ai-next");
		await save(page).waitFor({ state: "hidden" });
		await page.selectOption(SELECT, "embodied-ai");
		await save(page).click();
		await page.waitForSelector(".toasts :text('“First”: Embodied AI')");
		expect([stored(portal), await page.inputValue(SELECT)]).toEqual(["embodied-ai", "embodied-ai"]);
		expect(await save(page).count()).toBe(0);
		expect(posts).toHaveLength(1);
	});

	it("goes back to what is stored if it cannot be saved, and says why", async () => {
		const { portal, page } = await open();
		const said = page.locator("[role=alert]:has-text('Failed to update track: ')");
		await page.selectOption(SELECT, "embodied-ai");
		await page.context().setOffline(true);
		await save(page).click();
		await said.waitFor();
		expect(await said.textContent()).toContain(
			"“First”: Failed to update track: Unable to connect to server. Please try again.",
		);
		expect([await page.inputValue(SELECT), await save(page).count()]).toEqual(["ai-next", 0]);
		await page.context().setOffline(false);
		portal.sqlite.exec("update entries set track_id = 'agentic-web' where id = 1");
		await page.selectOption(SELECT, "embodied-ai");
		await save(page).click();
		const stale = "“First”: Failed to update track: Entry 1 was not saved: someone has just set it to Agentic Web.";
		await page.waitForSelector(`[role=alert]:has-text("${stale}")`);
		await page.waitForFunction(
			(select) => document.querySelector<HTMLSelectElement>(select)?.value === "agentic-web",
			SELECT,
		);
		expect(stored(portal)).toBe("agentic-web");
	});

	it("is still chosen after another entry was read", async () => {
		const { portal, page } = await open();
		await page.selectOption(SELECT, "embodied-ai");
		await page.evaluate(() => (document.activeElement as HTMLElement).blur());
		await page.keyboard.press(away);
		await page.waitForSelector(".reading-pane h1:not(:text-is('First'))");
		await page.goBack();
		await save(page).click();
		await expect.poll(() => stored(portal)).toBe("embodied-ai");
	});
});

it("without scripts a track that was not changed changes nothing, and a changed one is saved by the form", async () => {
	const portal = await openPortal();
	await sendTalks(portal, { title: "First", tracks: "ai-next" });
	const admin = await portal.admin();
	for (const path of ["/admin/proposals", "/admin/proposals?modal=details&id=1"]) {
		const form = path.includes("modal") ? { selector: "form.reading-tools" } : TABLE;
		const page = (await admin.get(path).expect(200)).text;
		const same = await submitForm(admin, page, {}, form).expect(200);
		expect(textOfPage(same.text)).toContain("Nothing was saved.");
		expect(column(portal, "track_id")).toEqual(["ai-next"]);
	}
	const page = (await admin.get("/admin/proposals")).text;
	await submitForm(admin, page, { "track-1": "embodied-ai" }, TABLE).expect(200);
	expect(column(portal, "track_id")).toEqual(["embodied-ai"]);
});
