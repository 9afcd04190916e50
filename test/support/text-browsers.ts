import type { Programme } from "../../app/programmes/define.ts";
import { PASSWORD } from "./accounts.ts";
import type { Filling } from "./form.ts";
import { openLynx } from "./lynx.ts";
import type { TestPortal } from "./portal.ts";
import type { TextBrowser } from "./text-browser.ts";
import { openW3m } from "./w3m.ts";

/** What each journey is made with. */
export const BROWSERS = [
	{ name: "lynx", open: openLynx },
	{ name: "w3m", open: openW3m },
];

export type Open = (typeof BROWSERS)[number]["open"];

/** Opens a browser at the page to log in, and does. */
export async function signInBy(open: Open, portal: TestPortal, email: string, password = PASSWORD) {
	const browser = await open(`${portal.origin}/login`);
	await browser.type("Email", email);
	await browser.type("Password", password);
	await browser.press("Log in");
	// Keys that are struck while a page is on its way may be lost.
	await browser.read();
	return browser;
}

/** Answers question after question, in the order of the form. A file is named by its path. */
export async function fillIn(browser: TextBrowser, { fields }: Programme, filling: Filling): Promise<void> {
	for (const field of fields) {
		const given = filling[field.name];
		if (given === undefined || given === false) continue;
		const label = field.label.en;
		const words = (value: unknown) =>
			("options" in field && field.options.find((option) => option.value === value)?.label.en) || String(value);
		if (field.kind === "consent") await browser.tick(field.text.en);
		else if (field.kind === "copy") await browser.tick(label);
		else if (field.kind === "choices" || field.kind === "radio")
			for (const one of [given].flat()) await browser.tick(words(one), label);
		else if (field.kind === "select" || field.kind === "track") await browser.choose(label, words(given));
		else await browser.type(label, String(given));
	}
}
