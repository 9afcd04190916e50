import { expect, it } from "vitest";
import { sendWork } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { columnOf } from "../support/table.ts";

it.each(["/admin/aigc", "/nominations-aigc"])("%s names known countries in the reader's language", async (path) => {
	const portal = await openPortal();
	for (const country of ["中国", "japan", "Old Prussia"]) await sendWork(portal, { country });
	const admin = await portal.admin();
	expect(columnOf((await admin.get(path)).text, "Country")).toEqual(["Old Prussia", "Japan", "China"]);
	expect(columnOf((await admin.set("Accept-Language", "zh").get(path)).text, "国家")).toEqual([
		"Old Prussia",
		"日本",
		"中国",
	]);
});
