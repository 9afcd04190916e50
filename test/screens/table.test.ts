import { expect, it } from "vitest";
import { access } from "../support/addresses.ts";
import { consoleScreens } from "../support/screens/console.ts";
import { publicScreens } from "../support/screens/public.ts";

const screens = [...publicScreens, ...consoleScreens];
const pagesBy = (method: string) =>
	access.filter((row) => row.kind === "page" && row.method === method).map(({ path }) => path);
const walked = (state?: string) =>
	new Set(screens.filter((screen) => !state || screen.state === state).map(({ row }) => row));

/** What answers with a file, or with data for a page. */
const DOWNLOADS = [
	"/account/copy",
	"/nominations-aigc/export",
	"/admin/reviews/:call/results.csv",
	"/admin/statistics.csv",
	"/admin/export/:kind",
	"/admin/event/setup.json",
];
/** Pages whose forms cannot be invalid (a single button, or selects only). */
const NOTHING_TO_TYPE = [
	"/logout",
	"/session",
	"/preferences",
	"/unsubscribe",
	"/admin/mail",
	"/admin/late",
	"/admin/decisions/:release",
	"/admin/mail/broadcasts/:broadcast",
	"/admin/reviews/:call",
	"/admin/person/copy",
	"/admin/waiting",
	"/admin/programmes/:call/assignments",
	"/admin/forum",
	"/admin/aigc",
	"/admin/nominations",
	// Without changes there is nothing to publish, and no form.
	"/admin/programmes/:call/publish",
];
/** Forms of programmes that are closed as shipped: they are those of the others, once they are open. */
const CLOSED = publicScreens.filter(({ state, title }) => state === "closed" && title === "Submission Closed");

it("every page of the access table is walked, forms also with errors", () => {
	expect(pagesBy("GET").filter((path) => !walked().has(path))).toEqual(DOWNLOADS);
	const excused = new Set([...NOTHING_TO_TYPE, ...CLOSED.map(({ row }) => row)]);
	expect(pagesBy("POST").filter((path) => !walked("errors").has(path) && !excused.has(path))).toEqual([]);
});
