import { parse } from "node-html-parser";
import { describe, expect, it, vi } from "vitest";
import en from "../../app/locales/en.json" with { type: "json" };
import { openBlank } from "../support/blank.ts";
import { begin } from "../support/editions.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { type Agent, LATE_COPY } from "../support/late-forms.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { organiser, place } from "../support/released-schedule.ts";
import { multiplyAccepted } from "../support/schedule.ts";
import { keptApart } from "../support/spam.ts";

const WITH_SERVER = { SMTP_URL: "smtp://127.0.0.1:9" };
const DATED = "update programmes set closes_at = 4000000000000";

const change = (portal: TestPortal, sql: string) => portal.db.write(() => portal.sqlite.exec(sql));

interface Line {
	text: string;
	to: string;
}

async function linesOf(agent: Agent): Promise<Line[]> {
	const page = parse((await agent.get("/admin").expect(200)).text);
	return page
		.querySelectorAll(".todos a")
		.map((link) => ({ text: link.textContent, to: link.getAttribute("href") ?? "" }));
}

const texts = async (agent: Agent) => (await linesOf(agent)).map(({ text }) => text);

/** How many things the page behind a line lists. */
async function listed(agent: Agent, { to }: Line): Promise<number> {
	const page = parse((await agent.get(to).expect(200)).text).querySelector("main");
	const items: Record<string, string> = {
		"/admin/late": "form button[name='do.decline']",
		"/admin/mail": ".outbox > li",
		"/admin/schedule/conflicts": "section:not(form *)",
		"/admin/schedule/conflicts#lost": "#lost section",
		"/admin/waiting": "#reorder strong",
		"/admin/schedule/release": "p + details:not(section *) li",
	};
	return page?.querySelectorAll(items[to.replace(/\?.*/, "")] ?? "tbody tr").length ?? 0;
}

const mail = (key: string, state: string, entry: number | null = null) =>
	`insert into outbox (kind, dedupe_key, message_id, entry_id, to_address, subject, body, state, created_at, next_at)
		values ('${entry ? "accept" : "notice"}', '${key}', '${key}', ${entry}, 'a@example.org', 's', 'b', '${state}', 1, 9000000000000);`;

/** A portal with some of everything that has to be done about entries. */
async function openBusy(settings: Record<string, string> = {}) {
	const portal = await openPortal(settings);
	const admin = await portal.admin();
	for (let n = 0; n < 8; n += 1) await sendTalk(portal, { title: `Talk ${n}`, tracks: "ai-next" });
	for (let n = 0; n < 2; n += 1) await sendWork(portal);
	await sendProject(portal);
	for (let n = 0; n < 4; n += 1) await sendRegistration(portal);
	for (const title of ["Declined", "On the waiting list", "Waits for a check", "Spam"])
		await sendTalk(portal, { title, tracks: "ai-next" });
	await change(
		portal,
		`delete from outbox;
		update entries set status = 'Accept', consent = 1 where id <= 5;
		update entries set track_id = 'assign-me' where id = 5;
		update entries set told_status = 'Hold' where id in (select min(id) from entries group by kind);
		update entries set presence = 'withdrawn' where id = 8;
		update entries set presence = 'declined' where id = 16;
		update entries set status = 'Hold' where id = 17;
		${keptApart("unchecked", 18)} ${keptApart("spam", 19)}
		insert into entry_log (entry_id, at, type, state, changes) values
			(16, 1, 'Schedule', 'left', '{"slot":{"from":"day1-ai-next-10:00","to":""}}');
		insert into messages (entry_id, thread, from_team, body, at) values (3, 'people', 0, 'When do I speak?', 1),
			(4, 'people', 0, 'When do I speak?', 1), (4, 'people', 1, 'At ten.', 2), (5, 'organisers', 1, 'Ask them.', 1);
		update programmes set confirm_by = 1 where category = 'hangzhou';
		update entries set incomplete = '["bio"]' where id in (6, 9);
		insert into entry_log (entry_id, at, type, state) values (2, 1, 'Status', 'Accept'), (2, 2, 'Edited', 'Accept');
		${mail("1", "sent", 1)} ${mail("2", "failed", 2)} ${mail("3", "pending")} ${mail("4", "pending")}
		${LATE_COPY}
		${LATE_COPY.replace("'late', ", "'declined', ")}
		update late_entries set declined_at = 1 where submission_key = 'declined';`,
	);
	await place(portal, 1, ["day2", "ai-models-infra", "09:00"]);
	await place(portal, 17, ["day2", "ai-next", "10:00"]);
	return { portal, admin };
}

