import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { old, placed, scheduler, sendAccepted, slot } from "../support/schedule.ts";

const BOARD = "/admin/schedule";
const SAME_TRACK = "Please select the same track in both filters to enable drag & drop";
const SPECIAL = "Cannot schedule entries into special time slots";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

const get = async (admin: Agent, search = "") => (await admin.get(`${BOARD}${search}`).expect(200)).text;

/** What the page shows: both filters, entries that wait, and the tracks of the second day. */
function shown(html: string) {
	const page = parse(html);
	return {
		filters: ["entries", "track"].map((name) => shownValue(html, name)),
		entries: page.querySelectorAll(".board-entry b").map((title) => title.textContent),
		tracks: page.querySelectorAll("section[aria-labelledby=day2] thead [data-track]").map((head) => head.textContent),
	};
}

/** Where each entry is chosen: by its title, the address without its path. */
function choices(html: string): Record<string, string | undefined> {
	const links = parse(html).querySelectorAll(".choose[aria-label]");
	return Object.fromEntries(
		links.map((link) => [
			link.getAttribute("aria-label")?.replace(/^\w+: /, ""),
			link.getAttribute("href")?.replace(BOARD, ""),
		]),
	);
}

const chosen = (html: string) =>
	parse(html)
		.querySelectorAll(".board-entry:has([aria-current]) b, .placed-talk:has([aria-current]) b, .board-chosen b")
		.map((title) => title.textContent);

const alerts = (html: string) =>
	parse(html)
		.querySelectorAll("main [role=alert] p")
		.map((line) => line.textContent);

/** Presses "Place here" of a slot on the page at an address, as a browser without scripts does. */
async function put(admin: Agent, search: string, to: string) {
	const page = await get(admin, search);
	return submitForm(admin, page, {}, { selector: "form.board", button: `do.place.${to}` });
}

/** Posts to an address of the board what no page there offers. */
const force = (admin: Agent, search: string, entry: string, to: string) =>
	admin
		.post(`${BOARD}${search}`)
		.set("Sec-Fetch-Site", "same-origin")
		.type("form")
		.send({ entry, [`do.place.${to}`]: "" });

describe("the two filters of the board", () => {
	it("list entries by track and show slots by track; the second follows the first until it is set by itself", async () => {
		const portal = await openPortal();
		await sendAccepted(portal, ["Next"]);
		await sendAccepted(portal, ["Dora"], { tracks: "ws-dora" });
		const admin = await portal.admin();
		const all = shown(await get(admin));
		expect([all.filters, all.entries, all.tracks.length]).toEqual([["", ""], ["Next", "Dora"], 10]);
		const { tracks } = all;
		const expected: [string, ReturnType<typeof shown>][] = [
			["?entries=ai-next", { filters: ["ai-next", ""], entries: ["Next"], tracks: ["AI Next"] }],
			[
				"?entries=ai-next&track=ws-dora",
				{ filters: ["ai-next", "ws-dora"], entries: ["Next"], tracks: ["Dora Workshop"] },
			],
			["?entries=ai-next&track=*", { filters: ["ai-next", "*"], entries: ["Next"], tracks }],
			["?track=ws-dora", { filters: ["", "ws-dora"], entries: ["Next", "Dora"], tracks: ["Dora Workshop"] }],
			["?track=*", { filters: ["", "*"], entries: ["Next", "Dora"], tracks }],
		];
		for (const [search, page] of expected) expect([search, shown(await get(admin, search))]).toEqual([search, page]);
	});

	it("are named, say what the second follows, and explain the rule, in both languages", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const words = async (language: string) => {
			const { text } = await admin.get(`${BOARD}?entries=ai-next`).set("Accept-Language", language);
			const form = parse(text).querySelector("form.filters");
			const labels = form?.querySelectorAll("label").map((label) => label.firstChild?.textContent.trim());
			const firsts = form?.querySelectorAll("select").map((select) => select.querySelector("option")?.textContent);
			return { labels, firsts, rule: form?.nextElementSibling?.textContent };
		};
		expect(await words("en")).toEqual({
			labels: ["Entries by track", "Schedule by track"],
			firsts: ["All tracks", "Same as entries (AI Next)"],
			rule: "You can place entries while both filters are on the same track. With both on all tracks, an entry goes into its own track only. Choosing an entry sets the first filter to its track; the second follows unless you set it yourself.",
		});
		expect(await words("zh")).toEqual({
			labels: ["按专题筛选演讲", "按专题筛选日程"],
			firsts: ["所有专题", expect.stringMatching(/^与演讲相同（.+）$/)],
			rule: "两个筛选器选择同一专题时才能安排演讲。都选择所有专题时，演讲只能放入自己的专题。选择一场演讲后，第一个筛选器会设为其专题；第二个随之改变，除非已单独设置。",
		});
	});

	it("are a plain form that keeps the day and the chosen entry; a bad value in an address is dropped", async () => {
		const portal = await openPortal();
		const [id = 0, rejected = 0] = await sendAccepted(portal, ["Talk", "Rejected"]);
		portal.sqlite.prepare("update entries set status = 'Reject' where id = ?").run(rejected);
		const admin = await portal.admin();
		const form = parse(await get(admin, `?day=day2&chosen=${id}`)).querySelector("form.filters");
		expect([form?.getAttribute("method"), form?.getAttribute("action")]).toEqual(["get", BOARD]);
		const kept = form
			?.querySelectorAll("input")
			.map((input) => [input.getAttribute("name"), input.getAttribute("value")]);
		expect(kept).toEqual([
			["day", "day2"],
			["chosen", String(id)],
		]);
		// As such a form sends it: with what is not set.
		const sent = shown(await get(admin, `?entries=&track=&day=day2&chosen=${id}`));
		expect(sent).toEqual(shown(await get(admin, "?day=day2")));
		for (const bad of ["entries=nonsense", "track=nonsense", "day=nonsense", "entries=**&track=%2A%2A"])
			expect([bad, shown(await get(admin, `?${bad}`))]).toEqual([bad, shown(await get(admin))]);
		const none = ["nonsense", "99", String(rejected), `${id}@day2-ai-next-09:00`, `${id}@nonsense`, `${id}.0`];
		for (const bad of none)
			expect([bad, chosen(await get(admin, `?chosen=${encodeURIComponent(bad)}`))]).toEqual([bad, []]);
	});
});

