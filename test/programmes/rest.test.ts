import { describe, expect, it } from "vitest";
import { PASSWORD, register, signIn } from "../support/accounts.ts";
import {
	APPLIED,
	APPLIED_TRACK,
	ARTISTIC,
	ARTISTIC_TRACK,
	answersOf,
	CALLS,
	type CallName,
	callApi,
	FORUM,
	NOMINATION,
} from "../support/fillings.ts";
import { type Filling, submitForm } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";

/** Calls with the token of this account. */
async function withToken(portal: TestPortal, email: string, password = PASSWORD) {
	const { body } = await portal.agent().post("/api/auth/login").send({ username: email, password }).expect(200);
	const bearer = { Authorization: `Bearer ${body.token}` };
	return {
		bearer,
		get: (path: string) => portal.agent().get(path).set(bearer),
		call: (name: CallName, filling: Filling, more: Record<string, string> = {}) =>
			callApi(portal.agent(), name, filling, more).set(bearer),
	};
}

async function member(portal: TestPortal, email = "lei@example.org") {
	await register(portal, email);
	return withToken(portal, email);
}

const PUBLIC_KEYS = [
	"id",
	"name",
	"org",
	"country",
	"spotlightTrack",
	"title",
	"artworkTitle",
	"description",
	"artworkDescription",
	"applicationFields",
	"artworkCategories",
	"creation",
	"displayIndex",
].sort();

const JSON_BODY = { consent: true, originalityConsent: true, category: "sl-aigc", spotlightTrack: APPLIED_TRACK };

describe("POST /api/spotlight", () => {
	it("without a track keeps the edited entry's, else follows the answers", async () => {
		const portal = await openPortal();
		const author = await member(portal);
		const { consent: _, originalityConsent: __, ...artwork } = ARTISTIC;
		const body = { ...artwork, category: "sl-aigc", consent: "true", originalityConsent: "true" };
		const post = (more: object) =>
			portal
				.agent()
				.post("/api/spotlight")
				.set(author.bearer)
				.send({ ...body, ...more });
		const created = await post({}).expect(201);
		expect(created.body.incomplete).toEqual([]);
		expect(answersOf(portal, 1)).toMatchObject({ spotlightTrack: ARTISTIC_TRACK, artworkCategoryOther: "Weather" });
		await post({ id: created.body.id, artworkTitle: "By day", artworkDescription: "" }).expect(422);
		await post({ id: created.body.id, artworkTitle: "By day" }).expect(200);
		expect(answersOf(portal, 1)).toMatchObject({ spotlightTrack: ARTISTIC_TRACK, artworkCategoryOther: "Weather" });
	});

	it("accepts both categories as a form and as JSON, and answers with the stored entry", async () => {
		const portal = await openPortal();
		const answers = [
			await callApi(portal.agent(), "sl-hz", NOMINATION),
			await callApi(portal.agent(), "applied", APPLIED),
			await callApi(portal.agent(), "artistic", ARTISTIC),
			await portal
				.agent()
				.post("/api/spotlight")
				.send({ ...NOMINATION, id: 0, projectname: "In JSON" }),
			await portal
				.agent()
				.post("/api/spotlight")
				.send({ ...APPLIED, ...JSON_BODY, name: "In JSON" }),
		];
		const expected = (id: number, kind: string, category: string) => [
			201,
			{ id, spotId: `${kind}-${id}`, category, status: "New", incomplete: [] },
		];
		expect(answers.map(({ status, body }) => [status, body])).toEqual([
			expected(1, "nomination", "sl-hz"),
			expected(2, "aigc", "sl-aigc"),
			expected(3, "aigc", "sl-aigc"),
			expected(4, "nomination", "sl-hz"),
			expected(5, "aigc", "sl-aigc"),
		]);
		expect(answersOf(portal, 4)).toEqual(answersOf(portal, 1));
		expect(answersOf(portal, 5)).toEqual(answersOf(portal, 2));
	});

	it("stores the same as the page", async () => {
		const portal = await openPortal();
		for (const name of ["sl-hz", "applied", "artistic"] as const) {
			await callApi(portal.agent(), name, CALLS[name].filling).expect(201);
			await register(portal, `${name}@example.org`);
			const agent = await signIn(portal, `${name}@example.org`);
			const page = (await agent.get(`${CALLS[name].path}?draft=none`)).text;
			await submitForm(agent, page, CALLS[name].filling).expect(303);
		}
		for (const id of [1, 3, 5]) expect(answersOf(portal, id + 1)).toEqual(answersOf(portal, id));
	});

	it("only the owner can change an entry", async () => {
		const portal = await openPortal();
		const owner = await member(portal);
		await owner.call("sl-hz", NOMINATION).expect(201);
		const changed = await owner.call("sl-hz", { ...NOMINATION, why: "Better said" }, { id: "1" });
		expect([changed.status, changed.body]).toEqual([
			200,
			{ id: 1, spotId: "nomination-1", category: "sl-hz", status: "New", incomplete: [] },
		]);
		expect(answersOf(portal, 1).why).toBe("Better said");

		const refused = async (id: string) => {
			const anonymous = await callApi(portal.agent(), "sl-hz", { ...NOMINATION, why: "Taken over" }, { id });
			const other = await withToken(portal, "mei@example.org");
			const another = await other.call("sl-hz", { ...NOMINATION, why: "Taken over" }, { id });
			return [anonymous.status, anonymous.body, another.status, another.body];
		};
		await register(portal, "mei@example.org");
		expect(await refused("1")).toEqual([
			401,
			{ message: "Please log in first.", error: "NOT_SIGNED_IN" },
			404,
			{ message: "Not found.", error: "NOT_FOUND" },
		]);
		expect(await refused("99")).toEqual(await refused("1"));
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(1);
		expect(answersOf(portal, 1).why).toBe("Better said");
	});

	it("refuses entries of other programmes and unknown categories", async () => {
		const portal = await openPortal();
		const owner = await member(portal);
		await owner.call("sl-hz", NOMINATION).expect(201);
		expect((await owner.call("applied", APPLIED, { id: "1" })).status).toBe(404);
		for (const category of ["hangzhou", "forum", "nonsense"]) {
			const answer = await portal
				.agent()
				.post("/api/spotlight")
				.send({ ...NOMINATION, category });
			expect([answer.status, answer.body.error]).toEqual([400, "BAD_REQUEST"]);
		}
	});

	it("asks for the declaration of originality also where the payload leaves it out", async () => {
		const portal = await openPortal();
		const { originalityConsent: _, consent: __, ...filling } = APPLIED;
		const answer = await callApi(portal.agent(), "applied", filling);
		expect([answer.status, answer.body.problems]).toEqual([
			422,
			[
				{
					field: "originalityConsent",
					message: "Originality consent is required (2 more attempts before auto-proceed)",
				},
			],
		]);
	});
});

