import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { askRelease, decided, PAGE } from "../support/decisions.ts";
import { sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

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

const seenAt = async (admin: Awaited<ReturnType<TestPortal["admin"]>>, path: string) =>
	parse((await admin.get(path).expect(200)).text).querySelector(".reading-tools > .hint")?.textContent;

it("the public is named only where it sees the status of this entry, and nobody of one that was withdrawn", async () => {
	const portal = await openPortal({ PUBLIC_PROPOSALS: "all" });
	for (const title of ["Compilers", "Kernels", "Gardens"]) await sendTalk(portal, { title });
	const work = await sendWork(portal);
	await portal.db.write(() => {
		portal.sqlite.exec("update entries set consent = 0 where id = 2");
		portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 3");
	});
	const admin = await portal.admin();
	const [both, author] = ["The author and the public see the status at once.", "The author sees the status at once."];
	const said = await Promise.all([1, 2, 3].map((id) => seenAt(admin, `/admin/proposals?modal=details&id=${id}`)));
	expect(said).toEqual([both, author, undefined]);
	expect(await seenAt(admin, `/admin/aigc?modal=details&id=${work}`)).toBe(author);
});

it("before many talks change, those whom nothing is told at once are named apart", async () => {
	const portal = await openPortal({ PUBLIC_PROPOSALS: "all" });
	for (const title of ["Compilers", "Kernels"]) await sendTalk(portal, { title });
	await portal.db.write(() => {
		portal.sqlite.exec("update entries set consent = 0 where id = 2");
		portal.sqlite.exec("update programmes set tells = 'when released' where category = 'hangzhou'");
	});
	const admin = await portal.admin();
	const asked = async () => textOfPage((await admin.get("/admin/proposals?modal=bulk&action=status&to=Reject")).text);
	// The call of Paris tells at once, but has none of them.
	expect(await asked()).not.toContain("at once");
	await portal.db.write(() => portal.sqlite.exec("update entries set category = 'aiparis'"));
	expect(await asked()).toContain(
		"Their authors see the status at once, and the public that of 1 entry on the public list.",
	);
	await sendTalk(portal, { title: "Gardens" });
	expect(await asked()).toContain("on the public list. It is told later to authors of: Hangzhou Talk.");
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
