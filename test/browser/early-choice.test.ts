import { expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { column } from "../support/keyboard.ts";

it("what is chosen before the scripts run is offered for saving, or is visibly not chosen", async () => {
	const { portal, page } = await openConsole();
	let release = (): void => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(/\.js$/, async (route) => {
		await released;
		await route.continue();
	});
	await page.reload({ waitUntil: "commit" });
	await page.selectOption("[name=track-2]", "agentic-web");
	await page.selectOption("[name=status-2]", "Reject");
	release();
	await page.getByRole("button", { name: "Save: Track of Second" }).click();
	await expect.poll(() => column(portal, "track_id")[1]).toBe("agentic-web");
	expect(await page.inputValue("[name=status-2]")).toBe("New");
	expect(column(portal, "status")[1]).toBe("New");
});
