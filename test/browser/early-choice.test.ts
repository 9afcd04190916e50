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
	await page.getByRole("button", { name: "Save the choices for Second" }).click();
	await expect.poll(() => column(portal, "track_id")[1]).toBe("agentic-web");
	expect(await page.inputValue("[name=status-2]")).toBe("New");
	expect(column(portal, "status")[1]).toBe("New");
});

it("what is chosen while the scripts take over the page is offered for saving", async () => {
	const { page } = await openConsole();
	const slowly = await page.context().newCDPSession(page);
	await slowly.send("Emulation.setCPUThrottlingRate", { rate: 4 });
	// The choice comes while the page is being taken over, whenever that is.
	for (let delay = 0; delay < 160; delay += 20) {
		await page.reload();
		await page.waitForTimeout(delay);
		await page.selectOption("[name=track-1]", "agentic-web");
		await page.getByRole("button", { name: "Save the choices for First" }).waitFor();
	}
});
