import { expect, it } from "vitest";
import { download } from "../support/csv.ts";
import { sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

it("lists and files name the call of each entry once a kind has entries of several calls", async () => {
	const portal = await openPortal();
	for (const title of ["First", "Second"]) await sendTalk(portal, { title });
	for (const name of ["Li", "Wu"]) await sendRegistration(portal, { name });
	for (const title of ["Tutor", "Poem"]) await sendWork(portal, { title });
	const admin = await portal.admin();
	const page = async (path: string) => textOfPage((await admin.get(path).expect(200)).text);
	const file = async (kind: string) => (await download(admin, `/admin/export/${kind}?sort=id`)).text.split("\r\n");
	const kinds = ["talk", "forum", "aigc"];
	const before = await Promise.all(kinds.map(file));
	expect(await page("/admin/proposals")).not.toMatch(/talk-1\s+Hangzhou/);

	portal.sqlite.exec("update entries set category = 'aiparis' where id = 2");
	portal.sqlite.exec("update entries set category = 'old-' || kind where id in (4, 6)");
	const list = await page("/admin/proposals");
	expect([/talk-1\s+Hangzhou Talk/.test(list), /talk-2\s+AI Paris Talk/.test(list)]).toEqual([true, true]);
	expect(await page("/admin/proposals?modal=details&id=2")).toMatch(/talk-2\s+AI Paris Talk/);
	expect(await page("/admin/forum")).toMatch(/forum-4\s+old-forum/);
	expect(await page("/admin/aigc")).toMatch(/aigc-6\s+old-aigc/);

	// The other columns stay as they were.
	for (const [at, kind] of kinds.entries()) {
		const after = await file(kind);
		const ends = after.slice(0, 2).map((line, n) => line.slice(before[at]?.[n]?.length));
		expect([kind, after.slice(0, 2).map((line, n) => line.startsWith(before[at]?.[n] ?? "-"))]).toEqual([
			kind,
			[true, true],
		]);
		expect([kind, ends[0], ends[1] !== ","]).toEqual([kind, kind === "aigc" ? ",Call" : ",call", true]);
	}
});
