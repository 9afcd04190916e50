import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import type { TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { type Agent, addReviewer, MARKED, REVIEW, reviewed } from "../support/reviews.ts";

const PAGE = "/admin/programmes/hangzhou/redactions";
const TALK = `${PAGE}?entry=talk-1`;
const SAVE = { selector: "main form", button: "do.save" };

const open = async (agent: Agent, path: string) => (await agent.get(path).expect(200)).text;
const stored = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select field, text from redactions order by field").raw().all();

async function telling() {
	const portal = await reviewed();
	await sendTalk(portal, {
		name: "李雷 Li Lei",
		org: "Canary University",
		email: "lilei@canary.example",
		github: "https://github.com/leicanary",
		title: "Canary University builds a compiler",
		abstract: "I am LI LEI (李雷), leicanary online. Liability is not a name; lilei@canary.example is.",
		details: "Nothing here.",
	});
	await sendTalk(portal, { name: "Wu", org: "Elsewhere", title: "A quiet talk", abstract: "Nothing of anyone." });
	return { portal, admin: await portal.admin(), reviewer: await addReviewer(portal) };
}

describe("organisers redact", () => {
	it("what a text says of its author: found, proposed, stored, and read by reviewers instead", async () => {
		const { portal, admin, reviewer } = await telling();
		const list = textOfPage(await open(admin, PAGE));
		expect(list).toContain("Canary University builds a compiler");
		expect(list).not.toContain("A quiet talk");
		const plain = await open(admin, TALK);
		expect(shownValue(plain, "text-abstract")).toBe("");
		const proposal = await open(admin, `${TALK}&proposed=1`);
		expect(textOfPage(proposal)).toContain("This is a proposal. Nothing is stored before you save.");
		expect(shownValue(proposal, "text-title")).toBe("█████ builds a compiler");
		expect(shownValue(proposal, "text-abstract")).toBe(
			"I am █████ (█████), █████ online. Liability is not a name; █████ is.",
		);
		expect(shownValue(proposal, "text-details")).toBe("");
		expect(stored(portal)).toEqual([]);
		const told = await submitForm(admin, proposal, {}, SAVE).expect(200);
		expect(textOfPage(told.text)).toContain("The redactions of talk-1 were saved.");
		expect(stored(portal)).toHaveLength(2);
		const [own, all] = [await open(reviewer, "/review/talk-1"), await open(reviewer, "/review")];
		for (const page of [own, all])
			for (const word of ["Canary", "canary", "LI LEI", "李雷"]) expect(page).not.toContain(word);
		expect(all).toContain("█████ builds a compiler");
		expect(textOfPage(own)).toContain("Organisers have redacted: Talk Title, Talk Abstract");
		expect(textOfPage(await open(admin, PAGE))).toMatch(/talk-1.*2 texts/s);
		await submitForm(reviewer, own, MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		for (const reader of [reviewer, admin]) {
			const discussion = await open(reader, "/review/talk-1/discussion");
			expect(textOfPage(discussion)).toMatch(/Discussion of talk-1\s+█████ builds a compiler/);
			expect(discussion).not.toContain("Canary");
		}
		portal.sqlite.exec("update review_rules set blind = 0");
		const named = textOfPage(await open(reviewer, "/review/talk-1/discussion"));
		expect(named).toMatch(/Discussion of talk-1\s+Canary University builds a compiler/);
	});

	it("until they empty the text again; where a call is not blind, reviewers read the author’s", async () => {
		const { portal, admin, reviewer } = await telling();
		const filling = { "text-title": "Somewhere", "text-abstract": "Two\r\nlines" };
		await submitForm(admin, await open(admin, TALK), filling, SAVE).expect(200);
		expect(stored(portal)).toEqual([
			["abstract", "Two\nlines"],
			["title", "Somewhere"],
		]);
		portal.sqlite.exec("update review_rules set blind = 0");
		const named = await open(reviewer, "/review/talk-1");
		expect(named).toContain("Canary University builds a compiler");
		expect(named).not.toContain("Somewhere");
		expect(textOfPage(await open(admin, TALK))).toContain("This call is not blind");
		portal.sqlite.exec("update review_rules set blind = 1");
		await submitForm(admin, await open(admin, TALK), { "text-title": "", "text-abstract": "" }, SAVE).expect(200);
		expect(stored(portal)).toEqual([]);
		expect(await open(reviewer, "/review/talk-1")).toContain("Canary University builds a compiler");
	});

	it("and look again once the author has edited: reviewers read the old redaction until then", async () => {
		const { portal, admin, reviewer } = await telling();
		await submitForm(admin, await open(admin, TALK), { "text-abstract": "Redacted" }, SAVE).expect(200);
		const before = await open(admin, TALK);
		portal.sqlite.exec(`
			update entries set answers = json_set(answers, '$.abstract', 'New words of Li Lei') where id = 1;
			insert into entry_log (entry_id, type, state, at) values (1, 'Edited', '', 5);`);
		expect(await open(reviewer, "/review/talk-1")).not.toContain("New words");
		const now = textOfPage(await open(admin, TALK));
		expect(now).toMatch(/The author has edited the entry since.*New words of Li Lei/s);
		expect(textOfPage(await open(admin, PAGE))).toContain("edited since");
		const stale = await submitForm(admin, before, { "text-abstract": "Typed meanwhile" }, SAVE).expect(409);
		expect(errorsOf(stale.text).headline ?? textOfPage(stale.text)).toContain("Not saved");
		expect(shownValue(stale.text, "text-abstract")).toBe("Typed meanwhile");
		await submitForm(admin, stale.text, {}, SAVE).expect(200);
		expect(stored(portal)).toEqual([["abstract", "Typed meanwhile"]]);
		expect(textOfPage(await open(admin, TALK))).not.toContain("has edited");
	});

	it("two at once: the second is told, and loses nothing", async () => {
		const { portal, admin } = await telling();
		const page = await open(admin, TALK);
		await submitForm(admin, page, { "text-title": "First" }, SAVE).expect(200);
		const refused = await submitForm(admin, page, { "text-title": "Second" }, SAVE).expect(409);
		expect(shownValue(refused.text, "text-title")).toBe("Second");
		expect(stored(portal)).toEqual([["title", "First"]]);
	});

	it("within limits, and nobody but organisers: reviewers find no such page, and other calls no such entry", async () => {
		const { portal, admin, reviewer } = await telling();
		const long = "x".repeat(20_001);
		const refused = await submitForm(admin, await open(admin, TALK), { "text-abstract": long }, SAVE).expect(422);
		expect(textOfPage(refused.text)).toContain("at most 20000 characters");
		expect(shownValue(refused.text, "text-abstract")).toBe(long);
		expect(stored(portal)).toEqual([]);
		for (const path of [PAGE, TALK]) await reviewer.get(path).expect(302);
		await admin.get(`${PAGE}?entry=talk-99`).expect(404);
		await admin.get("/admin/programmes/none/redactions").expect(404);
		await admin.get("/admin/programmes/forum/redactions").expect(404);
	});

	it("what has changed: entries are searched once, and again after an edit of theirs", async () => {
		const { portal, admin } = await telling();
		const listed = async () => textOfPage(await open(admin, PAGE)).match(/talk-\d/g) ?? [];
		expect(await listed()).toEqual(["talk-1"]);
		const known = () => portal.sqlite.prepare("select entry_id, is_found from word_searches order by 1").raw().all();
		expect(known()).toEqual([
			[1, 1],
			[2, 0],
		]);
		// What is known is relied on.
		portal.sqlite.exec("update word_searches set is_found = 1 - is_found");
		expect(await listed()).toEqual(["talk-2"]);
		// The author of the second one names themselves, and the first one gets another author.
		portal.sqlite.exec(`
			update entries set answers = json_set(answers, '$.abstract', 'By Wu of Elsewhere.') where id = 2;
			update entries set name = 'Han', org = 'Nowhere', email = 'han@nowhere.example',
				answers = json_remove(answers, '$.github') where id = 1;`);
		expect(known()).toEqual([]);
		expect(await listed()).toEqual(["talk-2"]);
		const redacted = await open(admin, `${PAGE}?entry=talk-2&proposed=1`);
		await submitForm(admin, redacted, {}, SAVE).expect(200);
		expect(known()).toEqual([[1, 0]]);
		// No words are left, but a redaction is.
		expect(textOfPage(await open(admin, PAGE))).toMatch(/A quiet talk\s+talk-2\s+1 text/);
		await submitForm(admin, await open(admin, `${PAGE}?entry=talk-2`), { "text-abstract": "" }, SAVE).expect(200);
		expect(textOfPage(await open(admin, PAGE))).toMatch(/talk-2\s+elsewhere/);
	});

	it("page by page, after a search of all texts that leaves the server free for others", async () => {
		const { portal, admin } = await telling();
		portal.sqlite.exec(`with recursive n(i) as (select 3 union all select i + 1 from n where i < 400)
			insert into entries (category, name, email, email_folded, org, title, track_id, answers, incomplete, public_text,
				search_text, locale, submission_key, created_at, updated_at, consent, status)
			select category, name, i || email, i || email_folded, org, title || ' ' || i, track_id,
				json_set(answers, '$.details', replace(hex(zeroblob(2000)), '00', 'Long text. ')), incomplete, public_text,
				search_text, locale, 'copy:' || i, created_at, updated_at, consent, status from entries, n where id = 1`);
		let turns = 0;
		let done = false;
		const turn = () => {
			turns += 1;
			if (!done) setImmediate(turn);
		};
		setImmediate(turn);
		await portal.services.redactions.list(await organiser(portal), "hangzhou", 3);
		done = true;
		// Others get their turns; a search in the server itself would leave them none.
		expect(turns).toBeGreaterThan(20);
		const page = textOfPage(await open(admin, `${PAGE}?page=3`));
		expect(page.match(/talk-\d+/g)).toEqual(Array.from({ length: 50 }, (_, n) => `talk-${n + 102}`));
		expect(portal.sqlite.prepare("select count(*) from word_searches where is_found = 1").pluck().get()).toBe(399);
	});

	it("in Chinese as well", async () => {
		const { admin } = await telling();
		const page = textOfPage((await admin.get(`${TALK}&proposed=1`).set("Accept-Language", "zh")).text);
		for (const text of ["遮盖talk-1", "这是方案，保存之前不会生效。", "暴露作者的词语"]) expect(page).toContain(text);
	});
});
