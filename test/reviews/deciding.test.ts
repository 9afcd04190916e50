import { describe, expect, it } from "vitest";
import { download } from "../support/csv.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import type { TestPortal } from "../support/portal.ts";
import { open, RESULTS, resultRows, withReviews } from "../support/results.ts";

const UNDO = { selector: ".banner form", button: "do.undo" };
const statuses = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select status, told_status from entries order by id").raw().all() as [string, string | null][];
const decide = { selector: "main form:has(table)", button: "do.bulk-status" };

describe("deciding from the results", () => {
	it("sets the status of one entry or many, and undoes the last change", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		const one = await submitForm(admin, await open(admin), { ids: ["1"], "bulk-status": "Accept" }, decide).expect(200);
		expect(textOfPage(one.text)).toContain("1 entry changed:");
		expect(statuses(portal).map(([status]) => status)).toEqual(["Accept", "New", "New"]);
		const search = "?sort=title&w.content=1";
		const many = await submitForm(
			admin,
			await open(admin, search),
			{ ids: ["2", "3"], "bulk-status": "Reject" },
			decide,
		).expect(200);
		expect(textOfPage(many.text)).toContain("2 entries changed:");
		expect(resultRows(many.text).map(([title = ""]) => title.split(" ")[0])).toEqual(["First", "Second", "Third"]);
		expect(textOfPage(many.text)).toContain("You are trying out other weights");
		const undone = await submitForm(admin, many.text, {}, UNDO).expect(200);
		expect(textOfPage(undone.text)).toContain("Undone for 2 entries.");
		expect(statuses(portal).map(([status]) => status)).toEqual(["Accept", "New", "New"]);
	});

	it("asks for a status and for rows, and keeps what was chosen", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		const none = await submitForm(admin, await open(admin), { "bulk-status": "Hold" }, decide).expect(422);
		expect(textOfPage(none.text)).toContain("Failed to update status: Select at least one row first.");
		expect(none.text).toMatch(/<option value="Hold" selected/);
		const ticked = await submitForm(admin, none.text, { ids: ["2"], "bulk-status": "" }, decide).expect(422);
		expect(textOfPage(ticked.text)).toContain("Failed to update status: Choose a value first.");
		expect(ticked.text).toMatch(/<input[^>]*value="2"[^>]*checked|checked[^>]*value="2"/);
		expect(statuses(portal)).toEqual([
			["New", null],
			["New", null],
			["New", null],
		]);
	});

	it("tells no author where the call tells when released", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		await portal.db.write(
			() => void portal.sqlite.exec("update programmes set tells = 'when released' where category = 'hangzhou'"),
		);
		await submitForm(admin, await open(admin), { ids: ["1"], "bulk-status": "Accept" }, decide).expect(200);
		expect(statuses(portal)[0]).toEqual(["Accept", "New"]);
	});
});

describe("the file of results", () => {
	it("has all that match with two decimals, and no formula", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		await portal.db.write(() => void portal.sqlite.exec(`update entries set title = '=cmd|"x"' where id = 1`));
		const page = await open(admin, "?track=ai-next&sort=title&w.content=1");
		const path = /href="([^"]*results\.csv[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const { name, text } = await download(admin, path);
		expect(name).toBe("results-hangzhou.csv");
		const [head, ...lines] = text.replace("\ufeff", "").trim().split("\r\n");
		expect(head).toBe(
			"reference,title,track,status,reviews,adjusted,adjusted_low,adjusted_high,mean,median,spread,yes,before_edit,earlier_criteria",
		);
		// With equal weights: 5, 3 and 4.
		expect(lines).toEqual([
			expect.stringMatching(/^talk-1,"?'=cmd.*,New,3,\d\.\d\d,\d\.\d\d,\d\.\d\d,4\.00,4\.00,1\.00,0\.67,0,0$/),
		]);
		expect((await download(admin, `${RESULTS}/results.csv`)).text.trim().split("\r\n")).toHaveLength(4);
	});
});
