import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { guestsTalk, say } from "../support/messages.ts";
import { openPortal } from "../support/portal.ts";

it("web addresses in messages are links, and nothing else is one", async () => {
	const portal = await openPortal();
	const { link, page } = await guestsTalk(portal);
	const text =
		"Slides (https://example.org/a?b=1), 见https://example.org/模板。 HTTP://example.org. javascript:alert(1) http://";
	await say(await portal.admin(), page, text);
	const body = parse((await portal.agent().get(link)).text).querySelector("section[aria-labelledby=h-messages] dd");
	expect(body?.text).toBe(text);
	expect(body?.querySelectorAll("a").map((one) => one.getAttribute("href"))).toEqual([
		"https://example.org/a?b=1",
		"https://example.org/模板",
		"HTTP://example.org",
	]);
});