describe("choosing an entry", () => {
	it("is a link: the first filter gets its track, the second only if it was not set by itself", async () => {
		const portal = await openPortal();
		const [talk, misplaced = 0, without] = await sendAccepted(portal, ["Talk", "Misplaced", "No track"]);
		portal.sqlite.prepare("update entries set track_id = 'assign-me' where id = ?").run(without);
		await place(portal, misplaced, ["day2", "ws-dora", "09:00"]);
		const seen = `${misplaced}%40day2-ws-dora-09%3A00`;
		const admin = await portal.admin();
		expect(choices(await get(admin))).toEqual({
			Talk: `?entries=ai-next&chosen=${talk}`,
			Misplaced: `?entries=ai-next&chosen=${seen}`,
			"No track": `?chosen=${without}`,
		});
		expect(choices(await get(admin, `?track=ws-dora&day=day2&chosen=${talk}`))).toEqual({
			Talk: `?entries=ai-next&track=ws-dora&day=day2&chosen=${talk}`,
			Misplaced: `?entries=ai-next&track=ws-dora&day=day2&chosen=${seen}`,
			"No track": `?track=ws-dora&day=day2&chosen=${without}`,
		});
		expect(choices(await get(admin, "?entries=ws-dora&track=*"))).toEqual({
			Misplaced: `?entries=ai-next&track=*&chosen=${seen}`,
		});
		const followed = await get(admin, `?entries=ai-next&chosen=${talk}`);
		expect([shown(followed).tracks, chosen(followed)]).toEqual([["AI Next"], ["Talk", "Talk"]]);
		// What is chosen is named even where neither list nor grid shows it, and on another day.
		for (const search of [`?entries=ai-next&chosen=${seen}`, `?day=day1&chosen=${seen}`])
			expect([search, chosen(await get(admin, search))]).toEqual([search, ["Misplaced"]]);
		// It ends once the first filter is set to another track.
		expect(chosen(await get(admin, `?entries=ws-dora&chosen=${talk}`))).toEqual([]);
	});

	it("is led to from the details of an entry that waits for its place", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const details = async () =>
			parse((await admin.get(`/admin/proposals?modal=details&id=${id}`).expect(200)).text)
				.querySelectorAll(`main a[href^="${BOARD}?"]`)
				.map((link) => link.getAttribute("href"));
		expect(await details()).toEqual([`${BOARD}?entries=ai-next&chosen=${id}`]);
		await place(portal, id, ["day2", "ws-dora", "09:00"]);
		expect(await details()).toEqual([`${BOARD}?entries=ws-dora&day=day2`]);
	});
});

