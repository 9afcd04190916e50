import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { errorsOf, shownValue, textOfPage } from "../support/form.ts";
import { guestsTalk, owner, say, settle, shown, signedIn, stored } from "../support/messages.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const TEAM = "Organisers of Hangzhou 2025";
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const put = ({ sqlite, clock }: TestPortal, entry: number, count: number, at = clock.now) => {
	const row = sqlite.prepare(
		"insert into messages (entry_id, thread, from_team, body, at) values (?, 'people', 0, ?, ?)",
	);
	sqlite.transaction(() => {
		for (let n = 1; n <= count; n += 1) row.run(entry, `Message ${n}.`, at);
	})();
};

describe("messages about an entry", () => {
	it("go to and fro between a guest and the organisers, who sign as the event", async () => {
		const portal = await openPortal();
		const { link, page } = await guestsTalk(portal);
		const [guest, admin] = [portal.agent(), await portal.admin()];
		const sent = await say(guest, link, "  May I bring\r\na <robot>? ");
		expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/\/entry\/talk-1\?key=/)]);
		expect(shown((await guest.get(link)).text)).toEqual([["You", "May I bring\na <robot>?"]]);
		expect(shown((await admin.get(page)).text, "h-people")).toEqual([["Li Lei", "May I bring\na <robot>?"]]);
		const answered = await say(admin, page, "Yes, a small one.");
		expect(textOfPage(answered.text)).toContain("The message is on the author’s page.");
		expect(shown(answered.text, "h-people").at(-1)).toEqual(["admin@example.org", "Yes, a small one."]);
		expect(shown((await guest.get(link)).text).at(-1)).toEqual([TEAM, "Yes, a small one."]);
	});

	it("belong to the account that owns the entry, whose dashboard says that there is one", async () => {
		const portal = await openPortal();
		const { id, page } = await guestsTalk(portal);
		const [author, admin] = [await owner(portal, id), await portal.admin()];
		const dashboard = async () => textOfPage((await author.get("/dashboard").expect(200)).text);
		expect(await dashboard()).not.toContain("Messages:");
		await say(admin, page, "Please send slides.");
		expect(await dashboard()).toMatch(/Messages: 1\s+Last message: from the organisers/);
		expect(shown((await author.get("/entry/talk-1")).text)).toEqual([[TEAM, "Please send slides."]]);
		portal.clock.now += 14 * DAY_MS;
		const later = await signedIn(portal, "owner@example.org");
		expect(textOfPage((await later.get("/dashboard")).text)).not.toContain("from the organisers");
		await say(later, "/entry/talk-1", "Here they are.");
		const { text } = await later.get("/dashboard");
		expect(textOfPage(text)).toContain("Messages: 2");
		expect(textOfPage(text)).not.toContain("from the organisers");
	});

	it("are nobody else's: not another account's, not those of a wrong key, and organisers do not write as the author", async () => {
		const portal = await openPortal();
		const { id, link, page } = await guestsTalk(portal);
		await say(portal.agent(), link, "Only ours.");
		const other = await signedIn(portal, "other@example.org");
		const post = { "do.message": "1", message: "Not mine" };
		for (const [agent, path] of [
			[portal.agent(), "/entry/talk-1"],
			[portal.agent(), "/entry/talk-1?key=1.x"],
			[other, "/entry/talk-1"],
		] as const) {
			await agent.get(path).expect(404);
			await agent.post(path).type("form").send(post).expect(404);
		}
		const admin = await portal.admin();
		const own = (await admin.get("/entry/talk-1").expect(200)).text;
		expect(own).not.toContain('name="message"');
		expect(own).toContain(`href="${page}"`);
		await admin.post("/entry/talk-1").set("Sec-Fetch-Site", "same-origin").type("form").send(post).expect(404);
		await other.get(page).expect(302);
		for (const path of ["/admin/messages/talk-99", "/admin/messages/forum-1", "/admin/messages/x"])
			for (const request of [admin.get(path), admin.post(path).type("form").send({ "do.note": "1", note: "Note" })])
				await request.set("Sec-Fetch-Site", "same-origin").expect(404);
		expect(stored(portal)).toEqual(["people 0 Only ours."]);
		// Who owns the entry is its author, also on the team.
		portal.sqlite.exec(
			`update entries set user_id = (select id from users where email = 'admin@example.org') where id = ${id}`,
		);
		await say(admin, "/entry/talk-1", "As its author.");
		expect(stored(portal).at(-1)).toBe("people 0 As its author.");
	});

	it("are stored once when a form is sent twice; the same words later are another message", async () => {
		const portal = await openPortal();
		const { link, page } = await guestsTalk(portal);
		const [guest, admin] = [portal.agent(), await portal.admin()];
		for (let n = 0; n < 2; n += 1) await say(guest, link, "Yes");
		for (let n = 0; n < 2; n += 1) await say(admin, page, "Yes");
		for (let n = 0; n < 2; n += 1) await say(admin, page, "Yes", "note");
		expect(stored(portal)).toEqual(["people 0 Yes", "people 1 Yes", "organisers 1 Yes"]);
		await say(guest, link, "Yes");
		portal.clock.now += 10 * MINUTE_MS;
		await say(guest, link, "Yes");
		expect(stored(portal).slice(3)).toEqual(["people 0 Yes", "people 0 Yes"]);
	});

	it.each([
		["   ", "Write a message"],
		["\u200b\n", "Write a message"],
		["长".repeat(5_001), "The message must have at most 5000 characters"],
		["a\u0007b", "The message contains characters that cannot be stored. Remove them and try again"],
	])("come back as they were typed where they cannot be stored: %#", async (typed, error) => {
		const portal = await openPortal();
		const { link, page } = await guestsTalk(portal);
		const admin = await portal.admin();
		for (const [agent, path, field] of [
			[portal.agent(), link, "message"],
			[admin, page, "message"],
			[admin, page, "note"],
		] as const) {
			const back = await say(agent, path, typed, field);
			expect([back.status, errorsOf(back.text).list]).toEqual([422, [error]]);
			expect(shownValue(back.text, field)).toBe(typed);
		}
		expect(stored(portal)).toEqual([]);
		await say(portal.agent(), link, "😀".repeat(5_000)).then(({ status }) => expect(status).toBe(303));
	});

	it("are at most 20 a day and 200 in all by the people of an entry, and what they typed comes back", async () => {
		const portal = await openPortal();
		const { id, link, page } = await guestsTalk(portal);
		const guest = portal.agent();
		put(portal, id, 19);
		await say(guest, link, "The twentieth.");
		const refused = await say(guest, link, "One too many.");
		expect([refused.status, errorsOf(refused.text).list]).toEqual([
			422,
			[expect.stringContaining("at most 20 messages a day")],
		]);
		expect(shownValue(refused.text, "message")).toBe("One too many.");
		expect((await say(await portal.admin(), page, "Organisers may.")).status).toBe(200);
		portal.clock.now += DAY_MS;
		expect((await say(guest, link, "The next day.")).status).toBe(303);
		put(portal, id, 178, 1);
		expect((await say(guest, link, "Number 200.")).status).toBe(303);
		expect(errorsOf((await say(guest, link, "Number 201.")).text).list).toEqual([
			expect.stringContaining("You have written 200 messages"),
		]);
	});

	it("may be about a withdrawn or declined entry, not an archived one", async () => {
		const portal = await openPortal();
		const { id, link, page } = await guestsTalk(portal);
		const [guest, admin] = [portal.agent(), await portal.admin()];
		for (const presence of ["withdrawn", "declined"]) {
			portal.sqlite.exec(`update entries set presence = '${presence}', status = 'Reject' where id = ${id}`);
			expect((await say(guest, link, `It is ${presence}.`)).status).toBe(303);
			await say(admin, page, `We know: ${presence}.`);
		}
		const [open, console] = [(await guest.get(link)).text, (await admin.get(page)).text];
		portal.sqlite.exec(`insert into events (slug, state, name, name_zh, place, place_zh, zone, organisation, support, accent, front, grid)
			select 'earlier', 'archived', name, name_zh, place, place_zh, zone, organisation, support, accent, '', '{"days":[]}' from events;
			update entries set event_id = 2`);
		for (const [agent, path, before, section] of [
			[guest, link, open, "h-messages"],
			[admin, page, console, "h-people"],
		] as const) {
			const { text } = await agent.get(path).expect(200);
			expect(shown(text, section)).toEqual(shown(before, section));
			expect(text).not.toContain('name="message"');
			const post = agent.post(path).set("Sec-Fetch-Site", "same-origin").type("form");
			expect((await post.send({ "do.message": "1", message: "Too late" })).status).toBe(422);
		}
		expect(stored(portal)).toHaveLength(4);
	});

	it("are shown twenty at a time, the newest last, with a link to the earlier ones", async () => {
		const portal = await openPortal();
		const { id, link, page } = await guestsTalk(portal);
		put(portal, id, 45);
		for (const [agent, path, section, earlier] of [
			[portal.agent(), link, "h-messages", /href="([^"]*before=[^"#]*)/],
			[await portal.admin(), page, "h-people", /href="([^"]*people=[^"#]*)/],
		] as const) {
			const pages: string[][] = [];
			for (let at: string | undefined = path; at; ) {
				const { text }: { text: string } = await agent.get(at).expect(200);
				pages.unshift(shown(text, section).map(([, body]) => body));
				at = earlier.exec(text)?.[1]?.replaceAll("&amp;", "&");
			}
			expect(pages.map(({ length }) => length)).toEqual([5, 20, 20]);
			expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, n) => `Message ${n + 1}.`));
		}
	});
});

