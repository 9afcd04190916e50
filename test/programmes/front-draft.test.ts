import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { open, save } from "../support/drafts.ts";
import { openPortal } from "../support/portal.ts";

it("the front page leads a guest back to a draft, and shows it to nobody else", async () => {
	const portal = await openPortal();
	const agent = portal.agent();
	const link = async (by: typeof agent) =>
		parse(await open(by, "/"))
			.querySelector(".conference .banner a")
			?.getAttribute("href");
	expect(await link(agent)).toBe(undefined);
	await save(agent, "/hangzhou?event=pytorch", { name: "Lei" });
	expect(await link(agent)).toBe("/hangzhou?event=pytorch");
	expect(await link(portal.agent())).toBe(undefined);
});