/** The names of lines, as their texts are stored. */
const names = [...new Set(Object.keys(en.overviewMessages.todo).map((key) => key.replace(/_(one|other)$/, "")))];
const nameOf = (text: string) =>
	names.find((name) =>
		Object.entries(en.overviewMessages.todo).some(
			([key, sentence]) =>
				key.replace(/_(one|other)$/, "") === name && new RegExp(`^${sentence.replace(/{{.*?}}/g, ".+")}$`).test(text),
		),
	);

describe("the overview", () => {
	it("has a line for everything that is to be done, and each counts what its list shows", async () => {
		const seen = new Set<string | undefined>();
		for (const settings of [{}, WITH_SERVER]) {
			const { admin } = await openBusy(settings);
			const lines = await linesOf(admin);
			for (const line of lines) {
				seen.add(nameOf(line.text));
				const [count] = /\d+/.exec(line.text) ?? [];
				if (count) expect([line.text, await listed(admin, line)]).toEqual([line.text, Number(count)]);
			}
		}
		const empty = await openPortal();
		const admin = await empty.admin();
		await change(empty, "update programmes set state = 'closed'; delete from outbox");
		for (const text of await texts(admin)) seen.add(nameOf(text));
		for (const text of await texts(await (await openBlank(WITH_SERVER)).admin())) seen.add(nameOf(text));
		const elsewhere = await openPortal({ SMTP_URL: "smtp://mail.example.org" });
		for (const text of await texts(await elsewhere.admin())) seen.add(nameOf(text));
		const next = await (await openPortal(WITH_SERVER)).admin();
		await begin(next);
		for (const text of await texts(next)) seen.add(nameOf(text));
		empty.clock.now = Date.parse("2025-09-01T00:00:00Z");
		await change(empty, "update programmes set state = 'open'");
		for (const text of await texts(await empty.admin())) seen.add(nameOf(text));
		expect(names.filter((name) => !seen.has(name))).toEqual([]);
	});

	it("asks for nothing that was for the event once its last day is over where it takes place", async () => {
		const { portal } = await openBusy();
		// To log in sends an email.
		const shown = async () => (await texts(await portal.admin())).filter((text) => !/in the outbox$/.test(text));
		portal.clock.now = Date.parse("2025-09-14T23:59:00+08:00");
		const before = await shown();
		portal.clock.now += 60_000;
		const after = await shown();
		expect(before.filter((text) => !after.includes(text))).toEqual([
			"1 incomplete talk",
			"1 incomplete work",
			"1 accepted talk without a track",
			"1 talk changed since it was accepted",
			"4 accepted talks not in the schedule",
			"1 placed talk is no longer accepted",
			"1 conflict in the schedule",
			expect.stringMatching(/^\d+ changes of the schedule/),
			"1 place is free and a talk waits for it",
			"3 accepted talks without their acceptance email",
			"4 accepted talks not confirmed by their authors",
		]);
		const empty = await openPortal();
		await change(empty, "update programmes set state = 'closed'");
		const ofEmpty = async () => (await texts(await empty.admin())).map(nameOf);
		expect(await ofEmpty()).toContain("noCall");
		empty.clock.now = portal.clock.now;
		expect(await ofEmpty()).not.toContain("noCall");
	});

	it("says what to do in whole sentences, in both languages", async () => {
		const { admin } = await openBusy();
		expect(await texts(admin)).toEqual([
			"2 new talks to read",
			"2 new works to read",
			"1 new nomination to read",
			"4 new registrations to read",
			"1 late submission to decide on",
			"1 entry waits for a check, because spam came from its network",
			"1 message to answer",
			"1 incomplete talk",
			"1 incomplete work",
			"1 accepted talk without a track",
			"1 talk changed since it was accepted",
			"4 accepted talks not in the schedule",
			"1 placed talk is no longer accepted",
			"1 conflict in the schedule",
			expect.stringMatching(/^\d+ changes of the schedule that visitors do not see until you release them$/),
			"1 talk with a status that its author was not told",
			"1 work with a status that its author was not told",
			"1 nomination with a status that its author was not told",
			"1 forum registration with a status that its author was not told",
			"1 place is free and a talk waits for it",
			"3 accepted talks without their acceptance email",
			"4 accepted talks not confirmed by their authors",
			"1 failed email",
			"No mail server is configured: 2 emails are saved in the outbox",
			"AIGC Spotlight is open and has no last day",
			"Forum Registration is open and has no last day",
			"There is only one administrator",
		]);
		const chinese = await texts(admin.set("Accept-Language", "zh"));
		expect(chinese.slice(0, 2)).toEqual(["2个新演讲待审阅", "2件新作品待审阅"]);
	});

	it("says above each list what is to be done with it, in both languages", async () => {
		const { admin } = await openBusy();
		const said = async (language: string) => {
			const page = await admin.get("/admin/proposals?need=unmailed").set("Accept-Language", language).expect(200);
			return textOfPage(page.text);
		};
		expect(await said("en")).toContain("Choose “Emails” in a row to send its acceptance email.");
		expect(await said("zh")).toContain("请在每行打开“邮件”，发送录用邮件。");
		expect(textOfPage((await admin.get("/admin/aigc?need=incomplete")).text)).toContain("ask its author for them");
		for (const path of ["/admin/proposals", "/admin/proposals?need=withdrawn", "/admin/forum?need=incomplete"])
			expect(textOfPage((await admin.get(path)).text)).not.toMatch(/in a row to send|ask its author for them/);
	});

	it("leads to the call that a line is about", async () => {
		const admin = await (await openPortal()).admin();
		const undated = (await linesOf(admin)).filter(({ to }) => to.includes("#"));
		const page = parse((await admin.get("/admin/programmes").expect(200)).text);
		expect(
			undated.map(({ to }) => page.querySelector(`form:has(${to.slice(to.indexOf("#"))}) [name=closes]`)?.attrs.value),
		).toEqual(["", ""]);
	});

	it("empties itself: a line goes when its last thing is done", async () => {
		const portal = await openPortal({ ...WITH_SERVER, MAIL_FROM: "cfp@conference.test" });
		const admin = await portal.admin();
		await portal.services.administrators.create("second@example.org", "correct-horse-9");
		await change(portal, `${DATED}; delete from outbox`);
		expect(await texts(admin)).toEqual([]);
		expect(textOfPage((await admin.get("/admin")).text)).toContain("Nothing is left to do.");
		const id = await sendTalk(portal, { tracks: "ai-next" });
		await change(portal, "delete from outbox");
		expect(await texts(admin)).toEqual(["1 new talk to read"]);
		expect(textOfPage((await admin.get("/admin")).text)).not.toContain("Nothing is left to do.");
		const actor = await organiser(portal);
		await portal.services.triage.change(actor, [{ id, kind: "status", was: "New", to: "Reject" }]);
		expect(await texts(admin)).toEqual([]);
	});

	it("shows organisers nothing that only administrators may do", async () => {
		const portal = await openPortal();
		const { user, visitor } = await organiser(portal);
		const namesFor = (role: "administrator" | "organiser") =>
			portal.services.overview.todos({ user: user && { ...user, role }, visitor }).others.map(({ name }) => name);
		const all = namesFor("administrator");
		expect(all).toContain("oneAdministrator");
		expect(namesFor("organiser")).toEqual(all.filter((name) => name !== "oneAdministrator"));
	});

	it("asks the database no more often where there are more entries", async () => {
		const { portal, admin } = await openBusy();
		const statement = Object.getPrototypeOf(portal.sqlite.prepare("select 1"));
		const asked = async () => {
			await change(portal, "update entries set updated_at = updated_at + 1 where id = 1");
			const spies = (["get", "all", "iterate"] as const).map((name) => vi.spyOn(statement, name));
			await admin.get("/admin").expect(200);
			const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
			for (const spy of spies) spy.mockRestore();
			return count;
		};
		await asked();
		const few = await asked();
		await multiplyAccepted(portal, 300);
		expect(await asked()).toBe(few);
	});
});
