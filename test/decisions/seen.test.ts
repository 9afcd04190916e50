import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

it.each([
	[
		"all",
		"at once",
		"The author and the public see the status at once.",
		"Their authors and the public see the status at once.",
	],
	["accepted", "at once", "The author sees the status at once.", "Their authors see the status at once."],
	["all", "when released", undefined, undefined],
])("whoever sets a status is told who sees it at once: public list %s, told %s", async (list, tells, said, ofMany) => {
	const portal = await openPortal({ PUBLIC_PROPOSALS: list });
	portal.sqlite.prepare("update programmes set tells = ?").run(tells);
	await sendTalk(portal, { title: "Compilers" });
	const admin = await portal.admin();
	const page = parse((await admin.get("/admin/proposals?modal=details&id=1").expect(200)).text);
	expect(page.querySelector(".reading-tools > .hint")?.textContent).toBe(said);
	const question = "/admin/proposals?modal=bulk&action=status&to=Reject";
	const asked = textOfPage((await admin.get(question).expect(200)).text);
	expect(/Their authors .* at once\./.exec(asked)?.[0]).toBe(ofMany);
});
