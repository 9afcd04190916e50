import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";

it.each([
	["/proposals", "Filter", "筛选"],
	["/nominations-aigc", "Search", "搜索"],
])("the button of %s says %s: it filters only where there is more than a search", async (path, ...words) => {
	const agent = (await openPortal()).agent();
	const said = ["en", "zh"].map(async (language) => {
		const { text } = await agent.get(path).set("Accept-Language", language).expect(200);
		return parse(text).querySelector("form[role=search] button")?.textContent;
	});
	expect(await Promise.all(said)).toEqual(words);
});
