import { describe, expect, it } from "vitest";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import type { TestPortal } from "../support/portal.ts";
import { open, RESULTS, resultRows, say, titles, withReviews } from "../support/results.ts";
import { MARKED, REVIEW, RULES, signedIn } from "../support/reviews.ts";
import { headings } from "../support/table.ts";

const own = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select id from users where email = 'admin@example.org'").pluck().get() ??
	sqlite.prepare("select min(id) from users where is_admin").pluck().get();

describe("the results of a call", () => {
	it("are what its reviews say, raw beside adjusted with an interval", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		const page = await open(admin);
		expect(headings(page).slice(4, 10)).toEqual([
			...["Reviews", "Adjusted mean", "Mean", "Median", "Spread", "Recommend accepting"],
		]);
		const rows = resultRows(page);
		// Weights 1, 2, 1. First: (5+10+5)/4 = 5, (4+6+2)/4 = 3, 4: mean 4, median 4, spread 1, two of three yes.
		expect(rows[0]).toEqual(["First talk-1", "New", "3 of 3", expect.anything(), "4.0", "4.0", "1.0", "67%"]);
		// Second: (5+4+5)/4 = 3.5 and (2+2+2)/4 = 1.5: mean 2.5, spread 1.41.
		expect(rows[1]).toEqual([
			...["Second talk-2 Reviewers disagree", "New", "2 of 3", expect.anything(), "2.5", "2.5", "1.4", "50%"],
		]);
		expect(rows[2]).toEqual(["Third talk-3", "New", "0 of 3", "–", "–", "–", "–", "–"]);
		expect(rows[0]?.[3]).toMatch(/^3\.\d \(\d\.\d–\d\.\d\)$/);
		expect(textOfPage(page)).toContain("Entries: 3 · Reviews: 5 · Reviewers: 3");
		expect((await admin.get(RULES).expect(200)).text).toContain(`href="${RESULTS}"`);
		expect((await admin.get("/admin/decisions").expect(200)).text).toContain(`href="${RESULTS}"`);
	});

	it("are ordered by each figure in both directions, entries without it last", async () => {
		const admin = await (await withReviews()).admin();
		for (const order of ["adjusted", "mean", "median", "number", "yes"]) {
			const least = order === "number" ? ["Third", "Second", "First"] : ["Second", "First", "Third"];
			expect([order, await titles(admin, `?sort=${order}`)]).toEqual([order, least]);
			expect([order, await titles(admin, `?sort=-${order}`)]).toEqual([order, ["First", "Second", "Third"]]);
		}
		expect(await titles(admin, "?sort=-spread")).toEqual(["Second", "First", "Third"]);
		expect(await titles(admin, "?sort=-title")).toEqual(["Third", "Second", "First"]);
		expect(await titles(admin, "?sort=nonsense&page=9&track=none&status=none")).toEqual(["First", "Second", "Third"]);
	});

	it("can be filtered by track, status, disagreement and missing reviews", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		expect(await titles(admin, "?track=agentic-web")).toEqual(["Second", "Third"]);
		expect(await titles(admin, "?only=disagreement")).toEqual(["Second"]);
		expect(await titles(admin, "?only=few")).toEqual(["Second", "Third"]);
		await portal.db.write(() => void portal.sqlite.exec("update entries set status = 'Hold' where id = 3"));
		expect(await titles(admin, "?status=Hold")).toEqual(["Third"]);
		// Without a yes against a no, a spread of more than a point is disagreement: 5, 3 and now 1 have one of 2.
		await portal.db.write(() => void portal.sqlite.exec("update reviews set recommendation = 'maybe'"));
		await portal.db.write(
			() =>
				void portal.sqlite.exec(`update reviews set marks = '{"relevance":1,"content":1,"clarity":1}' where id = 3`),
		);
		expect(await titles(admin, "?only=disagreement&sort=title")).toEqual(["First", "Second"]);
	});

	it("show the places of each track beside what is accepted there", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		const slots = portal.sqlite.prepare("select count(*) from slots where track_id = 'ai-next'").pluck().get();
		await portal.db.write(() => void portal.sqlite.exec("update entries set status = 'Accept' where id = 1"));
		const page = textOfPage(await open(admin));
		expect(page).toMatch(new RegExp(`Places in each track.*${slots}\\s+1\\s+1`, "s"));
		await portal.db.write(() => {
			portal.sqlite.exec(
				"delete from slots where track_id = 'ai-next' and rowid not in (select rowid from slots where track_id = 'ai-next' limit 1)",
			);
			portal.sqlite.exec("update entries set status = 'Accept', track_id = 'ai-next'");
		});
		expect(textOfPage(await open(admin))).toContain("3 2 too many");
	});

	it("count what is done by people without a conflict, and are not shown to who has one", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		const conflict = (email: string, entry: number) =>
			portal.db.write(
				() =>
					void portal.sqlite.exec(
						`insert into conflicts select ${entry}, id, 'found', 1, null from users where ${email}`,
					),
			);
		await portal.db.write(() => void portal.sqlite.exec("update reviews set state = 'open' where id = 2"));
		await conflict("email = 'third@example.org'", 1);
		expect(resultRows(await open(admin))[0]?.slice(2)).toEqual([
			...["1 of 3", expect.anything(), "5.0", "5.0", "–", "100%"],
		]);
		await conflict(`id = ${own(portal)}`, 1);
		const row = resultRows(await open(admin, "?sort=title"))[0];
		expect(row).toEqual(["First talk-1 Hidden from you: conflict of interest", "New", "–", "–", "–", "–", "–", "–"]);
		const details = textOfPage((await admin.get("/admin/proposals?modal=details&id=1").expect(200)).text);
		expect(details).toContain("so its reviews are not shown to you");
		expect(details).not.toMatch(/Said by|from \d reviews?/);
		const other = textOfPage((await admin.get("/admin/proposals?modal=details&id=2").expect(200)).text);
		expect(other).toMatch(/Mean [\d.–]+ from \d reviews? · .* recommend accepting\.[\s\S]*Said by mild/);
	});

	it("mark what was edited after it was read, and what was marked by earlier criteria", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		await portal.db.write(
			() =>
				void portal.sqlite.exec(
					`insert into entry_log (entry_id, at, type, state) values (1, 2, 'Edited', 'New');
					insert into edited_answers (log_id, field, entry_id) select max(id), 'abstract', 1 from entry_log; update reviews set entry_version = (select max(id) from entry_log) where id = 3`,
				),
		);
		expect(resultRows(await open(admin))[0]?.[0]).toBe("First talk-1 Edited after 2 of 3 reviews");
		const rules = (await admin.get(RULES).expect(200)).text;
		const other = { "criterion-1-label": "Substance", "criterion-2-scale": "0-3" };
		await submitForm(admin, rules, other, { selector: "main form", button: "do.save" }).expect(200);
		const [first] = resultRows(await open(admin));
		expect(first?.[0]).toBe("First talk-1 Edited after 2 of 3 reviews 3 of 3 reviews by earlier criteria");
		expect(first?.slice(4)).toEqual(["4.0", "4.0", "1.0", "67%"]);
		const details = textOfPage((await admin.get("/admin/proposals?modal=details&id=1").expect(200)).text);
		expect(details).toContain("Discussion · Results of reviews");
		expect(details).toContain(
			"mild@example.org · Done · before the entry was edited · by earlier criteria (version 1)",
		);
		expect(details).toMatch(/third@example\.org · Done · by earlier criteria \(version 1\)\s+Relevance\s+4 of 5/);
		expect(details).toMatch(/Recommendation\s+Undecided\s+Note for the committee\s+Said by harsh/);
	});

	it("do not exist for a call that is not reviewed, nor for reviewers and strangers", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		for (const call of ["sl-hz", "nowhere"])
			for (const end of ["", "/results.csv"]) await admin.get(`/admin/reviews/${call}${end}`).expect(404);
		for (const agent of [await signedIn(portal, "mild@example.org"), portal.agent()])
			for (const path of [RESULTS, `${RESULTS}/results.csv`]) await agent.get(path).expect(302);
	});

	it("are there in Chinese", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		const { text } = await admin.get(RESULTS).set("Accept-Language", "zh").expect(200);
		expect(headings(text)).toContain("调整后的平均分");
		expect(textOfPage(text)).toContain("提交：3 · 评审意见：5 · 评审人：3");
	});
});

