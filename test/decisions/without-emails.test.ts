import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { holdBack, openDecisions } from "../support/decisions.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

const LEADS = "main .lead a";

it("a call without decision emails says so and leads to the page that writes to its authors", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const links = (page: string) =>
		parse(page)
			.querySelectorAll(LEADS)
			.map((link) => link.getAttribute("href"));
	for (const [call, kind] of [
		["sl-hz", "nomination"],
		["sl-aigc", "aigc"],
		["forum", "forum"],
	]) {
		const page = await openDecisions(admin, `/admin/decisions?call=${call}`);
		expect(textOfPage(page)).toContain("This call has no decision emails");
		expect(textOfPage(page)).not.toContain("waits to be released");
		expect(links(page)).toEqual([`/admin/mail/broadcasts?of=${kind}`]);
	}
	expect(links(await openDecisions(admin))).toContain("/admin/waiting");
	await holdBack(portal);
	const held = textOfPage(await openDecisions(admin, "/admin/decisions?call=forum"));
	expect(held).toContain("when you release it here");
	expect(held).toContain("waits to be released");
});