describe("GET /api/spotlight/user/{spotId}", () => {
	it("gives all answers to the owner and administrators, and nothing to others", async () => {
		const portal = await openPortal();
		const owner = await member(portal);
		await owner.call("applied", APPLIED).expect(201);
		const own = await owner.get("/api/spotlight/user/aigc-1").expect(200);
		expect(own.body).toMatchObject(APPLIED);
		expect(Object.keys(own.body)).not.toContain("userId");
		await register(portal, "mei@example.org");
		const other = await withToken(portal, "mei@example.org");
		const missing = await other.get("/api/spotlight/user/aigc-99");
		const anothers = await other.get("/api/spotlight/user/aigc-1");
		expect([anothers.status, anothers.body]).toEqual([404, missing.body]);
		await portal.agent().get("/api/spotlight/user/aigc-1").expect(401);
		await (await portal.admin()).get("/api/spotlight/user/aigc-1").expect(200);
	});
});

describe("GET /api/nominations", () => {
	it("shows everyone exactly the public answers of the showcase", async () => {
		const portal = await openPortal();
		await callApi(portal.agent(), "applied", APPLIED).expect(201);
		await callApi(portal.agent(), "artistic", ARTISTIC).expect(201);
		const { consent: _, ...unasked } = ARTISTIC;
		await callApi(portal.agent(), "artistic", { ...unasked, name: "Third" }).expect(201);
		await callApi(portal.agent(), "sl-hz", NOMINATION).expect(201);
		const { body, text } = await portal.agent().get("/api/nominations").expect(200);
		expect(body.map((row: object) => Object.keys(row).sort())).toEqual([PUBLIC_KEYS, PUBLIC_KEYS, PUBLIC_KEYS]);
		expect(
			body.map(({ id, displayIndex, title, artworkTitle }: Record<string, unknown>) => [
				id,
				displayIndex,
				title,
				artworkTitle,
			]),
		).toEqual([
			[1, 1, "A robot that listens", null],
			[2, 2, null, "西湖 at night"],
			[3, 3, null, "西湖 at night"],
		]);
		for (const secret of ["lei@example.org", "+86", "lei.example.org", "Shanghai", "Suzhou", "A bell", "Maybe", "fog"])
			expect(text).not.toContain(secret);
		await register(portal, "mei@example.org");
		const user = await withToken(portal, "mei@example.org");
		expect((await user.get("/api/nominations?category=sl-aigc").expect(200)).body).toEqual(body);
	});

	it("shows other categories, and everything, to administrators only", async () => {
		const portal = await openPortal();
		for (const name of ["sl-hz", "applied", "forum"] as const) await callApi(portal.agent(), name, CALLS[name].filling);
		const user = await member(portal);
		for (const category of ["sl-hz", "forum", "hangzhou", "nonsense"]) {
			expect((await portal.agent().get(`/api/nominations?category=${category}`)).status).toBe(401);
			expect((await user.get(`/api/nominations?category=${category}`)).status).toBe(403);
		}
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const admin = await withToken(portal, ADMIN.email, ADMIN.password);
		expect((await admin.get("/api/nominations").expect(200)).body).toMatchObject([{ ...APPLIED, userId: null }]);
		expect((await admin.get("/api/nominations?category=sl-hz")).body).toMatchObject([NOMINATION]);
		expect((await admin.get("/api/nominations?category=nonsense")).status).toBe(404);
	});
});

describe("POST /api/forum/entries", () => {
	it("registers for the forum, and the registration is in no public list", async () => {
		const portal = await openPortal();
		const answer = await callApi(portal.agent(), "forum", FORUM);
		expect([answer.status, answer.body]).toEqual([
			201,
			{ id: 1, spotId: "forum-1", category: "forum", status: "New", incomplete: [] },
		]);
		for (const path of ["/api/entries", "/api/nominations"]) {
			expect((await portal.agent().get(path).expect(200)).body).toEqual([]);
		}
		await portal.agent().get("/api/nominations?category=forum").expect(401);
	});
});
