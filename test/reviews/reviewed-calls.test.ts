import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { addReviewer, MARKED, REVIEW, reviewed } from "../support/reviews.ts";

it("the reviews of all calls are in the menu: how far each is, and the ways to results, assignments and rules", async () => {
	const portal = await reviewed();
	const reviewer = await addReviewer(portal);
	for (const title of ["First", "Second"]) await sendTalk(portal, { title });
	const page = (await reviewer.get("/review/talk-1").expect(200)).text;
	await submitForm(reviewer, page, MARKED, { ...REVIEW, press: "do.done" }).expect(303);
	const admin = await portal.admin();
	const menu = parse((await admin.get("/admin/proposals").expect(200)).text).querySelectorAll("nav.rail a");
	const entry = menu.find((link) => link.textContent.trim() === "Reviews");
	const shown = parse((await admin.get(entry?.getAttribute("href") ?? "").expect(200)).text);
	const rows = shown.querySelectorAll("main tbody tr").map((row) => ({
		cells: row.querySelectorAll("th, td").map((cell) => cell.textContent.trim()),
		links: row.querySelectorAll("a").map((link) => link.getAttribute("href")),
	}));
	const [talks, ...others] = rows;
	// The administrator could review too, and has not begun.
	expect(talks?.cells.slice(0, 3)).toEqual(["Hangzhou Talk Proposal", "No end date", "1 of 2"]);
	expect(talks?.links).toEqual([
		"/admin/reviews/hangzhou",
		"/admin/programmes/hangzhou/assignments",
		"/admin/programmes/hangzhou/review",
	]);
	expect(others.length).toBeGreaterThan(0);
	for (const { cells, links } of others) {
		expect(cells.slice(1, 3)).toEqual(["Not reviewed", "–"]);
		expect(links).toEqual([expect.stringMatching(/^\/admin\/programmes\/[\w-]+\/review$/)]);
	}
	for (const { links } of rows) for (const link of links) await admin.get(link ?? "").expect(200);
	const own = parse((await admin.get("/review").expect(200)).text);
	expect(own.querySelector("main .lead a")?.getAttribute("href")).toBe("/admin/reviews");
	expect(parse((await reviewer.get("/review").expect(200)).text).querySelector("main .lead a")).toBeNull();
});
