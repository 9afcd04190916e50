import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { askRelease, decided, RELEASE } from "../support/decisions.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";

it("an entry opened from another page of the console leads back to that page", async () => {
	const portal = await openPortal();
	const ids = await decided(portal, 4);
	const admin = await portal.admin();
	const entriesOn = async (path: string) =>
		parse((await admin.get(path).expect(200)).text)
			.querySelectorAll("main a[href*='modal=details']")
			.map((link) => link.getAttribute("href") ?? "");
	const DECISIONS = "/admin/decisions?call=hangzhou&status=Accept";
	const found = [[DECISIONS, await entriesOn(DECISIONS)]] as [string, string[]][];
	await submitForm(admin, await askRelease(admin), {}, RELEASE).expect(200);
	await place(portal, ids[0] ?? 0, ["day1", "ai-next", "10:00"]);
	await portal.db.write(
		() =>
			void portal.sqlite.exec(
				"update entries set presence = 'withdrawn' where id = 1; update entries set track_id = null where id = 4",
			),
	);
	for (const path of ["/admin/decisions/1", "/admin/schedule", "/admin/schedule/conflicts", "/admin/messages/talk-1"])
		found.push([path, await entriesOn(path)]);
	for (const [path, links] of found) {
		expect([path, links.length > 0]).toEqual([path, true]);
		for (const link of links) {
			const back = parse((await admin.get(link).expect(200)).text).querySelector(".reading-steps a");
			expect([path, back?.getAttribute("href")]).toEqual([path, path]);
		}
	}
});
