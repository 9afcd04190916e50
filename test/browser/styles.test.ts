import { posix } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { fill, openPage } from "../support/browser.ts";
import { ADMIN } from "../support/portal.ts";
import { openScene } from "../support/screens/scene.ts";
import { read } from "../support/sources.ts";

/** Source styles, compiled for a current browser. */
function written(path: string): string {
	return read(path).replace(/@import "(.+?)"(?: layer\((\w+)\))?;/g, (_, name: string, layer?: string) => {
		const inner = written(posix.join(posix.dirname(path), name));
		return layer ? `@layer ${layer} {\n${inner}\n}` : inner;
	});
}

/** Elements that look different with the plain styles. */
function differences(page: Page, sheet: string): Promise<string[]> {
	return page.evaluate((css) => {
		const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"));
		const elements = [document.documentElement, ...document.querySelectorAll("body, body :not(script)")];
		const look = () =>
			elements.map((one) =>
				[undefined, "::before"].flatMap((part) => {
					if (part && !one.matches("[data-label]")) return [];
					const style = getComputedStyle(one, part);
					return names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
				}),
			);
		const sent = look();
		const own = new CSSStyleSheet();
		own.replaceSync(css);
		for (const one of document.styleSheets) one.disabled = true;
		document.adoptedStyleSheets.push(own);
		const found = look().flatMap((lines, at) => {
			const other = lines.filter((line, index) => line !== sent[at]?.[index]);
			return other.length > 0 ? [`${elements[at]?.outerHTML.slice(0, 100)}: ${other.slice(0, 5).join("; ")}`] : [];
		});
		document.adoptedStyleSheets.pop();
		for (const one of document.styleSheets) one.disabled = false;
		return found;
	}, sheet);
}

it("the compiled styles look like the source styles in every colour scheme", async () => {
	const { portals, known } = await openScene();
	const page = await openPage(portals.full.origin);
	const faults: string[] = [];
	const compare = async (sheets: string, looks = LOOKS) => {
		const css = sheets.split(" ").map((name) => written(`app/styles/${name}.css`));
		for (const { width, colorScheme, theme } of looks) {
			await page.setViewportSize({ width, height: 800 });
			await page.emulateMedia({ colorScheme });
			if (theme) await page.evaluate((chosen) => document.documentElement.setAttribute("data-theme", chosen), theme);
			for (const one of await differences(page, css.join("\n")))
				faults.push(`${page.url()} at ${width}, ${colorScheme}, ${theme ?? "not chosen"}: ${one}`);
		}
	};
	for (const path of ["/spotlight-aigc", "/proposals", "/hangzhou"]) {
		await page.goto(path);
		await compare(path === "/proposals" ? "site" : "form");
	}
	await page.click("form.programme button.primary");
	await page.waitForSelector("#errors");
	await compare("form");
	for (const path of ["/schedule", `/schedule/${known.released}`]) {
		await page.goto(path);
		await compare("schedule");
	}
	await page.goto("/login");
	await compare("site", CHOSEN);
	await fill(page, ADMIN);
	await page.click("button.primary");
	await page.waitForURL(/\/admin/);
	for (const path of CONSOLE) {
		await page.goto(path);
		await compare("console");
	}
	expect(faults).toEqual([]);
});

interface Look {
	width: number;
	colorScheme: "light" | "dark";
	theme?: "light" | "dark";
}

const LOOKS: readonly Look[] = [
	{ width: 1280, colorScheme: "light" },
	{ width: 320, colorScheme: "dark" },
];
const CHOSEN: readonly Look[] = [
	{ width: 320, colorScheme: "dark", theme: "light" },
	{ width: 320, colorScheme: "light", theme: "dark" },
];
const CONSOLE = [
	"/admin/editor",
	"/admin",
	"/admin/proposals",
	"/admin/programmes",
	"/admin/mail",
	"/admin/tracks",
	"/admin/schedule",
	"/admin/schedule/grid",
	"/admin/schedule/grid?day=day1",
];
