import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { portrait, talk } from "../support/talks.ts";
import { adminBearer, TABLE } from "../support/talks-sent.ts";

const PANEL = { selector: "main form[action*='modal=panelist']", button: "do.panel" };
const RETIRE = "update tracks set active = 0 where id = 'ai-next'";

describe("values no longer offered", () => {
	it("is refused in the form of the panel, which keeps the ticks", async () => {
		const portal = await openPortal();
		await sendTalk(portal);
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals?modal=panelist&id=1").expect(200)).text;
		portal.sqlite.exec(RETIRE);
		const sent = submitForm(admin, page, { panelist: ["ai-next", "embodied-ai"], keywords: ["Cloud"] }, PANEL);
		const refused = textOfPage((await sent.expect(422)).text);
		expect(refused).toContain("Failed to save panelist tracks/keywords");
		expect(refused).toContain("This track is not active. Choose another one, or activate it first.");
		expect((await sent).text).toMatch(/value="Cloud"[^>]* checked=""|checked=""[^>]* value="Cloud"/);
		const forged = page.replaceAll('value="Cloud"', 'value="Blockchain"');
		const word = await submitForm(admin, forged, { keywords: ["Blockchain"] }, PANEL).expect(422);
		expect(textOfPage(word.text)).toContain("A keyword is not in the list. Choose from: AI, Cloud,");
		expect(portal.sqlite.prepare("select panelists, keywords from entries").raw().get()).toEqual(["[]", "[]"]);
	});

	it("is refused in the table and for ticked rows", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { tracks: "agentic-web" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals").expect(200)).text;
		portal.sqlite.exec(RETIRE);
		const row = await submitForm(admin, page, { "track-1": "ai-next" }, TABLE).expect(422);
		expect(textOfPage(row.text)).toContain("This track is not active.");
		const many = { "bulk-track": "ai-next", ids: ["1"] };
		await submitForm(admin, page, many, { ...TABLE, press: "do.bulk-track" }).expect(422);
		expect(portal.sqlite.prepare("select track_id from entries").pluck().get()).toBe("agentic-web");
	});

	it("is refused in a public form, which keeps everything; an entry keeps the track it has", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou").expect(200)).text;
		portal.sqlite.exec(RETIRE);
		const filling = talk({ tracks: "ai-next", title: "Kept", file: await portrait() });
		const refused = await submitForm(agent, page, filling).expect(422);
		expect(errorsOf(refused.text).list).toEqual(["Topic Track: this track is no longer offered. Choose another one"]);
		expect([shownValue(refused.text, "title"), refused.text.includes('name="photo"')]).toEqual(["Kept", true]);
		await submitForm(agent, refused.text, { tracks: "agentic-web" }).expect(303);

		const bearer = await adminBearer(portal);
		portal.sqlite.exec("update entries set track_id = 'ai-next'");
		const change = portal.agent().post("/api/submit").set("Authorization", bearer);
		for (const [name, value] of Object.entries({
			...talk(),
			consent: "true",
			id: "1",
			tracks: "ai-next",
			title: "New",
		})) {
			change.field(name, String(value));
		}
		await change.expect(200);
	});
});

describe("an invalid value in an address", () => {
	it("is dropped: lists, files and the board show everything and say so", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "Everything" });
		portal.sqlite.exec("update entries set consent = 1");
		const admin = await portal.admin();
		for (const path of ["/admin/proposals", "/proposals", "/admin/schedule"]) {
			const { text } = await admin.get(`${path}?track=nonsense&entries=nonsense&status=Nonsense`).expect(200);
			const main = parse(text).querySelector("main");
			const banners = main?.querySelectorAll(".banner") ?? [];
			const said = banners.map(({ text }) => text);
			for (const banner of banners) banner.remove();
			expect([path, shownValue(text, "track"), main?.innerHTML.includes("nonsense")]).toEqual([path, "", false]);
			const isList = path === "/admin/proposals";
			expect(said.join(" ").includes("There is no track “nonsense” in this event")).toBe(isList);
		}
		expect((await admin.get("/proposals?track=nonsense")).text).toContain("Everything");
		expect((await admin.get("/admin/proposals?track=nonsense")).text).toContain("Everything");
		const { text: file } = await admin.get("/admin/export/talk?track=nonsense").expect(200);
		expect(file).toContain("Everything");
		for (const path of ["/hangzhou?event=nonsense", "/admin/editor?category=nonsense", "/schedule?track=nonsense"]) {
			await admin.get(path).expect(200);
		}
	});
});

it("the editor changes the entry that `?spot=` names, as an organiser", async () => {
	const portal = await openPortal();
	await sendTalk(portal, { title: "Of a speaker" });
	const admin = await portal.admin();
	const page = (await admin.get("/admin/editor?spot=talk-1").expect(200)).text;
	expect(shownValue(page, "title")).toBe("Of a speaker");
	await submitForm(admin, page, { title: "By an organiser", phone: "123", consent: true }).expect(303);
	expect(portal.sqlite.prepare("select title, answers ->> '$.phone' from entries").raw().all()).toEqual([
		["By an organiser", "123"],
	]);
	await admin.get("/admin/editor?spot=talk-99").expect(404);
	expect(shownValue((await admin.get("/admin/editor?spot=nonsense").expect(200)).text, "title")).toBe("");
});

describe("a placed talk that gets another track", () => {
	const placed = async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "Moved", tracks: "ai-next" });
		accept(portal, [1]);
		await place(portal, 1, ["day1", "ai-next", "09:30"]);
		return { portal, admin: await portal.admin() };
	};
	const TOLD = "“Moved” is still scheduled under AI Next. Move it in the schedule, or change its track back.";

	it("is a conflict, and the organiser who changes it is warned", async () => {
		const { portal, admin } = await placed();
		const conflicts = async () => textOfPage((await admin.get("/admin/schedule/conflicts").expect(200)).text);
		expect(await conflicts()).toContain("No conflicts.");
		const page = (await admin.get("/admin/proposals").expect(200)).text;
		const saved = await submitForm(admin, page, { "track-1": "agentic-web" }, TABLE);
		expect(
			textOfPage(saved.status === 303 ? (await admin.get(saved.headers.location ?? "")).text : saved.text),
		).toContain(TOLD);
		const seen = await conflicts();
		expect(seen).toContain("The entry and its slot have different tracks");
		expect(seen).toContain("Moved");
		const login = { username: ADMIN.email, password: ADMIN.password };
		const { token } = (await portal.agent().post("/api/auth/login").send(login).expect(200)).body;
		const bearer = `Bearer ${token}`;
		const patch = (tracks: string) =>
			portal.agent().patch("/api/entries/1").set("Authorization", bearer).send({ tracks }).expect(200);
		expect((await patch("embodied-ai")).body.warnings).toEqual([TOLD]);
		expect((await patch("ai-next")).body).not.toHaveProperty("warnings");
		expect(await conflicts()).toContain("No conflicts.");
	});
});
