import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { askRelease, decided, PAGE } from "../support/decisions.ts";
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

it("which decision an author still sees is said of an entry, on its list and where decisions are released", async () => {
	const portal = await openPortal();
	const [known = 0, unknown = 0] = await decided(portal, 2);
	await portal.db.write(() => {
		portal.sqlite.exec(`update entries set status = 'Reject', told_status = 'Accept' where id = ${known}`);
	});
	const admin = await portal.admin();
	const said = async (path: string) => textOfPage((await admin.get(path).expect(200)).text);
	const still = (page: string) => [...page.matchAll(/The author still sees: (\w+)/g)].map(([, status]) => status);
	const [read, other] = await Promise.all(
		[known, unknown].map((id) => said(`/admin/proposals?modal=details&id=${id}`)),
	);
	expect([still(read ?? ""), still(other ?? "")]).toEqual([expect.arrayContaining(["Accept"]), []]);
	expect(read).not.toContain("Not told yet");
	expect(other).toContain("Not told yet");
	const list = await said("/admin/proposals");
	expect([still(list), list.match(/Not told yet/g)?.length]).toEqual([["Accept"], 1]);
	expect(still(await said(PAGE))).toEqual(["Accept"]);
	expect(still(textOfPage(await askRelease(admin)))).toEqual(["Accept"]);
});
