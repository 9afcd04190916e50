import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { committee, open, PAGE } from "../support/assignments.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { MARKED, REVIEW, REVIEWER } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";
import { rowsOf } from "../support/table.ts";

const DAY = 24 * 3600 * 1000;
const REMOVE = { selector: "main form", button: "do.remove" };

/** Two talks. A reviewer has reviewed the first. */
async function oneReviewed() {
	const found = await committee(2);
	found.portal.sqlite.exec("update entries set title = 'Canary'");
	await submitForm(found.first, await open(found.first, "/review/talk-1"), MARKED, {
		...REVIEW,
		button: "do.done",
	}).expect(303);
	const as = { Authorization: `Bearer ${await bearerOf(found.portal, REVIEWER)}` };
	const get = (path: string, status = 200) => found.portal.agent().get(path).set(as).expect(status);
	return { ...found, get };
}

/** Both talks are assigned, and the reviewer is removed from theirs. */
async function removed() {
	const found = await oneReviewed();
	const { portal, admin, ids } = found;
	portal.sqlite.exec(`insert into assignments values (1, ${ids[0]}, 'hand', 1, null), (1, ${ids[1]}, 'hand', 1, null)`);
	await submitForm(admin, await open(admin, `${PAGE}?remove=${ids[0]}`), {}, REMOVE).expect(200);
	return found;
}

it("a reviewer who was removed finds and reads their own review, and nothing else", async () => {
	const { portal, first, second, ids } = await removed();
	const list = await open(first, "/review");
	expect(list).toMatch(/Reviews you can only read<\/h2>/);
	expect(list).toContain('href="/review/talk-1"');
	expect(rowsOf(list).at(-1)).toEqual(["talk-1", "Hangzhou Talk Proposal", "Done"]);
	const own = await open(first, "/review/talk-1");
	expect(textOfPage(own)).toMatch(/no longer yours to review.*My review\s+Done.*Content.*5.*Accept/s);
	for (const page of [list, own]) expect(page).not.toContain("Canary");
	expect(await open(second, "/review")).not.toContain("Reviews you can only read");
	await first.get("/review/talk-1/discussion").expect(404);
	await first.get("/review/talk-2").expect(404);
	await first.post("/review/talk-1").type("form").send(MARKED).set("Sec-Fetch-Site", "same-origin").expect(404);
	portal.sqlite.exec(`insert into conflicts values (1, ${ids[0]}, 'found', 1, null)`);
	await first.get("/review/talk-1").expect(404);
	expect(await open(first, "/review")).not.toContain("talk-1");
	portal.sqlite.exec(`update entries set email_folded = '${REVIEWER}' where id = 1; delete from conflicts`);
	await first.get("/review/talk-1").expect(404);
	expect(await open(first, "/review")).not.toContain("talk-1");
});

it("and by REST", async () => {
	const { portal, get } = await removed();
	const { body, text } = await get("/api/reviews");
	expect(body.entries).toEqual([]);
	expect(body.former).toEqual([
		{
			spot: "talk-1",
			call: "hangzhou",
			state: "done",
			marks: { relevance: 3, content: 5, clarity: 4 },
			recommendation: "yes",
			committeeNote: "",
			authorNote: "",
		},
	]);
	expect(text).not.toContain("Canary");
	await get("/api/reviews/talk-1", 404);
	portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 1");
	expect((await get("/api/reviews")).body.former).toEqual([]);
});

it("where the opening day is moved forward, the page of a review says when reviewing starts", async () => {
	const { portal, first, get } = await oneReviewed();
	portal.sqlite.exec(`update review_rules set opens_at = ${portal.clock.now + 2 * DAY}`);
	const page = textOfPage(await open(first, "/review/talk-1"));
	expect(page).toContain("Reviewing starts on 3 Jul 2025 10:00");
	expect(page).toMatch(/Until then you can read your review, but not change it\..*Content.*5/s);
	expect(page).not.toMatch(/no longer yours|Canary/);
	expect((await get("/api/reviews")).body.former).toHaveLength(1);
	portal.sqlite.exec("update review_rules set opens_at = null");
	expect(textOfPage(await open(first, "/review/talk-1"))).toMatch(/Canary.*Content.*5/s);
	expect((await get("/api/reviews")).body.former).toEqual([]);
});

it("a reviewer whose calls are others now finds the reviews that they have written", async () => {
	const { portal, first, get } = await oneReviewed();
	portal.sqlite.exec(`update memberships set calls = '["aigc"]'`);
	expect(await open(first, "/review")).toContain('href="/review/talk-1"');
	expect(textOfPage(await open(first, "/review/talk-1"))).toMatch(/no longer yours to review.*Content.*5/s);
	expect((await get("/api/reviews")).body.former).toHaveLength(1);
});

/** Texts of the references in the last table, and the addresses of the pages beside it. */
function formerIn(html: string) {
	const pages = parse(html).querySelector("nav[aria-label='Reviews you can only read']");
	return {
		spots: rowsOf(html).flatMap(([spot]) => (spot?.startsWith("talk-") ? spot : [])),
		page: pages?.querySelector("span")?.textContent,
		next: pages?.querySelector("a[rel=next]")?.getAttribute("href"),
	};
}

it("many of them are on pages of twenty, the latest first", async () => {
	const { portal, first, get } = await removed();
	const columns = (portal.sqlite.pragma("table_info(entries)") as { name: string }[])
		.map(({ name }) => name)
		.filter((name) => name !== "id" && name !== "submission_key")
		.join();
	portal.sqlite.exec(`
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 23)
			insert into entries (${columns}) select ${columns} from n, entries where id = 1;
		insert into reviews (entry_id, reviewer_id, state, marks, rules_version, entry_version, revision, at)
			select id, (select reviewer_id from reviews), 'done', '{}', 1, 0, 1, 1000 - id from entries where id > 2`);
	const one = formerIn(await open(first, "/review"));
	expect(one).toEqual({
		spots: ["talk-1", ...Array.from({ length: 19 }, (_, at) => `talk-${at + 3}`)],
		page: "Page 1 of 2",
		next: "/review?former=2#former",
	});
	const two = formerIn(await open(first, "/review?former=2"));
	expect(two).toEqual({ spots: ["talk-22", "talk-23", "talk-24", "talk-25"], page: "Page 2 of 2", next: undefined });
	expect(formerIn(await open(first, "/review?former=99"))).toEqual(two);
	const { body } = await get("/api/reviews?page=2");
	expect([body.former.map(({ spot }: { spot: string }) => spot), body.formerPages]).toEqual([two.spots, 2]);
});
