import { describe, expect, it } from "vitest";
import { assigned, committee, open, PAGE, proposal, SECOND } from "../support/assignments.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { ADMIN } from "../support/portal.ts";
import { MARKED, REVIEW, REVIEWER, signedIn, stored } from "../support/reviews.ts";
import { chineseFaults } from "../support/screens/chinese.ts";
import { rowsOf } from "../support/table.ts";

const hand = { selector: "main form", button: "do.save" };
const APPLY = { selector: "main form", button: "do.apply" };

describe("entries are assigned", () => {
	it("by hand: added and removed, and what another organiser changed since stays", async () => {
		const { portal, admin, first, ids } = await committee(2);
		const page = await open(admin, `${PAGE}?entry=talk-1`);
		expect(textOfPage(page)).toContain("As soon as there is one, reviewers see only what is assigned to them.");
		await submitForm(admin, page, { reviewer: [String(ids[0])] }, hand).expect(200);
		expect(assigned(portal)).toEqual(["1 reviewer hand"]);
		expect(await open(first, "/review")).not.toContain("talk-2");
		await submitForm(admin, page, { reviewer: [String(ids[1])] }, hand).expect(200);
		expect(assigned(portal)).toEqual(["1 reviewer hand", "1 second hand"]);
		const now = await open(admin, `${PAGE}?entry=talk-1`);
		await submitForm(admin, now, { reviewer: [String(ids[1])] }, hand).expect(200);
		expect(assigned(portal)).toEqual(["1 second hand"]);
		await admin.get(`${PAGE}?entry=talk-99`).expect(404);
		await admin.get("/admin/programmes/none/assignments").expect(404);
	});

	it("by panel: to all whose tracks the panel or the track names, even beyond their own tracks", async () => {
		const { portal, admin, first, ids } = await committee(1);
		await sendTalk(portal, { tracks: "agentic-web" });
		await sendTalk(portal, { tracks: "agentic-web" });
		portal.sqlite.exec(`update entries set panelists = '["ai-next"]' where id = 2`);
		const page = await open(admin, proposal("panel", ids));
		expect(textOfPage(page)).toContain("2 new assignments. Nothing is stored yet.");
		expect(assigned(portal)).toEqual([]);
		const told = await submitForm(admin, page, {}, APPLY).expect(200);
		expect(textOfPage(told.text)).toContain("2 assignments were stored.");
		expect(assigned(portal)).toEqual(["1 reviewer panel", "2 reviewer panel"]);
		await first.get("/review/talk-2").expect(200);
		await first.get("/review/talk-3").expect(404);
	});

	it("balanced: what was shown is stored, a second click and a second run add nothing", async () => {
		const { portal, admin, ids } = await committee(4);
		portal.sqlite.exec("update review_rules set wanted = 1");
		portal.sqlite.exec(`insert into assignments values (1, ${ids[1]}, 'hand', 1, null)`);
		const page = await open(admin, proposal("balance", ids));
		const shown = textOfPage(page);
		expect(shown).toContain("3 new assignments.");
		for (const _ of [1, 2]) await submitForm(admin, page, {}, APPLY).expect(200);
		const all = assigned(portal) as string[];
		expect(all.filter((one) => one.endsWith("balance"))).toHaveLength(3);
		expect(all).toContain("1 second hand");
		expect(all.filter((one) => one.includes("reviewer"))).toHaveLength(2);
		for (const one of all) if (one.endsWith("balance")) expect(shown).toContain(`talk-${one[0]}`);
		const again = await open(admin, proposal("balance", ids));
		expect(textOfPage(again)).toContain("Nothing is to be added.");
		expect(again).not.toContain("do.apply");
		expect(again).not.toContain("<table");
	});

	it("again after they were removed: the same proposal is stored once more", async () => {
		const { portal, admin, ids } = await committee(2);
		const page = await open(admin, proposal("balance", ids));
		await submitForm(admin, page, {}, APPLY).expect(200);
		const before = assigned(portal);
		expect(before).toHaveLength(4);
		portal.sqlite.exec("delete from assignments");
		await submitForm(admin, page, {}, APPLY).expect(200);
		expect(assigned(portal)).toEqual(before);
	});

	it("never to someone with a conflict of interest, though they have begun a review", async () => {
		const { portal, admin, ids } = await committee(1);
		portal.sqlite.exec(`
			insert into reviews (entry_id, reviewer_id, state, marks, rules_version, entry_version, revision, at)
				values (1, ${ids[0]}, 'done', '{}', 1, 0, 1, 1);
			insert into conflicts values (1, ${ids[0]}, 'declared', 1, ${ids[0]})`);
		await submitForm(admin, await open(admin, proposal("balance", ids)), {}, APPLY).expect(200);
		expect(assigned(portal)).toEqual(["1 second balance"]);
	});

	it("not where something has changed since the proposal: it is shown anew", async () => {
		const { portal, admin, ids } = await committee(1);
		const page = await open(admin, proposal("balance", ids));
		await sendTalk(portal, { tracks: "ai-next" });
		const refused = await submitForm(admin, page, {}, APPLY).expect(409);
		expect(textOfPage(refused.text)).toMatch(/have just changed.*4 new assignments/s);
		expect(assigned(portal)).toEqual([]);
	});

	it("says what cannot be met and why", async () => {
		const { portal, admin, ids } = await committee(2);
		await sendTalk(portal, { tracks: "agentic-web" });
		portal.sqlite.exec(`insert into conflicts values (1, ${ids[1]}, 'found', 1, null)`);
		const shown = textOfPage(await open(admin, proposal("balance", ids, "1")));
		expect(shown).toContain("3 entries get fewer reviews than wanted.");
		expect(shown).toContain("in conflict, abstained or removed: 1");
		expect(shown).toContain("of other tracks: 1");
		expect(shown).toContain("at their limit");
		for (const [most, error] of [["0", "Enter a number from 1 to 5000, or nothing"]] as const)
			expect(textOfPage(await open(admin, proposal("balance", ids, most)))).toContain(error);
		expect(textOfPage(await open(admin, proposal("balance", [])))).toContain("Tick at least one reviewer");
	});

	it("in Chinese, where the page, its proposal and its answer are Chinese throughout", async () => {
		const { portal, admin, ids } = await committee(2);
		await portal.db.write(() => portal.sqlite.exec("update entries set title = '开源演讲'"));
		const read = async (path: string) => (await admin.get(path).set("Accept-Language", "zh").expect(200)).text;
		expect(textOfPage(await read(PAGE))).toContain("目前没有分配");
		const page = await read(proposal("balance", ids));
		expect(textOfPage(page)).toContain("尚未保存");
		for (const text of [await read(PAGE), page, await read(`${PAGE}?entry=talk-1`)])
			expect(chineseFaults(text, PAGE)).toEqual([]);
	});

	it("not for more reviewers than can be calculated with", async () => {
		const { portal, admin } = await committee(1);
		portal.sqlite.exec(`
			with recursive n(i) as (select 1000 union all select i + 1 from n where i < 1300)
			insert into users (id, email, name, created_at, verified_at)
				select i, 'r' || i || '@example.org', 'R' || i, 1, 1 from n;
			insert into memberships (user_id, role, created_at) select id, 'reviewer', 1 from users where id >= 1000;`);
		const all = portal.sqlite.prepare("select user_id from memberships").pluck().all() as number[];
		const text = textOfPage(await open(admin, proposal("balance", all)));
		expect(text).toContain("300");
		expect(text).not.toContain("new assignment");
		expect(assigned(portal)).toEqual([]);
	});

	it("with reviews that were begun before, and to others for those who abstained or left", async () => {
		const { portal, admin, first, second, ids } = await committee(1);
		await submitForm(first, await open(first, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.save" }).expect(303);
		await submitForm(second, await open(second, "/review/talk-1"), {}, { ...REVIEW, button: "do.abstain" }).expect(303);
		const page = await open(admin, proposal("balance", ids));
		expect(textOfPage(page)).toMatch(
			/1 review that was begun.*2 reviews are missing.*in conflict, abstained or removed: 1/s,
		);
		await submitForm(admin, page, {}, APPLY).expect(200);
		expect(assigned(portal)).toEqual(["1 reviewer balance"]);
		portal.sqlite.exec(`delete from memberships where user_id = ${ids[0]}`);
		const whole = textOfPage(await open(admin));
		expect(whole).toContain("no longer reviews this call");
		expect(textOfPage(await open(admin, proposal("balance", ids)))).toContain("3 reviews are missing");
		await first.get("/review/talk-1").expect(302);
		expect(stored(portal)).toHaveLength(2);
	});
});

describe("assignments are removed", () => {
	it("after a question: those of one reviewer, or all that nobody has begun; reviews stay", async () => {
		const { portal, admin, first, ids } = await committee(2);
		portal.sqlite.exec(
			`insert into assignments select e.id, u.id, 'hand', 1, null from entries e, users u where u.id in (${ids.join()})`,
		);
		await submitForm(first, await open(first, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		const asked = await open(admin, `${PAGE}?remove=open`);
		expect(textOfPage(asked)).toContain("Remove 3 assignments?");
		expect(assigned(portal)).toHaveLength(4);
		const remove = { selector: "main form", button: "do.remove" };
		await submitForm(admin, asked, {}, remove).expect(200);
		expect(assigned(portal)).toEqual(["1 reviewer hand"]);
		const stale = await submitForm(admin, asked, {}, remove).expect(409);
		expect(textOfPage(stale.text)).toContain("Nothing was removed");
		const own = await open(admin, `${PAGE}?remove=${ids[0]}`);
		expect(textOfPage(own)).toContain(`Remove 1 assignment of ${REVIEWER}?`);
		await submitForm(admin, own, {}, remove).expect(200);
		expect([assigned(portal), stored(portal).length]).toEqual([[], 1]);
	});
});

describe("the committee", () => {
	it("is followed: who is done with how much, and how they mark", async () => {
		const { portal, admin, first } = await committee(2);
		const done = { ...REVIEW, button: "do.done" };
		await submitForm(first, await open(first, "/review/talk-1"), MARKED, done).expect(303);
		const low = { "mark-relevance": "1", "mark-content": "2", "mark-clarity": "1", recommendation: "no" };
		await submitForm(first, await open(first, "/review/talk-2"), low, done).expect(303);
		// (3 + 2 · 5 + 4) / 4 = 4.25 and (1 + 2 · 2 + 1) / 4 = 1.5: mean 2.875, spread 2.75 / √2 = 1.94.
		expect(textOfPage(await open(admin))).toMatch(/reviewer@example\.org\s+2 of 2.*?2\.9\s+1\.9/s);
		const own = `insert into conflicts select 2, id, 'found', 1, null from users where email = '${REVIEWER}'`;
		await portal.db.write(() => portal.sqlite.exec(own));
		expect(textOfPage(await open(admin))).toMatch(/reviewer@example\.org\s+1 of 1.*?4\.3\s+–/s);
		portal.sqlite.exec("delete from review_criteria; delete from review_rules");
		expect(textOfPage(await open(admin))).toContain("This call is not reviewed.");
	});

	it("has organisers in it once they have begun a review or an entry is assigned to them", async () => {
		const { portal, admin } = await committee(3);
		const row = async () => {
			const found = rowsOf(await open(admin)).find(([name]) => name?.startsWith(ADMIN.email));
			return found?.slice(1, 2);
		};
		const remind = () =>
			admin.post(PAGE).type("form").send({ "do.remind": "all" }).set("Sec-Fetch-Site", "same-origin").expect(303);
		const reminded = () =>
			portal.sqlite.prepare("select to_address from outbox where kind = 'reviewing'").pluck().all();
		expect(await row()).toBeUndefined();
		await remind();
		expect(reminded()).toEqual([REVIEWER, SECOND]);
		await submitForm(admin, await open(admin, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		expect(await row()).toEqual(["1 of 1"]);
		await submitForm(admin, await open(admin, "/review/talk-2"), MARKED, { ...REVIEW, button: "do.save" }).expect(303);
		expect(await row()).toEqual(["1 of 2"]);
		await remind();
		expect(reminded()).toEqual([REVIEWER, SECOND, ADMIN.email]);
		portal.sqlite.exec(
			`insert into assignments select 3, id, 'hand', 1, null from users where email = '${ADMIN.email}'`,
		);
		expect(await row()).toEqual(["0 of 1"]);
	});

	it("is reminded once a day, while reviewing is open, in both languages; not those who have finished", async () => {
		const { portal, first } = await committee(1);
		await submitForm(first, await open(first, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		const mails = () =>
			portal.sqlite.prepare("select to_address, body from outbox where kind = 'reviewing'").all() as {
				to_address: string;
				body: string;
			}[];
		const all = { "do.remind": "all" };
		const remind = async () => {
			const agent = await signedIn(portal, ADMIN.email);
			await agent.post(PAGE).type("form").send(all).set("Sec-Fetch-Site", "same-origin").expect(303);
		};
		for (const _ of [1, 2]) await remind();
		expect(mails().map(({ to_address }) => to_address)).toEqual([SECOND]);
		expect(mails()[0]?.body).toMatch(/1 submission still waits.*\/review\n.*还有1项提交等待您评审/s);
		portal.clock.now += 24 * 60 * 60 * 1000;
		await remind();
		expect(mails()).toHaveLength(2);
		portal.sqlite.exec("update review_rules set closes_at = 1000");
		portal.clock.now += 24 * 60 * 60 * 1000;
		await remind();
		expect(mails()).toHaveLength(2);
	});
});