describe("what if the weights were different", () => {
	it("changes the order of the page, says so, and stores nothing", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		await portal.db.write(() => {
			say(portal, 3, "mild", [5, 4, 5]);
			say(portal, 3, "harsh", [5, 1, 5]);
		});
		const stored = () =>
			["review_rules", "review_criteria", "reviews", "entries", "entry_log"].map((table) =>
				portal.sqlite.prepare(`select * from ${table}`).raw().all(),
			);
		const before = stored();
		// Content alone: 5, 3, 4 for the first, 4 and 1 for the third. Without it the third has 5 and 5.
		expect(await titles(admin)).toEqual(["First", "Third", "Second"]);
		const search = "?w.relevance=1&w.content=0&w.clarity=1";
		const page = await open(admin, search);
		expect(await titles(admin, search)).toEqual(["Third", "First", "Second"]);
		expect(textOfPage(page)).toContain(
			"You are trying out other weights: Relevance 1, Content 0, Clarity 1. Nothing is stored.",
		);
		expect(page).toContain(`href="${RESULTS}"`);
		const zero = await open(admin, "?w.relevance=0&w.content=0&w.clarity=0");
		expect(textOfPage(zero)).toContain("Every weight is 0, so the weights of the review rules are used.");
		expect(resultRows(zero)).toEqual(resultRows(await open(admin)));
		expect(textOfPage(await open(admin, "?w.content=11&w.clarity=x&w.gone=3&w.relevance=1"))).not.toContain(
			"trying out",
		);
		expect(stored()).toEqual(before);
	});
});

describe("a review that is written on the page of reviewers", () => {
	it("counts once it is done", async () => {
		const portal = await withReviews();
		const admin = await portal.admin();
		const agent = await signedIn(portal, "third@example.org");
		const page = (await agent.get("/review/talk-3").expect(200)).text;
		await submitForm(agent, page, MARKED, { ...REVIEW, button: "do.save" }).expect(303);
		expect(resultRows(await open(admin, "?sort=title"))[2]?.[2]).toBe("0 of 3");
		const again = (await agent.get("/review/talk-3").expect(200)).text;
		await submitForm(agent, again, MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		// (3 + 2 x 5 + 4) / 4 = 4.25
		expect(resultRows(await open(admin, "?sort=title"))[2]?.slice(2)).toEqual([
			...["1 of 3", expect.anything(), "4.3", "4.3", "–", "100%"],
		]);
		expect(errorsOf(await open(admin)).list).toEqual([]);
	});
});
