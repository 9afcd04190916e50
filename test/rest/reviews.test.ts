import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, type TestPortal } from "../support/portal.ts";
import { addReviewer, MARKED, REVIEW, REVIEWER, reviewed } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";

const SECOND = "second@example.org";
const DONE = {
	state: "done",
	marks: { relevance: 3, content: 5, clarity: 4 },
	recommendation: "yes",
	committeeNote: "Said to the committee",
	authorNote: "Said to the author",
};

/** Calls of someone by bearer. */
async function callsOf(portal: TestPortal, email: string) {
	const token = await bearerOf(portal, email);
	return {
		get: (path: string) => portal.agent().get(path).set("Authorization", `Bearer ${token}`),
		post: (path: string, body: object) => portal.agent().post(path).set("Authorization", `Bearer ${token}`).send(body),
		patch: (path: string, body: object) =>
			portal.agent().patch(path).set("Authorization", `Bearer ${token}`).send(body),
	};
}

async function committee() {
	const portal = await reviewed();
	const agents = [await addReviewer(portal), await addReviewer(portal, SECOND, { tracks: ["ai-next"] })] as const;
	await sendTalk(portal, { title: "First", tracks: "ai-next", name: "Canary Name", email: "canary@example.com" });
	await sendTalk(portal, { title: "Second", tracks: "agentic-web" });
	const [first, second, admin] = [
		await callsOf(portal, REVIEWER),
		await callsOf(portal, SECOND),
		await callsOf(portal, ADMIN.email),
	];
	const seen = { revision: 0, entryVersion: 0, rulesVersion: 1 };
	const idOf = (email: string) =>
		Number(portal.sqlite.prepare("select id from users where email = ?").pluck().get(email));
	return { portal, agents, first, second, admin, seen, ids: [idOf(REVIEWER), idOf(SECOND)] };
}

