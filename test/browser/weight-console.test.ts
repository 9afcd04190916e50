import { expect, it } from "vitest";
import { access } from "../../server/access.ts";
import { openPage } from "../support/browser.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { hydratedPages } from "../support/hydrated.ts";
import { weigh } from "../support/page-weight.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

/** Of a screen that hydrates, and of every other. */
const HYDRATED = { bytes: 133_000, requests: 8, scripts: 115_000 };
const PLAIN = { bytes: 60_000, requests: 5, scripts: 45_000 };
/** Sanity check: every script weighs more. */
const LEAST_SCRIPTS = 4_000;
const ROWS = 12;

const HYDRATED_SCREENS = hydratedPages().map(({ path }) => path);

/** Every other screen whose address names nothing, and entries and dialogs of lists. */
const PLAIN_SCREENS = [
	...access
		.filter(({ kind, method, path }) => kind === "page" && method === "GET" && /^\/admin[^:.]*$/.test(path))
		.map(({ path }) => path)
		.filter((path) => !hydratedPages().some((page) => page.path === path) && !/\/(export|copy)/.test(path)),
	"/admin/proposals?modal=email&id=1",
	"/admin/proposals?modal=details&id=2",
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
	"a first visit to a screen of the console in %s weighs at most 60,000 bytes, 45,000 of them scripts, in at most 5 requests; more where it hydrates",
	async (locale) => {
		expect(HYDRATED_SCREENS).toEqual(["/admin/schedule"]);
		expect(PLAIN_SCREENS).toContain("/admin/proposals");
		const portal = await openFull();
		const page = await openPage(portal.origin, { locale });
		await enterConsole(portal, page);
		// A pointer that rests on a row reads its entry ahead.
		await page.mouse.move(0, 0);
		const take = await weigh(page);
		const heavy: unknown[] = [];
		for (const path of [...HYDRATED_SCREENS, ...PLAIN_SCREENS]) {
			const most = HYDRATED_SCREENS.includes(path) ? HYDRATED : PLAIN;
			await page.goto("about:blank");
			await take();
			await page.goto(path);
			const { bytes, requests, scripts } = await take();
			// Beside an entry, those before and after it are read ahead.
			const ahead = path.includes("modal=details") ? 2 : 0;
			const fits = bytes <= most.bytes && requests <= most.requests + ahead && scripts <= most.scripts;
			if (!fits || scripts < LEAST_SCRIPTS) heavy.push({ path, bytes, requests, scripts });
		}
		expect(heavy).toEqual([]);
	},
);
