import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import type { Field } from "../../app/programmes/define.ts";
import { CALL_NAMES, CALLS, openAll } from "../support/fillings.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { programmes } from "../support/templates.ts";
import { dump, dumpOf } from "../support/w3m.ts";

/** Whether a question starts a line; one that a box of several lines answers has the line to itself. */
function isShown(page: string, { kind, label }: Field): boolean {
	const behind = kind === "textarea" ? "" : /(\[.*)?/.source;
	return page
		.split("\n")
		.some((line) => new RegExp(`^${label.en}( \\((optional|if you .*)\\))?${behind}$`).test(line.trim()));
}

it.each([
	["en", "Hangzhou Talk Proposal", "13–14 September 2025 · Hangzhou", "The schedule is out"],
	["zh", "杭州演讲提案", "2025年9月13日至14日 · 杭州", "日程已发布"],
])("the front page says each thing of a call on a line of its own, in %s", async (language, title, when, out) => {
	const portal = await openPortal();
	const [id = 0] = await sendAccepted(portal, ["One"]);
	await place(portal, id, ["day1", "ai-next", "10:00"]);
	await release(portal);
	const lines = (await dump(`${portal.origin}/?lang=${language}`))
		.split("\n")
		.map((line) => line.replace(/^ *• */, "").trim());
	for (const line of [title, when, out]) expect(lines).toContain(line);
});

it("every public form shows each label before its control, and separates the buttons", async () => {
	const portal = await openPortal();
	await openAll(portal);
	for (const name of CALL_NAMES) {
		const { path, filling } = CALLS[name];
		const page = await dump(`${portal.origin}${path}`);
		const programme = programmes.find((one) => path.startsWith(one.path));
		const asked = programme?.fields.filter((field) => field.name in filling && field.kind !== "copy") ?? [];
		expect([name, asked.length > 5]).toEqual([name, true]);
		const buttons = "Submit Save draft Ask the organisers for a link to this draft";
		expect([name, page.match(/^Submit.*Save draft.*$/m)?.[0]]).toEqual([name, buttons]);
		expect([name, asked.filter((field) => !isShown(page, field)).map((field) => field.label.en)]).toEqual([name, []]);
	}
});

it("between Chinese words no link or button is joined to the next", async () => {
	const portal = await openPortal();
	const [id = 0, other = 0] = await sendAccepted(portal, ["编译器", "机器人"]);
	await place(portal, id, ["day1", "ai-next", "10:00"]);
	await release(portal);
	await place(portal, other, ["day1", "ai-next", "11:00"]);
	await release(portal);
	for (const path of ["/", "/register", "/hangzhou", "/spotlight-rust", "/proposals", "/schedule", "/nowhere"]) {
		const { text } = await portal.agent().get(path).set("Accept-Language", "zh");
		const pairs = neighbours(text).filter((pair) => /\p{Script=Han}[？]?\n\p{Script=Han}/u.test(pair.join("\n")));
		expect([path, pairs.length > 3]).toEqual([path, true]);
		expect([path, await joined(text, pairs)]).toEqual([path, []]);
	}
});

it.each(["zh", "en"])(
	"on pages of the console no link, button or choice is joined to the next, in %s",
	async (language) => {
		const portal = await openPortal();
		const titles = ["编译器", "机器人", ...Array.from({ length: 12 }, (_, at) => `演讲${at}`)];
		const [id = 0, other = 0] = await sendAccepted(portal, titles);
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await place(portal, other, ["day1", "ai-next", "11:00"]);
		await release(portal);
		const admin = await portal.admin();
		for (const path of [
			"/admin/proposals?page=2",
			"/admin/proposals?q=1",
			...["details", "panelist", "email"].map((modal) => `/admin/proposals?modal=${modal}&id=${id}`),
			"/admin/aigc",
			"/admin/nominations",
			"/admin/forum",
			"/admin/schedule",
			"/admin/schedule/release",
			"/admin/schedule/grid?day=day1",
			"/admin/tracks?modal=track",
			"/admin/mail",
			"/admin/mail/texts/accept",
			"/admin/team",
			"/admin/reviews",
			"/admin/programmes",
			"/admin/programmes/all",
			"/admin/programmes/hangzhou",
			"/admin/programmes/hangzhou/questions/title",
			"/admin/event",
			"/admin/event/setup",
			"/admin/editor",
			"/account/erase",
			`/entry/talk-${id}?withdraw=1`,
		]) {
			const { text } = await admin.get(path).set("Accept-Language", language);
			const pairs = neighbours(text);
			expect([path, pairs.length > 10]).toEqual([path, true]);
			expect([path, await joined(text, pairs)]).toEqual([path, []]);
		}
	},
);

/** What each control of a page says, and what the next one says. */
function neighbours(html: string): string[][] {
	const controls = parse(html).querySelectorAll("a, button, label, summary, legend, .status");
	const labels = controls.map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());
	// What stands in another is part of its words.
	return labels.flatMap((label, at) => {
		const next = labels[at + 1];
		return label && next && !label.endsWith(next) ? [[label, next]] : [];
	});
}

/** Those of them between which w3m prints nothing. */
async function joined(html: string, pairs: readonly string[][]): Promise<string[][]> {
	const page = await dumpOf(html);
	return pairs.filter((pair) => page.includes(pair.join("")));
}
