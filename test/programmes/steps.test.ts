import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn, register, signIn } from "../support/accounts.ts";
import { CALLS, type CallName, complete } from "../support/fillings.ts";
import { type Filling, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { place, release } from "../support/released-schedule.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const RECEIVED = "Received on 1 Jul 2025 10:00 (UTC+8).";
const UNTIL = "You can edit it until the call closes on 18 Aug 2025 23:59 (UTC+8).";
const DECIDE = "The organisers read the submissions and decide.";
const AHEAD = "The conference takes place on 13–14 September 2025.";
const OVER = "The conference took place on 13–14 September 2025.";

/** Hands a form in, and tries again until it is let through. @returns the page of thanks, as a path */
async function send(agent: Agent, name: CallName = "hangzhou", changes: Filling = {}): Promise<string> {
	const filling = await complete(name, changes);
	let answer = await submitForm(agent, (await agent.get(CALLS[name].path)).text, filling);
	while (answer.status === 422) answer = await submitForm(agent, answer.text, {});
	const { pathname, search } = new URL(answer.headers.location ?? "");
	return pathname + search;
}

/** A member whose talk was received on 1 July. */
async function author(changes: Filling = {}) {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const agent = await signIn(portal, "mei@example.org");
	const thanks = await send(agent, "hangzhou", changes);
	return { portal, agent, thanks };
}

const stepsIn = (html: string) =>
	parse(html)
		.querySelectorAll("ol.steps li")
		.map(({ textContent }) => textContent);
const stepsAt = async (agent: Agent, path: string, language = "en") =>
	stepsIn((await agent.get(path).set("Accept-Language", language).expect(200)).text);
const marked = async (agent: Agent, path: string) =>
	parse((await agent.get(path)).text)
		.querySelectorAll("ol.steps [aria-current=step]")
		.map(({ textContent }) => textContent);

function stepsInMail(portal: TestPortal): string[] {
	const body = String(
		portal.sqlite.prepare("select body from outbox where kind = 'receipt' order by id desc").pluck().get(),
	);
	return [...body.matchAll(/^\d\. (.*)$/gm)].map(([, text = ""]) => text);
}

describe("what happens next", () => {
	it("is the same on the page of thanks, in the receipt, on the dashboard and on the page of the entry", async () => {
		const { portal, agent, thanks } = await author();
		const told = [RECEIVED, UNTIL, DECIDE, AHEAD];
		for (const path of [thanks, "/dashboard", "/entry/talk-1"]) {
			expect([path, await stepsAt(agent, path)]).toEqual([path, told]);
			expect(await marked(agent, path)).toEqual([UNTIL]);
		}
		expect(stepsInMail(portal)).toEqual(told);
		const [received = "", until = ""] = await stepsAt(agent, "/entry/talk-1", "zh");
		expect([received, until]).toEqual([
			"收到时间：2025年7月1日 10:00（UTC+8）。",
			"您现在可以修改，征集截止时间：2025年8月18日 23:59（UTC+8）。",
		]);
	});

	it("is told to a guest by the private link, and in the language of the receipt", async () => {
		const portal = await openPortal();
		await send(portal.agent().set("Accept-Language", "zh"));
		expect(stepsInMail(portal).at(-1)).toBe("大会将于2025年9月13日至14日举行。");
		expect(await stepsAt(portal.agent(), linkIn(portal, "receipt"))).toEqual([RECEIVED, UNTIL, DECIDE, AHEAD]);
	});

	it.each([
		["2025-08-18T15:59:59Z", [UNTIL, DECIDE, AHEAD], UNTIL],
		[
			"2025-08-18T16:00:01Z",
			[
				"You can still edit your submission: the call was to close on 18 Aug 2025 23:59 (UTC+8) and has been extended.",
				DECIDE,
				AHEAD,
			],
			"You can still edit your submission: the call was to close on 18 Aug 2025 23:59 (UTC+8) and has been extended.",
		],
	])("tells of a call that stays open what is true at %s", async (at, told, next) => {
		const { portal } = await author();
		portal.clock.now = Date.parse(at);
		const member = await signIn(portal, "mei@example.org");
		expect(await stepsAt(member, "/dashboard")).toEqual([RECEIVED, ...told]);
		expect(await marked(member, "/dashboard")).toEqual([next]);
	});

	it.each([
		["2025-08-17T00:00:00Z", [UNTIL, DECIDE, AHEAD]],
		["2025-08-20T00:00:00Z", ["The call closed on 18 Aug 2025 23:59 (UTC+8). Editing has ended.", DECIDE, AHEAD]],
		[
			"2025-09-13T04:00:00Z",
			[
				"The call closed on 18 Aug 2025 23:59 (UTC+8). Editing has ended.",
				DECIDE,
				"The conference is on: 13–14 September 2025.",
			],
		],
	])("tells of a call with dates what is true at %s", async (at, told) => {
		const { portal } = await author();
		await set(await portal.admin(), "hangzhou", { state: "dates" });
		portal.clock.now = Date.parse(at);
		expect(await stepsAt(await signIn(portal, "mei@example.org"), "/entry/talk-1")).toEqual([RECEIVED, ...told]);
	});

	it("is one sentence once the event is over, on every page, or only what can still be done", async () => {
		const { portal, thanks } = await author();
		portal.clock.now = Date.parse("2025-09-14T16:00:00Z");
		const member = await signIn(portal, "mei@example.org");
		const extended =
			"You can still edit your submission: the call was to close on 18 Aug 2025 23:59 (UTC+8) and has been extended.";
		expect(await stepsAt(member, "/entry/talk-1")).toEqual([extended, OVER]);
		await set(await portal.admin(), "hangzhou", { state: "dates" });
		for (const path of [thanks, "/dashboard", "/entry/talk-1"]) {
			const { text } = await member.get(path).expect(200);
			const sentences = parse(text)
				.querySelectorAll("main p")
				.map(({ textContent }) => textContent);
			expect([path, stepsIn(text), sentences.filter((one) => one === OVER)]).toEqual([path, [], [OVER]]);
			expect(text).not.toContain("What happens next");
		}
		await portal.db.write(() => void portal.sqlite.exec("update entries set status = 'Reject'"));
		expect(textOfPage((await member.get("/entry/talk-1")).text)).not.toContain("took place");
	});

	it.each([
		["closed", {}, "The call is closed. Editing has ended."],
		["external", { link: "https://elsewhere.example" }, "The call has moved to another site. Editing has ended."],
		["open", { closes: "" }, "You can edit it while the call is open."],
		["dates", { opens: "2025-08-01" }, "You can edit it again when the call opens on 1 Aug 2025 00:00 (UTC+8)."],
	])("names no date that does not hold, of a call that is %s", async (state, settings, told) => {
		const { portal, agent } = await author();
		await set(await portal.admin(), "hangzhou", { state, ...settings });
		expect(await stepsAt(agent, "/entry/talk-1")).toEqual([RECEIVED, told, DECIDE, AHEAD]);
	});

	it("says first what is to be added to an entry that lacks something, while it can be", async () => {
		const { portal, agent, thanks } = await author({ bio: "" });
		const todo = "To do: add the missing answers.";
		for (const path of [thanks, "/dashboard", "/entry/talk-1"]) {
			expect(await stepsAt(agent, path)).toEqual([RECEIVED, todo, UNTIL, DECIDE, AHEAD]);
			expect(await marked(agent, path)).toEqual([todo]);
		}
		await set(await portal.admin(), "hangzhou", { state: "closed" });
		expect(await stepsAt(agent, "/dashboard")).not.toContain(todo);
	});

	it("promises an email only where one is sent, and about kinds that organisers write about", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		const decision = async (name: CallName, changes: Filling = {}) => {
			const agent = portal.agent();
			return (await stepsAt(agent, await send(agent, name, changes))).find((step) => step.startsWith("The organisers"));
		};
		expect(await decision("hangzhou")).toBe(`${DECIDE} You get an email.`);
		expect(await decision("forum")).toBe(`${DECIDE} You get an email.`);
		expect(await decision("hangzhou", { email: "" })).toBe(DECIDE);
		expect(await decision("sl-hz")).toBe(DECIDE);
		expect(await decision("applied")).toBe(DECIDE);
	});

	it("says when and where an accepted talk takes place once that is released, and the decision before", async () => {
		const { portal, agent } = await author();
		await portal.db.write(() => void portal.sqlite.exec("update entries set status = 'Accept'"));
		await place(portal, 1, ["day2", "ai-next", "09:00"]);
		const decided = "The organisers’ decision: Accept.";
		expect(await stepsAt(agent, "/dashboard")).toEqual([RECEIVED, UNTIL, decided, AHEAD]);
		expect(await marked(agent, "/dashboard")).toEqual([AHEAD]);
		await release(portal);
		const slot = "In the schedule: Sunday, 14 September 2025, 09:00–09:30 (UTC+8) · AI Next";
		for (const path of ["/dashboard", "/entry/talk-1"]) {
			const [received, until, decision, last] = await stepsAt(agent, path);
			expect([received, until, decision]).toEqual([RECEIVED, UNTIL, decided]);
			expect(last).toContain(slot);
			expect(await marked(agent, path)).toEqual([last]);
		}
	});

	it("invites nobody who was turned down, and tells nothing of an entry that was withdrawn", async () => {
		const { portal, agent } = await author();
		const update = (to: string) => portal.db.write(() => void portal.sqlite.exec(`update entries set ${to}`));
		await update("status = 'Reject'");
		expect(await stepsAt(agent, "/entry/talk-1")).toEqual([RECEIVED, UNTIL, "The organisers’ decision: Reject."]);
		await update("presence = 'withdrawn'");
		for (const path of ["/dashboard", "/entry/talk-1"]) expect(await stepsAt(agent, path)).toEqual([]);
	});

	it("follows the days that organisers enter, over the end of a month", async () => {
		const { portal, agent } = await author();
		await portal.db.write(
			() =>
				void portal.sqlite.exec(
					"update days set date = '2025-10-01' where id = 'day2'; update days set date = '2025-09-30' where id = 'day1'",
				),
		);
		expect((await stepsAt(agent, "/dashboard")).at(-1)).toBe(
			"The conference takes place on 30 September – 1 October 2025.",
		);
		expect((await stepsAt(agent, "/dashboard", "zh")).at(-1)).toBe("大会将于2025年9月30日至10月1日举行。");
	});

	it("is told to nobody who only knows the reference", async () => {
		const { portal, thanks } = await author();
		expect(await stepsAt(portal.agent(), thanks)).toEqual([]);
	});
});
