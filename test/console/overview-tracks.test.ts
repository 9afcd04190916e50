import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";

it("talks without any track count with those whose track is open, under a name that leads to all of them", async () => {
	const portal = await openPortal();
	const ids: number[] = [];
	for (const title of ["None", "Open", "Placed"]) ids.push(await sendTalk(portal, { title, tracks: "assign-me" }));
	await portal.db.write(() =>
		portal.sqlite.exec(`update entries set track_id = null where id = ${ids[0]};
			update entries set track_id = 'ai-next' where id = ${ids[2]}`),
	);
	const admin = await portal.admin();
	const rows = parse((await admin.get("/admin").expect(200)).text).querySelectorAll(".chart-rows li");
	expect(rows.map((row) => [row.querySelector("a")?.text, row.querySelector("span")?.text])).toEqual([
		["To be assigned", "2"],
		["AI Next", "1"],
	]);
	const list = await admin.get(rows[0]?.querySelector("a")?.getAttribute("href") ?? "").expect(200);
	const titles = parse(list.text)
		.querySelectorAll("tbody tr")
		.map(({ text }) => /None|Open|Placed/.exec(text)?.[0]);
	expect(titles.sort()).toEqual(["None", "Open"]);
});