describe("a reviewer by REST", () => {
	it("reads entries without their author, and saves a review that the pages show", async () => {
		const { agents, first, seen } = await committee();
		const { body: list } = await first.get("/api/reviews").expect(200);
		expect(list.calls).toMatchObject([{ category: "hangzhou", phase: "open", total: 2, done: 0 }]);
		expect(list.entries).toEqual([
			{ spot: "talk-1", call: "hangzhou", title: "First", state: "none", isOutdated: false },
			{ spot: "talk-2", call: "hangzhou", title: "Second", state: "none", isOutdated: false },
		]);
		const { body: entry, text } = await first.get("/api/reviews/talk-1").expect(200);
		expect(text).not.toMatch(/canary/i);
		expect(entry).toMatchObject({ title: "First", isOpen: true, others: null, review: { state: "none", ...seen } });
		expect(entry.criteria.map(({ id }: { id: string }) => id)).toEqual(["relevance", "content", "clarity"]);
		const { body: saved } = await first.post("/api/reviews/talk-1", { ...DONE, ...seen }).expect(200);
		expect(saved.review).toMatchObject(DONE);
		expect(saved.others).toEqual({ reviews: [], result: null });
		const page = textOfPage((await agents[0].get("/review/talk-1").expect(200)).text);
		expect(page).toContain("Done");
		expect((await first.get("/api/reviews").expect(200)).body.calls[0].done).toBe(1);
	});

	it("is refused what a page refuses: missing marks, long notes, an older state, other criteria, a wrong shape", async () => {
		const { portal, agents, first, seen } = await committee();
		const post = (body: object) => first.post("/api/reviews/talk-1", { ...DONE, ...seen, ...body });
		const wrong = await post({ state: "open", marks: { relevance: 9, elegance: 3 } }).expect(422);
		expect(wrong.body.problems).toEqual([
			{ field: "marks.relevance", message: "Relevance: use one of 1, 2, 3, 4, 5" },
			{ field: "marks.elegance", message: "Unknown field: elegance. Leave it out" },
		]);
		const lacking = await post({ marks: { relevance: 3 }, recommendation: null }).expect(422);
		expect(lacking.body.problems.map(({ field }: { field: string }) => field)).toEqual([
			"marks.content",
			"marks.clarity",
			"recommendation",
		]);
		await post({ committeeNote: "x".repeat(5_001) }).expect(422);
		for (const wrong of [{ state: "best" }, { marks: [] }, { committeeNote: "x".repeat(20_000) }])
			expect((await post(wrong).expect(400)).body.error).toBe("BAD_REQUEST");
		expect((await post({ more: 1 }).expect(422)).body.error).toBe("BAD_REQUEST");
		const web = (await agents[0].get("/review/talk-1")).text;
		await submitForm(agents[0], web, MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		expect((await post({ committeeNote: "Other" }).expect(409)).body.error).toBe("CONFLICT");
		expect((await post({ rulesVersion: 7 }).expect(409)).body.message).toBeTruthy();
		portal.sqlite.exec("update review_rules set closes_at = 1000");
		await post({}).expect(409);
		const { body } = await first.get("/api/reviews/talk-1").expect(200);
		expect([body.isOpen, body.review.committeeNote]).toEqual([false, ""]);
	});

	it("sees the reviews of others by the rules of the call, and nothing with a conflict of interest", async () => {
		const { portal, first, second, seen } = await committee();
		portal.sqlite.exec("update review_rules set results = 1");
		await first.post("/api/reviews/talk-1", { ...DONE, ...seen }).expect(200);
		expect((await second.get("/api/reviews/talk-1").expect(200)).text).not.toContain("Said to");
		const { body, text } = await second.post("/api/reviews/talk-1", { ...DONE, ...seen, committeeNote: "Mine" });
		expect(body.others.reviews).toMatchObject([{ by: REVIEWER, committeeNote: "Said to the committee" }]);
		expect(body.others.result).toEqual({ number: 2, mean: 4.25, yes: 1 });
		expect(body.others.reviews[0]).not.toHaveProperty("authorNote");
		expect(text).toContain("Mine");
		for (const _ of [1, 2]) {
			const declared = await second.post("/api/reviews/talk-1/conflict", { declared: true }).expect(200);
			expect(declared.body).toMatchObject({ title: "", answers: [], others: null, review: { state: "conflict" } });
			expect(declared.text).not.toContain("Said to the committee");
		}
		await second.post("/api/reviews/talk-1", { ...DONE, ...seen }).expect(409);
		const back = await second.post("/api/reviews/talk-1/conflict", { declared: false }).expect(200);
		expect(back.body.title).toBe("First");
	});

	it("finds no entry of another track or call, of their own, or that does not exist; others find none at all", async () => {
		const { portal, second, seen } = await committee();
		for (const spot of ["talk-2", "talk-99", "work-1", "nonsense"]) {
			await second.get(`/api/reviews/${spot}`).expect(404);
			await second.post(`/api/reviews/${spot}`, { ...DONE, ...seen }).expect(404);
			await second.post(`/api/reviews/${spot}/conflict`, { declared: true }).expect(404);
		}
		portal.sqlite.exec(`update entries set email = '${SECOND}', email_folded = '${SECOND}' where id = 1`);
		await second.get("/api/reviews/talk-1").expect(404);
		await portal.agent().get("/api/reviews/talk-1").expect(401);
	});

	it("reads redacted texts", async () => {
		const { portal, first } = await committee();
		portal.sqlite.exec("insert into redactions values (1, 'title', 'Somewhere', 0, 1, null)");
		const { body } = await first.get("/api/reviews/talk-1").expect(200);
		expect([body.title, body.redacted]).toEqual(["Somewhere", ["Talk Title"]]);
		expect((await first.get("/api/reviews").expect(200)).body.entries[0].title).toBe("Somewhere");
	});
});

describe("an organiser by REST", () => {
	const CALL = "/api/programmes/hangzhou";

	it("assigns by hand, plans, stores exactly what was planned, and repeats without harm", async () => {
		const { admin, ids } = await committee();
		const by = { spot: "talk-1", had: [], reviewers: [ids[0]] };
		const { body: hand } = await admin.post(`${CALL}/assignments`, by).expect(200);
		expect(hand).toEqual({ reviewers: [ids[0]] });
		const wish = { way: "balance", reviewers: ids };
		const { body: plan } = await admin.post(`${CALL}/assignments/plan`, wish).expect(200);
		expect(plan.added).toEqual([
			{ spot: "talk-1", reviewer: ids[1] },
			{ spot: "talk-2", reviewer: ids[0] },
		]);
		expect(plan.unmet).toMatchObject([
			{ spot: "talk-1", missing: 1 },
			{ spot: "talk-2", missing: 2, notFitting: 1 },
		]);
		const apply = (seen: string) => admin.post(`${CALL}/assignments/apply`, { ...wish, seen });
		await apply("another").expect(409);
		for (const _ of [1, 2]) expect((await apply(plan.seen).expect(200)).body).toEqual({ count: 2 });
		const { body } = await admin.get(`${CALL}/assignments`).expect(200);
		expect(body).toMatchObject({ wanted: 3, page: 1, pages: 1 });
		expect(body.entries.map(({ reviewers }: { reviewers: unknown[] }) => reviewers.length)).toEqual([2, 1]);
		for (const wrong of [
			{ way: "fair", reviewers: ids },
			{ ...wish, reviewers: [] },
			{ ...wish, most: 0 },
		])
			await admin.post(`${CALL}/assignments/plan`, wrong).expect(400);
		await admin.post(`${CALL}/assignments`, { ...by, spot: "talk-99" }).expect(404);
		for (const path of ["results", "assignments"]) await admin.get(`/api/programmes/none/${path}`).expect(404);
	});

	it("reads results as the page calculates them, filtered and in order", async () => {
		const { first, second, admin, seen } = await committee();
		await first.post("/api/reviews/talk-1", { ...DONE, ...seen }).expect(200);
		await second
			.post("/api/reviews/talk-1", {
				...DONE,
				...seen,
				marks: { relevance: 1, content: 1, clarity: 1 },
				recommendation: "no",
			})
			.expect(200);
		const { body } = await admin.get(`${CALL}/results`).expect(200);
		// (3 + 2 · 5 + 4) / 4 = 4.25 and 1.
		expect(body).toMatchObject({ reviews: 2, page: 1, pages: 1 });
		expect(body.results[0]).toMatchObject({ spot: "talk-1", number: 2, mean: 2.625, yes: 0.5, disagrees: true });
		expect(body.results[1]).toMatchObject({ spot: "talk-2", number: 0, mean: null, adjusted: null });
		const { body: few } = await admin.get(`${CALL}/results?track=agentic-web&sort=nonsense`).expect(200);
		expect(few.results.map(({ spot }: { spot: string }) => spot)).toEqual(["talk-2"]);
		const { body: tried } = await admin.get(`${CALL}/results?w.content=0`).expect(200);
		expect(tried.results[0].mean).toBe(2.25);
		for (const path of ["results", "assignments"]) await first.get(`${CALL}/${path}`).expect(403);
	});

	it("reads and saves the rules, and is told when someone else was faster", async () => {
		const { admin, first } = await committee();
		const { body: before } = await admin.get(`${CALL}/review-rules`).expect(200);
		expect(before).toMatchObject({ revision: 1, hasReviews: false, rules: { wanted: 3, blind: true, opens: "" } });
		const save = (changes: object) =>
			admin.patch(`${CALL}/review-rules`, { ...before.rules, revision: before.revision, ...changes });
		const other = {
			id: "fresh",
			scale: "0-3",
			weight: 2,
			label: { en: "Fresh", zh: "新鲜" },
			help: { en: "", zh: "" },
		};
		const inherited = { ...other, id: "made", label: { en: "Constructor", zh: "构造" } };
		const criteria = [...before.rules.criteria, other, inherited];
		const { body: saved } = await save({ closes: "2025-08-18", criteria }).expect(200);
		expect(saved.rules.closes).toBe("2025-08-18");
		// What every object has would pass for a mark.
		const ids = saved.rules.criteria.map(({ id }: { id: string }) => id);
		expect(ids).toEqual(["relevance", "content", "clarity", "fresh", "constructor2"]);
		await save({ wanted: 5 }).expect(409);
		const unordered = { opens: "2025-08-19", closes: "2025-08-18", revision: saved.revision };
		expect((await save(unordered).expect(422)).body.problems).toMatchObject([{ field: "closes" }]);
		for (const changes of [{ wanted: 0 }, { criteria: [] }, { opens: "soon" }]) await save(changes).expect(400);
		await save({ more: 1 }).expect(422);
		expect((await admin.get("/api/programmes/forum/review-rules").expect(200)).body).toMatchObject({ rules: null });
		await admin.get("/api/programmes/none/review-rules").expect(404);
		await first.get(`${CALL}/review-rules`).expect(403);
	});

	it("decides on conflicts of interest, and reminds once a day", async () => {
		const { portal, admin, ids } = await committee();
		const decide = (isConflict: boolean, spot = "talk-1") =>
			admin.post(`${CALL}/conflicts`, { pairs: [{ spot, reviewer: ids[0] }], isConflict });
		for (const _ of [1, 2]) {
			const { body } = await decide(true).expect(200);
			expect(body.standing).toMatchObject({ total: 1, pairs: [{ spot: "talk-1", reviewer: ids[0], reason: "found" }] });
		}
		expect((await decide(false).expect(200)).body).toMatchObject({ standing: { total: 0 }, dismissed: { total: 1 } });
		expect((await admin.get(`${CALL}/conflicts`).expect(200)).body.dismissed.pairs).toHaveLength(1);
		await decide(true, "talk-99").expect(404);
		await admin.post(`${CALL}/conflicts`, { pairs: [], isConflict: true }).expect(400);
		for (const other of ["aigc-1", "talk-01", "talk-999", "talk"])
			await admin
				.post(`${CALL}/conflicts`, { pairs: [{ spot: other, reviewer: ids[0] }], isConflict: true })
				.expect(404);
		const remind = () => admin.post(`${CALL}/review-reminders`, {});
		const first = (await remind().expect(200)).body.count;
		expect(first).toBeGreaterThanOrEqual(2);
		expect((await remind().expect(200)).body).toEqual({ count: 0 });
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'reviewing'").pluck().get()).toBe(first);
	});
});