describe("while the two filters differ", () => {
	it.each([
		"?entries=ai-next&track=ws-dora",
		"?entries=ai-next&track=*",
		"?track=ai-next",
		"?entries=ws-dora&track=ai-next",
	])("the page says so and refuses every place with the specification's sentence: %s", async (search) => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const page = await get(admin, search);
		const banners = parse(page).querySelectorAll(".filters ~ div .banner");
		expect(banners.map(({ firstChild }) => firstChild?.textContent)).toEqual([SAME_TRACK]);
		for (const track of ["ai-next", "ws-dora"]) {
			const refused = await force(admin, search, String(id), `day2-${track}-09:00`).expect(422);
			expect(alerts(refused.text)).toEqual([SAME_TRACK]);
			expect(shown(refused.text)).toEqual(shown(page));
		}
		expect(placed(portal)).toEqual([]);
	});

	it("a refused place keeps both filters, the day and the chosen entry; a link sets both filters", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const search = `?entries=ai-next&track=ws-dora&day=day2&chosen=${id}`;
		const refused = await put(admin, search, "day2-ws-dora-09:00");
		expect(refused.status).toBe(422);
		expect([alerts(refused.text), chosen(refused.text)]).toEqual([[SAME_TRACK], ["Talk", "Talk"]]);
		expect(shown(refused.text)).toEqual(shown(await get(admin, search)));
		const link = parse(refused.text).querySelector(".filters ~ div .banner a");
		expect(link?.textContent).toBe("Set both to AI Next");
		const both = link?.getAttribute("href")?.replace(BOARD, "") ?? "";
		expect(both).toBe(`?entries=ai-next&day=day2&chosen=${id}`);
		const done = await put(admin, both, "day2-ai-next-09:00");
		expect(textOfPage(done.text)).toContain("Schedule updated: Talk scheduled at 09:00");
		expect(placed(portal)).toEqual([[id, "day2-ai-next-09:00"]]);
	});

	it("an entry can still be removed, and a change undone", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		await place(portal, id, ["day2", "ai-next", "09:00"]);
		const differ = "?entries=ws-dora&track=ai-next&day=day2";
		const page = await get(admin, differ);
		const button = `do.remove.${id}@day2-ai-next-09:00`;
		const removed = await submitForm(admin, page, {}, { selector: "form.board", button });
		expect([shown(removed.text).filters, placed(portal)]).toEqual([["ws-dora", "ai-next"], []]);
		const [undo = ""] = /do\.undo\.\d+/.exec(removed.text) ?? [];
		const undone = await submitForm(admin, removed.text, {}, { selector: "form.board", button: undo });
		expect([shown(undone.text).filters, shownValue(undone.text, "day")]).toEqual([["ws-dora", "ai-next"], "day2"]);
		expect(placed(portal)).toEqual([[id, "day2-ai-next-09:00"]]);
	});
});

