import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { addReviewer, REVIEWER, reviewed } from "../support/reviews.ts";
import { sendAccepted } from "../support/schedule.ts";
import { bearerOf } from "../support/sessions.ts";
import { adminBearer } from "../support/talks-sent.ts";

const fieldsOf = (body: { problems?: { field: string }[] }) => body.problems?.map(({ field }) => field);

describe("problems name what the body calls it", () => {
	it("at registering and setting a password, which also say that nothing succeeded", async () => {
		const portal = await openPortal();
		const register = { username: "nobody", password: "short", name: "" };
		const refused = await portal.agent().post("/api/auth/register").send(register);
		expect([refused.status, refused.body.success]).toEqual([422, false]);
		expect(fieldsOf(refused.body)).toEqual(["name", "username", "password"]);
		const empty = { username: "li@example.org", password: "", name: "Li" };
		const none = await portal.agent().post("/api/auth/register").send(empty);
		expect([none.status, fieldsOf(none.body)]).toEqual([422, ["password"]]);
		const reset = await portal.agent().post("/api/auth/reset-password").send({ token: "x", email: "a@b.cd" });
		expect([reset.status, reset.body.success, fieldsOf(reset.body)]).toEqual([400, false, ["password"]]);
		const weak = { token: "x", email: "a@b.cd", password: "short" };
		const short = await portal.agent().post("/api/auth/reset-password").send(weak);
		expect([short.status, short.body.success, fieldsOf(short.body)]).toEqual([422, false, ["password"]]);
	});

	it("in a review", async () => {
		const portal = await reviewed();
		await addReviewer(portal, REVIEWER);
		await sendTalk(portal);
		const bearer = { Authorization: `Bearer ${await bearerOf(portal, REVIEWER)}` };
		const { body } = await portal.agent().get("/api/reviews/talk-1").set(bearer).expect(200);
		const { revision, entryVersion, rulesVersion } = body.review;
		const given = { revision, entryVersion, rulesVersion, state: "done", recommendation: null };
		const answer = await portal
			.agent()
			.post("/api/reviews/talk-1")
			.set(bearer)
			.send({ ...given, marks: { relevance: 77, nothing: 1 } });
		expect(answer.status).toBe(422);
		expect(fieldsOf(answer.body)).toEqual([
			"marks.relevance",
			"marks.nothing",
			"marks.content",
			"marks.clarity",
			"recommendation",
		]);
	});

	it("in a comment, a note, a day and any other text that cannot be kept", async () => {
		const portal = await reviewed();
		await addReviewer(portal, REVIEWER);
		await sendTalk(portal);
		const admin = { Authorization: await adminBearer(portal) };
		const say = (body: object) => portal.agent().post("/api/reviews/talk-1/discussion").set(admin).send(body);
		const comment = await say({ text: "a\u0007b" });
		expect([comment.status, fieldsOf(comment.body)]).toEqual([422, ["text"]]);
		// Organisers are told together, and nobody else can be.
		const { body: found } = await portal.agent().get("/api/reviews/talk-1/discussion").set(admin).expect(200);
		expect(found.others).toEqual([]);
		expect([(await say({ text: "For you", tell: [1] })).status, (await say({ text: "For all" })).status]).toEqual([
			404, 200,
		]);
		const plan = { way: "balance", reviewers: [2], most: 10, seen: "a\u0007b" };
		const odd = await portal.agent().post("/api/programmes/hangzhou/assignments/apply").set(admin).send(plan);
		expect([odd.status, fieldsOf(odd.body)]).toEqual([400, ["seen"]]);
		const { body: kept } = await portal.agent().get("/api/programmes/hangzhou/review-rules").set(admin).expect(200);
		const early = { ...kept.rules, opens: "0100-01-01", revision: kept.revision };
		const refused = await portal.agent().patch("/api/programmes/hangzhou/review-rules").set(admin).send(early);
		expect([refused.status, fieldsOf(refused.body)]).toEqual([400, ["opens"]]);
		const absent = await portal.agent().patch("/api/entries/99999").set(admin).send({ tracks: "nonsense" });
		expect([absent.status, absent.body.error]).toEqual([404, "NOT_FOUND"]);
	});

	it("in a place whose key says something else than its parts", async () => {
		const portal = await openPortal();
		const [id] = await sendAccepted(portal, ["One"]);
		const bearer = { Authorization: await adminBearer(portal) };
		const slot = { entryId: id, slotKey: "day1-ai-next-10:30", dayId: "day1", trackId: "ai-next", time: "10:00" };
		const { status, body } = await portal.agent().post("/api/schedule").set(bearer).send(slot);
		expect([status, body.success, fieldsOf(body), body.message]).toEqual([
			400,
			false,
			["slotKey"],
			"slotKey is “day1-ai-next-10:30”, but the parts beside it say day “day1”, track “ai-next”, time “10:00”: it is dayId-trackId-time",
		]);
		const move = { ...slot, slotKey: "day1-ai-next-10:00", oldDayId: "day1", oldTrackId: "ai-next", oldTime: "09:00" };
		const old = await portal
			.agent()
			.post("/api/schedule")
			.set({ ...bearer, "Accept-Language": "zh" })
			.send(move);
		expect([old.status, fieldsOf(old.body)]).toEqual([400, ["oldSlotKey"]]);
		expect(portal.sqlite.prepare("select count(*) from slots where entry_id is not null").pluck().get()).toBe(0);
	});

	it("in a track, which REST checks as the console does", async () => {
		const portal = await openPortal();
		const bearer = { Authorization: await adminBearer(portal) };
		const long = { label: "x".repeat(201), description: "字".repeat(2_001), labelZh: "a\u202eb" };
		for (const [method, path] of [
			["post", "/api/tracks"],
			["patch", "/api/tracks/ai-next"],
		] as const) {
			const { status, body } = await portal.agent()[method](path).set(bearer).send(long);
			expect([status, fieldsOf(body)]).toEqual([422, ["label", "labelZh", "description"]]);
		}
		// Characters, not halves of them.
		const emoji = await portal
			.agent()
			.post("/api/tracks")
			.set(bearer)
			.send({ label: "👍".repeat(200) });
		expect([emoji.status, [...emoji.body.label].length]).toEqual([201, 200]);
	});
});
