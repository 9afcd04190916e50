import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { hydratedPages } from "../support/hydrated.ts";
import { weigh } from "../support/page-weight.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

const MOST_BYTES = 130_000;
const MOST_REQUESTS = 8;
const MOST_SCRIPTS = 115_000;
/** Sanity check: React and Remix alone weigh more. */
const LEAST_SCRIPTS = 60_000;
const ROWS = 12;

/** Every screen of the console, and dialogs with the list behind. One with a photo needs a request more, for the photo. */
const SCREENS = [
	...hydratedPages().map(({ path }) => path),
	"/admin/proposals?modal=email&id=1",
	"/admin/aigc?modal=details&id=13",
];

/** Every list has a page full of entries. */
async function openFull(): Promise<TestPortal> {
	const portal = await openPortal();
	for (let n = 1; n <= ROWS; n += 1)
		await sendTalk(portal, { title: `${n}: 如何 build what ${n ** 9} people need`, name: "韩梅梅" });
	for (let n = 1; n <= ROWS; n += 1) {
		await sendWork(portal, { title: `${n}: 展品 ${n ** 9}` });
		await sendProject(portal, { projectname: `${n}: 项目 ${n ** 9}` });
		await sendRegistration(portal);
	}
	return portal;
}

it.each([["en-US"], ["zh-CN"]])(
	"a first visit to any screen of the console in %s weighs at most 130,000 bytes, 115,000 of them scripts, in at most 8 requests",
	async (locale) => {
		expect(SCREENS).toContain("/admin/proposals");
		const portal = await openFull();
		const page = await openPage(portal.origin, { locale });
		await enterConsole(portal, page);
		// A pointer that rests on a row reads its entry ahead.
		await page.mouse.move(0, 0);
		const take = await weigh(page);
		const heavy: unknown[] = [];
		for (const path of SCREENS) {
			await page.goto("about:blank");
			await take();
			await page.goto(path);
			const { bytes, requests, scripts } = await take();
			// Beside an entry, the next one is read ahead.
			const most = path.includes("modal=details") ? MOST_REQUESTS + 1 : MOST_REQUESTS;
			const fits = bytes <= MOST_BYTES && requests <= most && scripts <= MOST_SCRIPTS;
			if (!fits || scripts < LEAST_SCRIPTS) heavy.push({ path, bytes, requests, scripts });
		}
		expect(heavy).toEqual([]);
	},
);
