import { describe, expect, it } from "vitest";
import { forum } from "../../app/programmes/forum.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { adminBearer } from "../support/talks-sent.ts";

async function reviewing() {
	const portal = await openPortal();
	const bearer = await adminBearer(portal);
	const id = await sendTalk(portal, { tracks: "agentic-web" });
	const call = (method: "post" | "patch", path: string, body: object, language = "en") =>
		portal.agent()[method](path).set({ Authorization: bearer, "Accept-Language": language }).send(body);
	const patch = (body: object, language?: string) => call("patch", `/api/entries/${id}`, body, language);
	const row = () =>
		portal.sqlite.prepare("select status, track_id, panelists, keywords from entries").raw().get() as string[];
	return { portal, bearer, id, call, patch, row };
}

describe("a change of an entry", () => {
	it("refuses unknown or inactive tracks and unknown keywords, and says what to do", async () => {
		const { portal, patch, row } = await reviewing();
		portal.sqlite.exec("update tracks set active = 0 where id = 'ai-next'");
		const before = row();
		const refused = async (body: object) => {
			const { status, body: answer } = await patch(body);
			return [status, answer.error, answer.message];
		};
		const UNKNOWN = "There is no track with this id. Choose one from the list of tracks.";
		const INACTIVE = "This track is not active. Choose another one, or activate it first.";
		const KEYWORD =
			"A keyword is not in the list. Choose from: AI, Cloud, Security, Open Source, Data, ML, DevOps, Web, Edge, IoT, Governance, Ethics.";
		expect(await refused({ tracks: "nonsense" })).toEqual([422, "TRACK_UNKNOWN", UNKNOWN]);
		expect(await refused({ tracks: "ai-next" })).toEqual([422, "TRACK_INACTIVE", INACTIVE]);
		expect(await refused({ panelist: ["ai-next"], keywords: [] })).toEqual([422, "TRACK_INACTIVE", INACTIVE]);
		expect(await refused({ panelist: ["constructor"], keywords: [] })).toEqual([422, "TRACK_UNKNOWN", UNKNOWN]);
		expect(await refused({ panelist: [], keywords: ["AI", "Blockchain"] })).toEqual([422, "KEYWORD_UNKNOWN", KEYWORD]);
		expect((await patch({ tracks: "ai-next" }, "zh")).body.message).toBe(
			"该专题已停用。请选择其他专题，或先将其启用。",
		);
		expect(row()).toEqual(before);
		// What the entry holds already stays.
		portal.sqlite.exec(`update entries set track_id = 'ai-next', panelists = '["ai-next"]', keywords = '["Old"]'`);
		await patch({ tracks: "ai-next" }).expect(200);
		await patch({ panelist: ["ai-next", "embodied-ai"], keywords: ["Old", "AI"] }).expect(200);
		expect(row()).toEqual(["New", "ai-next", '["ai-next","embodied-ai"]', '["Old","AI"]']);
	});

	it("with an invalid value names the field and the valid values, in both languages", async () => {
		const { id, call, patch } = await reviewing();
		const told = async (body: object, language = "en") => {
			const { status, body: answer } = await patch(body, language);
			return [status, answer.error, answer.message, answer.problems[0].field];
		};
		expect(await told({ status: "Accepted" })).toEqual([
			400,
			"BAD_REQUEST",
			"status: use one of New, Hold, Accept, Reject",
			"status",
		]);
		expect(await told({ status: "Accepted" }, "zh")).toEqual([
			400,
			"BAD_REQUEST",
			"status：请使用以下值之一：New、Hold、Accept、Reject",
			"status",
		]);
		expect(await told({ tracks: 5 })).toEqual([400, "BAD_REQUEST", "tracks must be text", "tracks"]);
		expect((await told({ status: "New", tracks: "ai-next" }))[2]).toMatch(/^Unknown field: /);
		const long = await patch({ tracks: "x".repeat(1_000) });
		expect(long.body.message).toBe("tracks must have at most 200 characters");
		const many = await patch(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`n${n}`, n])));
		expect([many.status, many.text.length < 2_000]).toEqual([400, true]);
		const letter = await call("post", "/api/mailer/status", { id, email: "a@b.cd", status: "Reject" });
		expect(letter.body.message).toBe("status: use one of Accept");
	});

	it("takes a track as the editor of clients holds it, with id and label", async () => {
		const { portal, patch, row } = await reviewing();
		await patch({ tracks: { id: "ai-next", label: "AI Next" } }).expect(200);
		expect(row()[1]).toBe("ai-next");
		await patch({ tracks: { label: "AI Next" } }).expect(400);
		await patch({ tracks: { id: "nonsense", label: "" } }).expect(422);
		const second = await sendTalk(portal, { tracks: JSON.stringify({ id: "embodied-ai", label: "Embodied AI" }) });
		const stored = portal.sqlite.prepare("select track_id from entries where id = ?").pluck();
		expect(stored.get(second)).toBe("embodied-ai");
		for (const tracks of ['{"id":5}', "{", '{"id":"nonsense"}']) {
			await expect(sendTalk(portal, { tracks })).rejects.toThrow("400");
		}
	});
});

it("a track whose id is taken says so and what to do, in both languages", async () => {
	const { call } = await reviewing();
	const taken = async (language: string) => {
		const { status, body } = await call("post", "/api/tracks", { id: "ai-next", label: "Again" }, language);
		return [status, body.error, body.message];
	};
	expect(await taken("en")).toEqual([
		409,
		"CONFLICT",
		"There is already a track with this id. Choose another id, or leave it out to get one from the label.",
	]);
	expect(await taken("zh")).toEqual([
		409,
		"CONFLICT",
		"该编号已被其他专题使用。请换一个编号，或留空由系统根据名称生成。",
	]);
});

describe("lists for administrators", () => {
	it("always have every field of a registration, empty where nothing was answered", async () => {
		const { portal, bearer } = await reviewing();
		await sendRegistration(portal);
		portal.sqlite.exec(`update entries set answers = '{}' where kind = 'forum'`);
		const { body } = await portal.agent().get("/api/forum/entries").set("Authorization", bearer).expect(200);
		const { id, name, email, companySchool, creation, updated, status, ...rest } = body[0];
		expect([typeof id, name, companySchool, status]).toEqual(["number", "林涛", "Example 大学", "New"]);
		expect([typeof email, typeof creation, typeof updated]).toEqual(["string", "string", "string"]);
		expect(rest).toMatchObject({
			position: "",
			background: "",
			countryRegion: "",
			countryRegionOther: null,
			recommender: "",
			invitationContact: "",
			invitationConfirmed: "",
			currentProgress: "",
			forumTopic: [],
		});
		for (const field of forum.fields) expect([field.name, field.name in body[0]]).toEqual([field.name, true]);
	});

	it("so do talks and works", async () => {
		const { portal, bearer } = await reviewing();
		portal.sqlite.exec("update entries set answers = '{}'");
		const { body } = await portal.agent().get("/api/entries").set("Authorization", bearer).expect(200);
		expect(body[0]).toMatchObject({ bio: "", phone: "", subject: "", bluesky: "", details: "" });
	});
});
