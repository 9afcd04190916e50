import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";
import { LISTS } from "../support/reading-lists.ts";

it.each(LISTS)("a title opens its entry as the button does, by a name that no other link has: $path", async (list) => {
	const portal = await openPortal();
	for (const title of ["Same", "Same"]) await list.send(portal, title);
	const page = parse((await (await portal.admin()).get(list.path).expect(200)).text);
	const rows = page.querySelectorAll("tbody tr");
	const titles = rows.map((row) => row.querySelector("th a"));
	const buttons = rows.map((row) => row.querySelector("td > a.button"));
	const hrefs = (links: typeof titles) => links.map((link) => link?.getAttribute("href"));
	expect(hrefs(titles)).toEqual(hrefs(buttons));
	const names = titles.map((link) => link?.getAttribute("aria-label"));
	expect(names).toEqual(rows.map((row) => `Same, ${row.querySelector(".reference")?.text}`));
	expect(new Set(names).size).toBe(2);
});
