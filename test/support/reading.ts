import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openPage } from "./browser.ts";
import { sendTalk } from "./entries.ts";
import type { TestPortal } from "./portal.ts";
import { addReviewer, REVIEWER, reviewed } from "./reviews.ts";
import { enterAs } from "./sessions.ts";

type PageOptions = NonNullable<Parameters<typeof openPage>[1]>;

/** Three talks that are reviewed, and their reviewer on the page of the first. */
export async function openReview(options: PageOptions = {}) {
	const portal = await reviewed();
	await addReviewer(portal);
	for (const title of ["First", "Second", "Third"])
		await sendTalk(portal, { title, details: `What ${title} is about.` });
	return { portal, page: await enterReview(portal, options) };
}

/** Another window of the same reviewer. */
export async function enterReview(portal: TestPortal, options: PageOptions = {}): Promise<Page> {
	const page = await openPage(portal.origin, options);
	await enterAs(portal, page, REVIEWER, "/review/talk-1");
	if (options.javaScriptEnabled !== false) await keysAreHeard(page);
	return page;
}

export const keysAreHeard = (page: Page) => page.waitForSelector(".keys-offer", { state: "attached" });

export const status = (page: Page) => page.textContent("main [role=status].field-note");

/** Waits until the entry of this title is shown. */
export const reads = (page: Page, title: string) => expect.poll(() => page.textContent("main h1")).toBe(title);

export const marked = (page: Page) =>
	page.$$eval("main fieldset :checked", (inputs) => inputs.map((input) => (input as HTMLInputElement).value));

export const notes = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select committee_note from reviews order by entry_id").pluck().all();

/** A review of an entry as it would have been made without a page. */
export const reviewIt = ({ sqlite }: TestPortal, entryId: number) =>
	sqlite.exec(
		`insert into reviews (entry_id, reviewer_id, state, marks, rules_version, entry_version, revision, at)
			select ${entryId}, id, 'done', '{}', 1, 0, 1, 1 from users where email = '${REVIEWER}'`,
	);

/**
 * Holds what a page asks for, a GET or POST of one path, in this page and those loaded later; or, with `fails`, lets it fail
 * as without a connection.
 * @returns ends that, and sends what was held
 */
export async function holdRequests(page: Page, method: "GET" | "POST", path: string, { fails = false } = {}) {
	const held = { method, path, fails };
	await page.addInitScript(hold, held);
	await page.evaluate(hold, held);
	return () => page.evaluate((name) => dispatchEvent(new Event(name)), `release ${method} ${path}`);
}

/** Runs in the page. */
function hold({ method, path, fails }: { method: string; path: string; fails: boolean }): void {
	const now = window.fetch;
	let isHeld = true;
	const released = new Promise((resolve) => addEventListener(`release ${method} ${path}`, resolve, { once: true }));
	released.then(() => {
		isHeld = false;
	});
	window.fetch = async (what, options) => {
		const isMeant = (options?.method ?? "GET") === method && new URL(String(what), location.href).pathname === path;
		if (isMeant && isHeld && fails) throw new TypeError("Failed to fetch");
		if (isMeant) await released;
		return now(what, options);
	};
}
