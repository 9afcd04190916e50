import { expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { column } from "../support/keyboard.ts";
import { place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";

it("saving another track for a scheduled talk warns at once in the table", async () => {
	const { portal, page } = await openConsole();
	accept(portal, [1]);
	await place(portal, 1, ["day1", "ai-next", "09:30"]);
	await page.reload();
	await page.selectOption("[name=track-1]", "agentic-web");
	await page.getByRole("button", { name: "Save the choices for First" }).click();
	await page.waitForSelector(".toasts [role=alert]:has-text('“First” is still scheduled under AI Next.')");
	expect(column(portal, "track_id")[0]).toBe("agentic-web");
});

it("so does another track for many, beside the message that undoes it", async () => {
	const { portal, page } = await openConsole();
	accept(portal, [1]);
	await place(portal, 1, ["day1", "ai-next", "09:30"]);
	await page.reload();
	for (const id of [1, 2]) await page.check(`[name=ids][value='${id}']`);
	await page.selectOption("[name=bulk-track]", "agentic-web");
	await page.click("[name='do.bulk-track']");
	await page.waitForSelector(".toasts :text('“First” is still scheduled under AI Next.')");
	await page.click(".toasts p:has-text('2 entries changed:') >> text=Undo");
	await page.waitForSelector(".toasts :text('Undone for 2 entries.')");
	expect(column(portal, "track_id")[0]).toBe("ai-next");
});
