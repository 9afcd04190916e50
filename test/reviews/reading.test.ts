import { describe, expect, it } from "vitest";
import type { ShownAnswer } from "../../app/programmes/shown-answers.ts";
import { inPairs } from "../../app/reviews/language-pairs.ts";
import { timeFor } from "../../app/reviews/pace.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { addReviewer, MARKED, REVIEW, reviewed, stored } from "../support/reviews.ts";
import { dumpOf } from "../support/w3m.ts";

const MINUTE = 60_000;
const NEXT = { ...REVIEW, button: "do.next" };

async function withTalks(count: number) {
	const portal = await reviewed();
	const agent = await addReviewer(portal);
	for (let number = 1; number <= count; number += 1) await sendTalk(portal);
	const open = async (path = "/review/talk-1") => (await agent.get(path).expect(200)).text;
	return { portal, agent, open };
}

describe("the list of reviews", () => {
	it("leads to the first entry that waits, and to none when all are dealt with", async () => {
		const { portal, agent, open } = await withTalks(3);
		const ways = async () =>
			[...(await open("/review")).matchAll(/href="(\/review\/talk-\d)">([^<]* reviewing)</g)].map(([, ...way]) => way);
		expect(await ways()).toEqual([["/review/talk-1", "Start reviewing"]]);
		await submitForm(agent, await open(), MARKED, NEXT).expect(303);
		expect(await ways()).toEqual([["/review/talk-2", "Continue reviewing"]]);
		for (const number of [2, 3])
			await submitForm(agent, await open(`/review/talk-${number}`), MARKED, NEXT).expect(303);
		expect(await ways()).toEqual([]);
		expect(stored(portal)).toHaveLength(3);
	});

	it("has the number of an entry with a conflict of interest in place of its title", async () => {
		const { agent, open } = await withTalks(1);
		await submitForm(agent, await open(), {}, { ...REVIEW, button: "do.declare" }).expect(303);
		expect(await open("/review")).toContain('href="/review/talk-1">talk-1<');
	});
});

describe("“Save and next” without scripts", () => {
	it("ends a complete review, keeps one in progress, and leads to the next without one", async () => {
		const { portal, agent, open } = await withTalks(3);
		const goes = async (number: number, filling: Record<string, string>) => {
			const page = await open(`/review/talk-${number}`);
			const { headers } = await submitForm(agent, page, filling, NEXT).expect(303);
			return new URL(headers.location ?? "", portal.origin);
		};
		expect((await goes(1, MARKED)).pathname).toBe("/review/talk-2");
		const half = await goes(2, { "mark-content": "2" });
		expect(half.pathname).toBe("/review/talk-3");
		expect(textOfPage(await open(`${half.pathname}${half.search}`))).toContain("It still lacks a mark");
		expect((await goes(3, {})).pathname).toBe("/review/talk-2");
		const states = stored(portal).map(([entry, state]) => [entry, state]);
		expect(states).toEqual([
			[1, "done"],
			[2, "open"],
		]);
	});

	it("leaves what is done or abstained from as it is", async () => {
		const { portal, agent, open } = await withTalks(2);
		await submitForm(agent, await open(), MARKED, { ...REVIEW, button: "do.abstain" }).expect(303);
		await submitForm(agent, await open(), {}, NEXT).expect(303);
		expect(stored(portal).map(([, state]) => state)).toEqual(["abstained"]);
		await submitForm(agent, await open(), { committeeNote: "After all" }, NEXT).expect(303);
		expect(stored(portal).map(([, state]) => state)).toEqual(["done"]);
		await submitForm(agent, await open(), { committeeNote: "More" }, { ...REVIEW, button: "do.save" }).expect(303);
		expect(stored(portal)[0]?.slice(1)).toEqual(["done", expect.anything(), "yes", "More", 1]);
	});

	it("stands in w3m with its marks and the ways on", async () => {
		const { open } = await withTalks(3);
		const text = await dumpOf(await open("/review/talk-2"));
		for (const part of [
			"← Previous entry",
			"Next entry →",
			"Next without my review",
			"Save and next",
			"0 of 3 reviewed",
		])
			expect(text).toContain(part);
		expect(text).toMatch(/\( \)1 +\( \)2 +\( \)3 +\( \)4 +\( \)5/);
	});
});

describe("how far a reviewer is", () => {
	it("is said with the time that the rest takes, once five reviews tell their pace; pauses do not count", async () => {
		const { portal, agent, open } = await withTalks(12);
		const said = async () => /\d+ of 12 reviewed[^<]*/.exec(await open("/review"))?.[0];
		expect(await said()).toBe("0 of 12 reviewed · 12 left");
		for (const [index, minutes] of [0, 2, 3, 60, 4].entries()) {
			expect(await said()).not.toContain("pace");
			portal.clock.now += minutes * MINUTE;
			await submitForm(agent, await open(`/review/talk-${index + 1}`), MARKED, NEXT).expect(303);
		}
		expect(await said()).toBe("5 of 12 reviewed · 7 left · about 20 minutes at your pace");
		expect(textOfPage((await agent.get("/review/talk-6").set("Accept-Language", "zh")).text)).toContain(
			"已评审5/12 · 还剩7项 · 按您的速度约需20分钟",
		);
		portal.sqlite.exec(`update review_rules set closes_at = ${portal.clock.now - MINUTE}`);
		expect(await said()).toBeUndefined();
	});

	it("is no more precise than it is known", () => {
		expect([1, 10, 70, 130].map((reviews) => timeFor(reviews, MINUTE))).toEqual([
			{ unit: "minutes", count: 1 },
			{ unit: "minutes", count: 10 },
			{ unit: "minutes", count: 70 },
			{ unit: "hours", count: 2 },
		]);
		expect(timeFor(3, 1)).toEqual({ unit: "minutes", count: 1 });
	});
});

describe("texts in two languages", () => {
	const answer = (label: string, part: ShownAnswer["part"] = "text") => ({ name: label, label, text: "…", part });
	const rows = (...answers: ShownAnswer[]) => inPairs(answers).map((row) => row.map(({ label }) => label));

	it.each([
		["Abstract (English)", "Abstract (Chinese)"],
		["Abstract", "Abstract in Chinese"],
		["摘要（中文）", "摘要（英文）"],
		["中文摘要", "英文摘要"],
	])("%s and %s stand beside each other", (one, other) => {
		expect(rows(answer("Details"), answer(one), answer("Why"), answer(other))).toEqual([
			["Details"],
			[one, other],
			["Why"],
		]);
	});

	it("other questions do not, nor facts such as the language itself", () => {
		expect(rows(answer("Language", "fact"), answer("Language in English", "fact"), answer("A"), answer("B"))).toEqual([
			["Language"],
			["Language in English"],
			["A"],
			["B"],
		]);
	});
});
