import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openPage, openPageWithoutStorage } from "./browser.ts";
import { openPortal, type TestPortal } from "./portal.ts";
import {
	addPhoto,
	answer,
	type Filling,
	forumRegistration,
	nomination,
	showcaseApplied,
	showcaseArtistic,
	talkFilling,
} from "./programmes.ts";

const FORMS = {
	"/hangzhou": ["hangzhou", talkFilling],
	"/spotlight-hz": ["sl-hz", () => nomination],
	"/spotlight-aigc": ["sl-aigc", () => showcaseApplied],
	"/spotlight-aigc-artistic": ["sl-aigc", () => showcaseArtistic],
	"/forum": ["forum", () => forumRegistration],
} as const satisfies Record<string, readonly [category: string, filling: () => Filling]>;

type Path = keyof typeof FORMS;
const ALL = Object.keys(FORMS) as Path[];

export const stored = (portal: TestPortal) =>
	portal.sqlite.prepare("select category, incomplete, photo is not null as photo from entries order by id").all();

/** Fills in public forms, one after the other, hands them in and finds them stored. @param scripted whether the island runs */
async function handIn(portal: TestPortal, page: Page, paths: readonly Path[], scripted = false): Promise<void> {
	for (const path of paths) {
		await page.goto(path, { waitUntil: "commit" });
		await answer(page, FORMS[path][1]());
		if (path === "/hangzhou") await addPhoto(page, scripted);
		// Longer than a draft waits to be saved on the device.
		if (scripted) await page.waitForTimeout(500);
		await page.click("form.programme button.primary", { noWaitAfter: true });
		await page.waitForURL(/\/thank-you\?entry=/, { waitUntil: "commit" });
	}
	expect(stored(portal)).toEqual(
		paths.map((path) => ({ category: FORMS[path][0], incomplete: "[]", photo: path === "/hangzhou" ? 1 : 0 })),
	);
}

/** What may become of the script of a form, of storage and of cookies; each fills in the forms it is given. */
export const LACKS: Record<string, (paths?: readonly Path[]) => Promise<void>> = {
	"its script is missing": async (paths = ALL) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.route("**/e/*", (route) => route.fulfill({ status: 404, body: "" }));
		await handIn(portal, page, paths);
	},

	"its script is broken": async (paths = ALL) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { expected: /^SyntaxError/ });
		let asked = 0;
		await page.route("**/e/*", (route) => {
			asked += 1;
			return route.fulfill({ contentType: "text/javascript", body: "export const = {" });
		});
		await handIn(portal, page, paths);
		expect(asked).toBeGreaterThan(0);
	},

	"its script never arrives": async (paths = ALL) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.route("**/e/*", () => new Promise(() => undefined));
		await page.goto("/forum", { waitUntil: "commit" });
		await page.click("form.programme button.primary", { noWaitAfter: true });
		await page.waitForSelector("#errors:focus");
		await handIn(portal, page, paths);
		await page.unrouteAll({ behavior: "ignoreErrors" });
	},

	"nothing can be kept on the device": async (paths = ALL) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.addInitScript(() => {
			for (const name of ["localStorage", "sessionStorage"])
				Object.defineProperty(window, name, {
					get() {
						throw new DOMException("blocked", "SecurityError");
					},
				});
		});
		await handIn(portal, page, paths, true);
	},

	"cookies are refused, with scripts off": (paths) => withoutCookies(false, paths),

	"cookies are refused, with scripts on": (paths) => withoutCookies(true, paths),
};

async function withoutCookies(javaScriptEnabled: boolean, paths: readonly Path[] = ALL): Promise<void> {
	const portal = await openPortal();
	const page = await openPageWithoutStorage(portal.origin, { javaScriptEnabled });
	await handIn(portal, page, paths, javaScriptEnabled);
	expect(await page.context().cookies()).toEqual([]);
}
