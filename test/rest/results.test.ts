import { expect, it } from "vitest";
import { assigned, committee, open } from "../support/assignments.ts";
import { submitForm } from "../support/form.ts";
import { ADMIN, type TestPortal } from "../support/portal.ts";
import { MARKED, REVIEW, REVIEWER } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";

const CALL = "/api/programmes/hangzhou";

async function callsOf(portal: TestPortal, email: string) {
	const as = { Authorization: `Bearer ${await bearerOf(portal, email)}` };
	return {
		get: (path: string) => portal.agent().get(path).set(as),
		post: (path: string, body: object) => portal.agent().post(path).set(as).send(body),
	};
}

/** Two talks; the first is reviewed by one and begun by another. */
async function withReviews() {
	const found = await committee(2);
	const form = { ...MARKED, committeeNote: "To the committee", authorNote: "To the author" };
	for (const [agent, button] of [
		[found.first, "do.done"],
		[found.second, "do.save"],
	] as const)
		await submitForm(agent, await open(agent, "/review/talk-1"), form, { ...REVIEW, button }).expect(303);
	return { ...found, own: await callsOf(found.portal, REVIEWER), organiser: await callsOf(found.portal, ADMIN.email) };
}

const change = (portal: TestPortal, sql: string) => portal.db.write(() => void portal.sqlite.exec(sql));

it("reviews say that the entry was edited or the criteria changed since, to their reviewers and to others", async () => {
	const { portal, own, organiser, second } = await withReviews();
	const read = async () => {
		const { review } = (await own.get("/api/reviews/talk-1").expect(200)).body;
		const [listed] = (await own.get("/api/reviews").expect(200)).body.entries;
		const [first] = (await organiser.get(`${CALL}/reviews/talk-1`).expect(200)).body.reviews;
		return [review, first, listed].map(({ isEdited, isOutdated }) => [isEdited, isOutdated]);
	};
	expect(await read()).toEqual([
		[false, false],
		[false, false],
		[undefined, false],
	]);
	await change(
		portal,
		`insert into entry_log (entry_id, type, state, at) values (1, 'Edited', 'New', 1);
		insert into edited_answers (log_id, field, entry_id) select max(id), 'abstract', 1 from entry_log;
		insert into review_criteria select category, 2, json_set(criteria, '$[0].scale', '0-3'), 1, null from review_criteria;
		update review_rules set version = 2, hidden = 0, revision = 2`,
	);
	expect(await read()).toEqual([
		[true, true],
		[true, true],
		[undefined, true],
	]);
	const others = await callsOf(portal, "second@example.org");
	expect((await others.get("/api/reviews/talk-1").expect(200)).body.others.reviews).toMatchObject([
		{ by: REVIEWER, isEdited: true, isOutdated: true },
	]);
	expect(await open(second, "/review/talk-1")).toContain("before the entry was edited");
});

it("organisers read every review of an entry, but not of one that they have a conflict of interest with", async () => {
	const { portal, own, organiser } = await withReviews();
	const { body } = await organiser.get(`${CALL}/reviews/talk-1`).expect(200);
	expect(body).toMatchObject({
		isHidden: false,
		reviews: [
			{
				by: REVIEWER,
				state: "done",
				hasConflict: false,
				marks: { relevance: 3, content: 5, clarity: 4 },
				recommendation: "yes",
				committeeNote: "To the committee",
				authorNote: "To the author",
			},
			{ by: "second@example.org", state: "open" },
		],
	});
	expect(body.reviews[0].criteria.map(({ id }: { id: string }) => id)).toEqual(["relevance", "content", "clarity"]);
	for (const path of ["hangzhou/reviews/talk-99", "hangzhou/reviews/aigc-1", "forum/reviews/talk-1", "none/reviews/x"])
		await organiser.get(`/api/programmes/${path}`).expect(404);
	await own.get(`${CALL}/reviews/talk-1`).expect(403);
	await change(portal, `update entries set email = '${ADMIN.email}', email_folded = '${ADMIN.email}' where id = 1`);
	const hidden = await organiser.get(`${CALL}/reviews/talk-1`).expect(200);
	expect(hidden.body).toEqual({ isHidden: true, reviews: [] });
});

it("organisers remove assignments of a reviewer, or all that nobody has begun, if they are still as many", async () => {
	const { portal, own, organiser, ids } = await withReviews();
	await change(
		portal,
		`insert into assignments select e.id, u.id, 'hand', 1, null from entries e, users u where u.id in (${ids.join()})`,
	);
	const counts = async () => {
		const { removable, reviewers } = (await organiser.get(`${CALL}/assignments`).expect(200)).body;
		return [removable, ...reviewers.map((one: { removable: number }) => one.removable)];
	};
	expect(await counts()).toEqual([2, 2, 2]);
	const remove = (reviewer: number | null, count: number, path = `${CALL}/assignments/remove`) =>
		organiser.post(path, { reviewer, count });
	expect((await remove(null, 3).expect(409)).body.error).toBe("CONFLICT");
	expect(assigned(portal)).toHaveLength(4);
	await remove(null, 2).expect(204);
	expect(assigned(portal)).toEqual(["1 reviewer hand", "1 second hand"]);
	await remove(ids[0] ?? 0, 1).expect(204);
	expect(assigned(portal)).toEqual(["1 second hand"]);
	expect(await counts()).toEqual([0, 0, 1]);
	await remove(null, -1).expect(400);
	await remove(null, 0, "/api/programmes/forum/assignments/remove").expect(404);
	await own.post(`${CALL}/assignments/remove`, { reviewer: null, count: 0 }).expect(403);
});

it("results are a file, the same as that of the page", async () => {
	const { portal, admin, own, organiser } = await withReviews();
	const file = await organiser.get(`${CALL}/results.csv?sort=title`).expect(200);
	expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
	expect(file.headers["content-disposition"]).toBe('attachment; filename="results-hangzhou.csv"');
	expect(file.text).toBe((await admin.get("/admin/reviews/hangzhou/results.csv?sort=title").expect(200)).text);
	expect(file.text).toContain("talk-1");
	await organiser.get("/api/programmes/forum/results.csv").expect(404);
	await own.get(`${CALL}/results.csv`).expect(403);
	portal.clock.now += 16 * 60_000;
	expect((await organiser.get(`${CALL}/results.csv`).expect(403)).body.error).toBe("NOT_FRESH");
});
