import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { type Agent, addReviewer, MARKED, REVIEW, RULES } from "../support/reviews.ts";
import { check, exported } from "../support/setup.ts";

const FORM = { selector: "main form" };
const SAVE = { ...FORM, button: "do.save" };
const open = async (agent: Agent) => (await agent.get(RULES).expect(200)).text;
const criteria = ({ sqlite }: TestPortal) =>
	(
		sqlite
			.prepare(
				"select criteria from review_rules r join review_criteria c on c.category = r.category and c.version = r.version",
			)
			.pluck()
			.all() as string[]
	).map((text) => (JSON.parse(text) as { id: string; weight: number }[]).map(({ id, weight }) => [id, weight]));

describe("the rules of reviews of a call", () => {
	it("do not exist until they are saved: then its entries are reviewed", async () => {
		const portal = await openPortal();
		const [admin, agent] = [await portal.admin(), await addReviewer(portal)];
		await sendTalk(portal);
		expect(textOfPage((await agent.get("/review").expect(200)).text)).toContain("None of your calls is reviewed yet.");
		expect((await admin.get("/admin/programmes/hangzhou").expect(200)).text).toContain(RULES);
		expect((await admin.get("/admin/programmes").expect(200)).text).toContain(RULES);
		const saved = await submitForm(admin, await open(admin), { closes: "2025-08-18" }, SAVE).expect(200);
		expect(textOfPage(saved.text)).toContain("The rules were saved.");
		const shown = textOfPage((await agent.get("/review").expect(200)).text);
		expect(shown).toContain("Until 18 Aug 2025 23:59 (UTC+8)");
		expect(shown).toContain("0 of 1");
	});

	it("get, lose and move criteria by buttons that store nothing, and lose no text", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const named = { "criterion-0-label": "Fit", wanted: "7" };
		const added = await submitForm(admin, await open(admin), named, { ...FORM, button: "do.add" }).expect(200);
		expect([shownValue(added.text, "criterion-0-label"), shownValue(added.text, "wanted")]).toEqual(["Fit", "7"]);
		const last = { "criterion-3-label": "Depth", "criterion-3-labelZh": "深度", "criterion-3-weight": "3" };
		const moved = await submitForm(admin, added.text, last, { ...FORM, button: "do.down" }).expect(200);
		const dropped = await submitForm(admin, moved.text, {}, { ...FORM, button: "do.drop" }).expect(200);
		expect(criteria(portal)).toEqual([]);
		await submitForm(admin, dropped.text, {}, SAVE).expect(200);
		const [first = [], ...more] = criteria(portal);
		expect([first.map(([id]) => id), more]).toEqual([expect.arrayContaining(["depth"]), []]);
		expect(first).toHaveLength(3);
	});

	it("are refused with a message at each fault, and everything typed stays", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const wrong = {
			...{
				opens: "2025-08-18",
				closes: "2025-08-17",
				wanted: "x",
				"criterion-0-label": "",
				"criterion-1-weight": "11",
			},
			"criterion-2-helpZh": "长".repeat(501),
		};
		const refused = await submitForm(admin, await open(admin), wrong, SAVE).expect(422);
		expect(errorsOf(refused.text).list).toEqual([
			"The last day is before the opening day",
			"Enter a number from 1 to 20",
			"Criterion 1 is required",
			"Enter a weight from 1 to 10",
			expect.stringContaining("500"),
		]);
		for (const [name, value] of Object.entries(wrong)) expect(shownValue(refused.text, name)).toBe(value);
		const none = Object.fromEntries(
			[0, 1, 2].flatMap((row) =>
				["label", "labelZh", "help", "helpZh"].map((part) => [`criterion-${row}-${part}`, ""]),
			),
		);
		const empty = await submitForm(admin, await open(admin), none, SAVE).expect(422);
		expect(errorsOf(empty.text).list).toEqual(["Add at least one criterion"]);
		expect(portal.sqlite.prepare("select count(*) from review_rules").pluck().get()).toBe(0);
	});

	it("of another organiser are not overwritten unknowingly", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = await open(admin);
		await submitForm(admin, page, { wanted: "2" }, SAVE).expect(200);
		const stale = await submitForm(admin, page, { wanted: "5" }, SAVE).expect(409);
		expect(textOfPage(stale.text)).toMatch(/Reviews for each entry\s+3\s+2\s+5/);
		expect(shownValue(stale.text, "wanted")).toBe("5");
		await submitForm(admin, stale.text, {}, SAVE).expect(200);
		expect(portal.sqlite.prepare("select wanted from review_rules").pluck().all()).toEqual([5]);
	});

	it("can be removed while there are no reviews, and not after", async () => {
		const portal = await openPortal();
		const [admin, agent] = [await portal.admin(), await addReviewer(portal)];
		await sendTalk(portal);
		const end = { selector: "main form:has([name='do.end'])", button: "do.end" };
		await submitForm(admin, await open(admin), {}, SAVE).expect(200);
		await submitForm(admin, await open(admin), {}, end).expect(200);
		await agent.get("/review/talk-1").expect(404);
		await submitForm(admin, await open(admin), {}, SAVE).expect(200);
		const before = await open(admin);
		const page = (await agent.get("/review/talk-1").expect(200)).text;
		await submitForm(agent, page, MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		const refused = await submitForm(admin, before, {}, end).expect(409);
		expect(errorsOf(refused.text).headline).toBe("The rules stay: there are reviews.");
		expect(await open(admin)).not.toContain("do.end");
	});

	it("travel with the set-up document and with the next edition, where reviewers stay for the same", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await addReviewer(portal, undefined, { tracks: ["ai-next"], calls: ["hangzhou"] });
		await submitForm(admin, await open(admin), { opens: "2025-07-01", wanted: "2" }, SAVE).expect(200);
		const document = JSON.parse(await exported(admin));
		const { review } = document.calls[0];
		expect(review).toMatchObject({ wanted: 2, blind: true, opensAt: "2025-07-01T00:00:00.000+08:00", closesAt: null });
		document.calls[0].review = { ...review, criteria: review.criteria.slice(1) };
		document.calls[1].review = review;
		expect(textOfPage((await check(admin, JSON.stringify(document))).text)).toMatch(
			/Hangzhou Talk Proposal.{0,3}: the review rules change/,
		);
		await portal.services.setup.store("operator", JSON.stringify(document), "en");
		expect(criteria(portal).map((one) => one.length)).toEqual([2, 3]);
		document.calls[0].review = null;
		await portal.services.setup.store("operator", JSON.stringify(document), "en");
		expect(criteria(portal)).toHaveLength(1);
		delete document.calls[1].review;
		await portal.services.setup.store("operator", JSON.stringify(document), "en");
		expect(criteria(portal)).toHaveLength(1);

		await submitForm(admin, await open(admin), {}, SAVE).expect(200);
		const next = (await admin.get("/admin/event/next").expect(200)).text;
		await submitForm(admin, next, { name: "Hangzhou 2026" }, FORM);
		const copies = portal.sqlite
			.prepare(
				"select r.category, r.opens_at, r.version from review_rules r join programmes p on p.category = r.category where event_id = 2",
			)
			.raw()
			.all();
		expect(copies).toContainEqual(["hangzhou-2026", null, 1]);
		expect(portal.sqlite.prepare("select tracks, calls from memberships").raw().all()).toEqual([
			['["ai-next","ai-next-2026"]', '["hangzhou","hangzhou-2026"]'],
		]);
	});
});
