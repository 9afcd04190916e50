import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sharePortal, type TestPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

const shared = sharePortal(async (portal: TestPortal) => {
	const [one = 0, two = 0, three = 0, four = 0] = await sendAccepted(portal, ["One", "Two", "Three", "Four"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day1", "embodied-ai", "09:30"]);
	await place(portal, three, ["day1", "ai-next", "10:00"]);
	await place(portal, four, ["day2", "ai-next", "09:30"]);
	await release(portal);
	return portal;
});

/** Shared pages are kept for a second, which is longer than the clock of a test takes to move. */
const withoutCache = (path: string) => `${path}${path.includes("?") ? "&" : "?"}fresh=1`;

async function at(time: string, path = "/schedule") {
	shared().clock.now = Date.parse(time);
	const page = parse((await shared().agent().get(withoutCache(path)).expect(200)).text);
	const links = page.querySelectorAll(".day-links a").map((link) => link.getAttribute("href"));
	return {
		day: page.querySelector(".day-links [aria-current]")?.textContent,
		marks: page
			.querySelectorAll("[data-live]")
			.map((item) => [item.querySelector("a, b")?.textContent, item.querySelector(".live-mark")?.textContent]),
		anchor: page.querySelector("#now time")?.textContent,
		links: links.slice(0, 2),
		jump: links[2],
	};
}

const OUTSIDE = { marks: [], anchor: undefined, jump: undefined, links: ["/schedule", "/schedule?day=day2"] };

describe("the schedule during the event", () => {
	it("opens at today, as days go at the event, and before and after it at the first day", async () => {
		expect(await at("2025-09-12T15:59:00Z")).toEqual({ ...OUTSIDE, day: "Sat 13 Sept" });
		expect((await at("2025-09-12T16:00:00Z")).day).toBe("Sat 13 Sept");
		expect((await at("2025-09-13T15:59:00Z")).day).toBe("Sat 13 Sept");
		expect((await at("2025-09-13T16:00:00Z")).day).toBe("Sun 14 Sept");
		expect(await at("2025-09-14T16:00:00Z")).toEqual({ ...OUTSIDE, day: "Sat 13 Sept" });
	});

	it("names both days in links, so that a link means the same day tomorrow", async () => {
		expect((await at("2025-09-14T02:00:00Z")).links).toEqual(["/schedule?day=day1", "/schedule?day=day2"]);
		expect((await at("2025-09-14T02:00:00Z", "/schedule?day=day1")).day).toBe("Sat 13 Sept");
	});

	it("marks what is on and what comes next", async () => {
		const shown = async (time: string) => {
			const { marks, anchor, jump } = await at(`2025-09-13T${time}:00+08:00`);
			return [marks, anchor, jump];
		};
		expect(await shown("08:00")).toEqual([[["Opening", "Next"]], "09:00", "#now"]);
		expect(await shown("09:29")).toEqual([
			[
				["Opening", "Now"],
				["Two", "Next"],
				["One", "Next"],
			],
			"09:00",
			"#now",
		]);
		expect(await shown("09:30")).toEqual([
			[
				["Two", "Now"],
				["One", "Now"],
				["Three", "Next"],
			],
			"09:30",
			"#now",
		]);
		expect(await shown("10:30")).toEqual([[["Lunch", "Next"]], "12:00", "#now"]);
		expect(await shown("23:00")).toEqual([[], undefined, undefined]);
	});

	it("leads from another day, from a search and from all days to what is on now", async () => {
		const time = "2025-09-13T09:40:00+08:00";
		expect((await at(time, "/schedule?day=day2")).jump).toBe("/schedule?day=day1#now");
		expect((await at(time, "/schedule?q=four")).jump).toBe("/schedule?day=day1#now");
		expect(await at(time, "/schedule?day=all")).toMatchObject({ jump: "#now", anchor: "09:30", day: undefined });
	});

	it("says on the page of a talk that it is on", async () => {
		const marked = async (time: string) => {
			shared().clock.now = Date.parse(time);
			const { text } = await shared().agent().get(withoutCache("/schedule/1"));
			return parse(text).querySelector(".lead .live-mark")?.textContent;
		};
		expect(await marked("2025-09-13T09:40:00+08:00")).toBe("Now");
		expect(await marked("2025-09-13T10:00:00+08:00")).toBeUndefined();
	});
});
