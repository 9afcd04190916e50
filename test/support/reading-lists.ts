import type { Page } from "playwright-core";
import { sendProject, sendRegistration, sendWork } from "./entries.ts";
import { openConsole } from "./keyboard.ts";
import { openPortal, type TestPortal } from "./portal.ts";

export interface List {
	path: string;
	caption: string;
	/** A text that only the whole entry has. */
	text: string;
	send: (portal: TestPortal, title: string) => Promise<number>;
}

/** Lists whose entries have no track and no editor. */
export const LISTS: readonly List[] = [
	{
		path: "/admin/aigc",
		caption: "AIGC Submission Details",
		text: "It teaches.",
		send: (portal, title) => sendWork(portal, { title }),
	},
	{
		path: "/admin/nominations",
		caption: "Nomination Details",
		text: "It compiles.",
		send: (portal, title) => sendProject(portal, { projectname: title }),
	},
	{
		path: "/admin/forum",
		caption: "Registration Details",
		text: "AI and education",
		send: (portal, name) => sendRegistration(portal, { name }),
	},
];

export const TITLE = ".reading-pane h1";
export const reads = (page: Page, title: string) => page.waitForSelector(`${TITLE}:text-is("${title}")`);
export const whole = (page: Page) => page.waitForSelector(".reading-pane .history");
export const chosen = (page: Page) => page.locator(".status-choice :checked").inputValue();
/** Longer than a key pressed again counts for the entry before. */
export const settle = (page: Page) => page.waitForTimeout(400);

/** A list with three entries, the newest first: Third, Second, First. */
export async function openList({ path, send }: List, search = "") {
	const portal = await openPortal();
	for (const title of ["First", "Second", "Third"]) await send(portal, title);
	const page = await openConsole(portal, path + search);
	return { portal, page };
}