describe("while the two filters agree", () => {
	it("on one track, entries go into that track only", async () => {
		const portal = await openPortal();
		const [own = 0, misplaced = 0] = await sendAccepted(portal, ["Own", "Misplaced"]);
		const [other = 0] = await sendAccepted(portal, ["Other"], { tracks: "ws-dora" });
		await place(portal, misplaced, ["day2", "ws-dora", "09:00"]);
		const admin = await portal.admin();
		for (const both of ["?entries=ws-dora", "?entries=ws-dora&track=ws-dora"]) {
			for (const [entry, to] of [
				[own, "day2-ws-dora-10:00"],
				[own, "day2-ai-next-10:00"],
				[other, "day2-ai-next-10:00"],
			] as const) {
				const refused = await force(admin, both, String(entry), to).expect(422);
				expect(alerts(refused.text)).toEqual([expect.stringMatching(new RegExp(`^${SAME_TRACK}\\. This talk is in `))]);
			}
		}
		await force(admin, "?entries=ws-dora", String(other), "day2-ws-dora-10:00").expect(303);
		// A misplaced talk is shown in this track, so it can be moved there.
		await force(admin, "?entries=ws-dora", `${misplaced}@day2-ws-dora-09:00`, "day2-ws-dora-11:00").expect(303);
		// Where it is, is looked up: the form is not trusted.
		await force(admin, "?entries=agentic-web", `${misplaced}@day2-agentic-web-09:00`, "day2-agentic-web-10:00").expect(
			409,
		);
		expect(placed(portal)).toEqual([
			[misplaced, "day2-ws-dora-11:00"],
			[other, "day2-ws-dora-10:00"],
		]);
	});

	it.each(["", "?track=*"])("on all tracks, an entry goes into its own track only (%s)", async (all) => {
		const portal = await openPortal();
		const [id = 0, without = 0] = await sendAccepted(portal, ["Talk", "No track"]);
		portal.sqlite.prepare("update entries set track_id = null where id = ?").run(without);
		const admin = await portal.admin();
		const belongs = `${SAME_TRACK}. This talk is in AI Next: choose a slot of that track.`;
		const refused = async (entry: string, to: string) => alerts((await force(admin, all, entry, to).expect(422)).text);
		expect(await refused(String(id), "day2-ws-dora-09:00")).toEqual([belongs]);
		expect(await refused(String(without), "day2-ai-next-09:00")).toEqual([
			`${SAME_TRACK}. This talk has no track yet: choose its track first.`,
		]);
		await force(admin, all, String(id), "day2-ai-next-09:00").expect(303);
		await place(portal, id, ["day2", "ws-dora", "09:00"]);
		const seen = `${id}@day2-ws-dora-09:00`;
		expect(await refused(seen, "day2-ws-dora-10:00")).toEqual([belongs]);
		// Nothing is moved, so nothing is refused.
		await force(admin, all, seen, "day2-ws-dora-09:00").expect(303);
		await force(admin, all, seen, "day2-ai-next-10:00").expect(303);
		expect(placed(portal)).toEqual([[id, "day2-ai-next-10:00"]]);
	});

	it("a special slot, a taken one and a talk that may not be placed are refused for that reason, filters or not", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		await place(portal, one, ["day2", "ai-next", "09:00"]);
		const admin = await portal.admin();
		for (const search of ["", "?entries=ai-next", "?entries=ai-next&track=ws-dora"]) {
			const special = await force(admin, search, String(two), "day2-ws-dora-12:00").expect(422);
			expect([search, alerts(special.text)]).toEqual([search, [SPECIAL]]);
		}
		const taken = await force(admin, "?entries=ai-next", String(two), "day2-ai-next-09:00").expect(409);
		expect(alerts(taken.text)[0]).toContain("This slot was just taken: “One”");
		portal.sqlite.prepare("update entries set status = 'Hold' where id = ?").run(two);
		const held = await force(admin, "?entries=ai-next&track=ws-dora", String(two), "day2-ai-next-10:00").expect(409);
		expect(alerts(held.text)[0]).toContain("Only accepted talks that were not withdrawn can be scheduled");
	});
});

describe("programs, which have no filters", () => {
	it("place a talk in any track, which the list of conflicts names; a talk whose track changes stays where it is", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const { bearer, post } = await scheduler(portal);
		await post({ entryId: one, ...slot("day2", "ws-dora", "09:00") }).expect(200);
		await post({ entryId: two, ...slot("day2", "ai-next", "09:00") }).expect(200);
		const special = await post({
			entryId: two,
			...slot("day2", "ai-next", "12:00"),
			...old("day2", "ai-next", "09:00"),
		});
		expect([special.status, special.body.message]).toEqual([422, SPECIAL]);
		const patch = portal.agent().patch(`/api/entries/${two}`).set("Authorization", bearer);
		await patch.send({ tracks: "agentic-web" }).expect(200);
		expect(placed(portal)).toEqual([
			[one, "day2-ws-dora-09:00"],
			[two, "day2-ai-next-09:00"],
		]);
		const page = parse((await (await portal.admin()).get(`${BOARD}/conflicts`).expect(200)).text);
		const conflicts = page
			.querySelectorAll("main section")
			.map((conflict) => [
				conflict.querySelector("h2")?.textContent,
				conflict.querySelector("li b")?.textContent,
				conflict.querySelector("li a")?.getAttribute("href"),
			]);
		const misplaced = "The entry and its slot have different tracks";
		expect(conflicts).toEqual([
			[misplaced, "One", `${BOARD}?entries=ws-dora`],
			[misplaced, "Two", `${BOARD}?entries=ai-next`],
		]);
	});
});
