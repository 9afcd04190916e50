import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { openBlank } from "../support/blank.ts";
import { sendTalk } from "../support/entries.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talk, talkFields } from "../support/talks.ts";

const LOADING = "Track options are still loading. Please wait a moment and try again.";

/** Takes every option away, that of no track as well; or gives them back. */
const offer = ({ db, sqlite }: TestPortal, active: boolean) =>
	db.write(() => void sqlite.exec(`update tracks set active = ${Number(active)}`));
const stored = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select id, title, track_id as track from entries order by id").all();
const question = (html: string) => parse(html).querySelector("#f-tracks");

describe("a form of the specification without a single option for the track", () => {
	it("says so, is refused with everything typed, and is taken once there are options", async () => {
		const portal = await openPortal();
		await offer(portal, false);
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou").expect(200)).text;
		expect(question(page)?.textContent).toBe(LOADING);
		const refused = await submitForm(agent, page, talk({ title: "Compilers", file: await portrait() })).expect(422);
		expect(errorsOf(refused.text).list).toEqual([LOADING]);
		expect(shownValue(refused.text, "title")).toBe("Compilers");
		expect(refused.text).toContain("Photo received");
		expect(stored(portal)).toEqual([]);
		await offer(portal, true);
		await submitForm(agent, (await agent.get("/hangzhou")).text, { consent: true }).expect(303);
		expect(stored(portal)).toEqual([{ id: 1, title: "Compilers", track: "assign-me" }]);
	});

	it("is refused in Chinese and in the proposal editor as well", async () => {
		const portal = await openPortal();
		await offer(portal, false);
		const guest = portal.agent();
		const page = (await guest.get("/hangzhou?lang=zh").redirects(1)).text;
		expect(question(page)?.textContent).toBe("专题选项仍在加载，请稍候再试。");
		const admin = await portal.admin();
		const editor = (await admin.get("/admin/editor").expect(200)).text;
		const answer = await submitForm(admin, editor, talk({ file: await portrait() })).expect(422);
		expect(errorsOf(answer.text).list).toEqual([LOADING]);
	});

	it("counts no failure of an answer that it lacks", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const photo = await portrait();
		let page = (await agent.get("/hangzhou").expect(200)).text;
		const send = async () => {
			page = (await submitForm(agent, page, talk({ bio: "", file: photo })).expect(422)).text;
			return errorsOf(page).list;
		};
		expect(await send()).toEqual(["Bio is required (2 more attempts before auto-proceed)"]);
		await offer(portal, false);
		for (let n = 0; n < 3; n += 1) expect(await send()).toEqual([LOADING]);
		await offer(portal, true);
		page = (await agent.get("/hangzhou").expect(200)).text;
		expect(await send()).toEqual(["Bio is required (1 more attempt before auto-proceed)"]);
	});

	it("is refused over REST, with the same words and no count", async () => {
		const portal = await openPortal();
		await offer(portal, false);
		const send = (fields: Record<string, string>) => portal.agent().post("/api/submit").type("form").send(fields);
		for (let n = 0; n < 3; n += 1) {
			const { body } = await send({ ...talkFields({ bio: "" }), formSession: "a-session-of-its-own" }).expect(422);
			expect([body.message, body.problems]).toEqual([LOADING, [{ field: "tracks", message: LOADING }]]);
		}
		await offer(portal, true);
		const { body } = await send({ ...talkFields({ bio: "" }), formSession: "a-session-of-its-own" }).expect(422);
		expect(body.message).toBe("Please make sure the Bio field is filled out (2 more attempts before auto-proceed)");
	});

	it("is still taken as a change of an entry that has a track", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "Before", tracks: "ai-next" });
		await offer(portal, false);
		const admin = await portal.admin();
		const editor = (await admin.get("/admin/editor?spot=talk-1").expect(200)).text;
		await submitForm(admin, editor, { title: "After", consent: true }).expect(303);
		expect(stored(portal)).toEqual([{ id: 1, title: "After", track: "ai-next" }]);
	});
});

describe.each([
	["only the option of no track", "select 1", "assign-me"],
	["no option at all", "delete from tracks", null],
])("another event without tracks, with %s", (_, sql, track) => {
	it("asks for none, and takes entries by page, REST and editor", async () => {
		const portal = await openBlank();
		await portal.db.write(() => portal.sqlite.exec(`${sql}; update programmes set state = 'open'`));
		const agent = portal.agent();
		const page = (await agent.get("/talks").expect(200)).text;
		expect(question(page)).toBe(null);
		await submitForm(agent, page, talk({ title: "By page", file: await portrait() })).expect(303);
		const form = portal.agent().post("/api/submit");
		const fields = { ...talkFields({ title: "By REST", tracks: "nowhere" }), category: "talks" };
		for (const [name, value] of Object.entries(fields)) form.field(name, value);
		await form.attach("file", (await portrait()).bytes, { filename: "a.jpg" }).expect(201);
		const admin = await portal.admin();
		const editor = (await admin.get("/admin/editor").expect(200)).text;
		expect(question(editor)).toBe(null);
		await submitForm(admin, editor, talk({ title: "By editor", file: await portrait() })).expect(303);
		expect(stored(portal)).toEqual([
			{ id: 1, title: "By page", track },
			{ id: 2, title: "By REST", track },
			{ id: 3, title: "By editor", track },
		]);
	});

	it("says nothing of a track where its talks are read", async () => {
		const portal = await openBlank({ PUBLIC_PROPOSALS: "all" });
		await portal.db.write(() => portal.sqlite.exec(`${sql}; update programmes set state = 'open'`));
		const agent = portal.agent();
		await submitForm(agent, (await agent.get("/talks")).text, talk({ file: await portrait() })).expect(303);
		const list = (await portal.agent().get("/proposals").expect(200)).text;
		expect(parse(list).querySelector("[name=track]")).toBe(null);
		const details = (await portal.agent().get("/proposals?modal=details&id=1").expect(200)).text;
		for (const html of [list, details]) expect(textOfPage(html)).not.toMatch(/Track|Missing|To be assigned/);
	});
});
