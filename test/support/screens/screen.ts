import type { Page } from "playwright-core";
import type { Scene } from "./scene.ts";

/** What a screen may look like; each address has at least the first. */
export type State = "start" | "errors" | "filled" | "modal" | "empty" | "closed";

/** One look of one address. */
export interface Screen {
	/** The address as the access table has it. */
	row: string;
	state: State;
	/** The address itself. */
	path: string | ((known: Scene["known"]) => string);
	portal: keyof Scene["portals"];
	who: "nobody" | "speaker" | "admin";
	/** The page's own title in English; "" for the portal's. */
	title: string;
	/** What a person does there until it looks so; works with scripts on and off. */
	reach?: (page: Page) => Promise<unknown>;
}

type Given = Pick<Screen, "title"> & Partial<Screen>;

/** The screens of one address; omitted properties have their defaults. */
export function screensOf(row: string, usual: Partial<Screen>, ...given: Given[]): Screen[] {
	return given.map((screen) => ({
		row,
		state: "start",
		path: row,
		portal: "full",
		who: "nobody",
		...usual,
		...screen,
	}));
}

/** Presses a button and waits for what it leads to. */
export function press(button: string, leadsTo = "#errors") {
	return async (page: Page) => {
		await page.click(button);
		await page.waitForSelector(leadsTo);
	};
}

export const send = press("main form button.primary");

/** Gives every control of a form something, and opens every question that depends on another. */
export async function fillAll(page: Page): Promise<void> {
	await page.evaluate(() => {
		const form = document.querySelector("form.programme");
		for (const box of form?.querySelectorAll<HTMLInputElement>("[type=checkbox], [type=radio]") ?? [])
			box.checked = true;
		for (const select of form?.querySelectorAll("select") ?? []) select.selectedIndex = select.length - 1;
		const texts = "textarea, input:is([type=text], [type=url], [type=tel], [type=email])";
		for (const field of form?.querySelectorAll<HTMLInputElement>(texts) ?? []) {
			field.value =
				field.type === "email" ? "mei@example.org" : field.type === "url" ? "https://x.example" : "长文字".repeat(20);
		}
	});
}