describe("organisers", () => {
	it("see whose message waits for an answer, until one of them answers or says that it needs none", async () => {
		const portal = await openPortal();
		const [one, two] = [await guestsTalk(portal), await guestsTalk(portal, { title: "Kernels" })];
		const admin = await portal.admin();
		const todo = async () => /\d+ messages? to answer/.exec((await admin.get("/admin")).text)?.[0];
		const list = async (path = "/admin/messages") =>
			[...(await admin.get(path)).text.matchAll(/href="\/admin\/messages\/(talk-\d+)"/g)].map(([, spot]) => spot);
		expect(await todo()).toBeUndefined();
		await say(portal.agent(), one.link, "When?");
		await say(portal.agent(), two.link, "Where?");
		expect([await todo(), await list()]).toEqual(["2 messages to answer", ["talk-2", "talk-1"]]);
		await say(admin, one.page, "Let us ask the chair.", "note");
		expect(await todo()).toBe("2 messages to answer");
		await say(admin, one.page, "On Saturday.");
		expect([await todo(), await list()]).toEqual(["1 message to answer", ["talk-2"]]);
		const seen = (await admin.get(two.page)).text;
		// Where the thread leads back to: its entry, and the list that it is in.
		const back = async (path: string) =>
			parse((await admin.get(path)).text)
				.querySelectorAll("main .console-form > p:first-of-type a")
				.map((link) => link.getAttribute("href"));
		const entry = (id: number, from: string) =>
			`/admin/proposals?modal=details&id=${id}&return=${encodeURIComponent(from)}`;
		expect(await back(one.page)).toEqual([entry(1, one.page), "/admin/messages?all"]);
		expect(await back(two.page)).toEqual([entry(2, two.page), "/admin/messages"]);
		portal.clock.now += MINUTE_MS;
		await say(portal.agent(), two.link, "In which room?");
		expect(textOfPage((await settle(admin, two.page, seen)).text)).toContain("there is a newer message");
		expect(await todo()).toBe("1 message to answer");
		portal.clock.now += MINUTE_MS;
		expect(textOfPage((await settle(admin, two.page)).text)).toContain("no longer waits for an answer");
		expect([await todo(), await list()]).toEqual([undefined, []]);
		expect(await list("/admin/messages?all")).toEqual(["talk-2", "talk-1"]);
		portal.clock.now += MINUTE_MS;
		await say(portal.agent(), two.link, "Hello?");
		expect(await todo()).toBe("1 message to answer");
		const details = textOfPage((await admin.get(`/admin/proposals?modal=details&id=${two.id}`)).text);
		expect(details).toContain("Messages: Waits for an answer");
		expect(details).toContain("Message needs no answer");
	});

	it("page through many threads", async () => {
		const portal = await openPortal();
		const { id } = await guestsTalk(portal);
		const copy = portal.sqlite.prepare("select * from entries where id = ?").get(id) as Record<string, unknown>;
		const columns = Object.keys(copy).filter((name) => name !== "id" && name !== "submission_key");
		portal.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 29)
			insert into entries (${columns.join()}) select ${columns.join()} from entries, n where id = ${id};
			insert into messages (entry_id, thread, from_team, body, at) select id, 'people', 0, 'When?', 1 from entries`);
		const admin = await portal.admin();
		const rows = async (path: string) =>
			(await admin.get(path).expect(200)).text.match(/href="\/admin\/messages\/talk-/g);
		expect(await rows("/admin/messages")).toHaveLength(25);
		expect(await rows("/admin/messages?page=2")).toHaveLength(5);
		expect(await rows("/admin/messages?page=9")).toHaveLength(5);
		expect((await admin.get("/admin")).text).toContain("30 messages to answer");
	});
});
