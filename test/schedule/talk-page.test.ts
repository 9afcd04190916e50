import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

it("a talk's page leads to the day, to the talks before and after it in the track, and to others", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0, three = 0, other = 0] = await sendAccepted(portal, ["One", "Two", "Three", "Elsewhere"]);
	await place(portal, one, ["day1", "ai-next", "10:00"]);
	await place(portal, two, ["day1", "ai-next", "09:30"]);
	await place(portal, three, ["day2", "ai-next", "09:30"]);
	await place(portal, other, ["day1", "embodied-ai", "10:30"]);
	await release(portal);
	const seen = async (id: number) => {
		const page = parse((await portal.agent().get(`/schedule/${id}`).expect(200)).text);
		const link = (selector: string) => page.querySelector(selector)?.getAttribute("href");
		return {
			around: page
				.querySelectorAll(".track-neighbours p")
				.map((one) => [one.querySelector(".hint")?.textContent, one.querySelector("a")?.textContent]),
			links: page.querySelectorAll(".track-neighbours a").map((one) => one.getAttribute("href")),
			back: link(".back-link a"),
			calendar: link("a.button"),
			address: page.querySelector("#address")?.getAttribute("value"),
		};
	};
	expect(await seen(one)).toEqual({
		around: [
			["Previous in this track · 09:30", "Two"],
			["Next in this track · Sun 14 Sept 09:30", "Three"],
		],
		links: [`/schedule/${two}`, `/schedule/${three}`],
		back: "/schedule",
		calendar: `/schedule/${one}.ics`,
		address: `http://localhost:3000/schedule/${one}`,
	});
	expect((await seen(three)).back).toBe("/schedule?day=day2");
	expect((await seen(two)).links).toEqual([`/schedule/${one}`]);
	expect((await seen(other)).around).toEqual([]);
});

it("the schedule gives its own address and that of its calendar, whatever host was asked", async () => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["One"]);
	await place(portal, one, ["day2", "ai-next", "10:00"]);
	await release(portal);
	const seen = async (path: string, language = "en") => {
		const answer = await portal.agent().get(path).set("Accept-Language", language);
		const page = parse(answer.text);
		return [page.querySelector("#address")?.getAttribute("value"), /"(webcal:[^"]*)"/.exec(answer.text)?.[1]];
	};
	expect(await seen("/schedule?x=1")).toEqual([
		"http://localhost:3000/schedule",
		"webcal://localhost:3000/schedule.ics",
	]);
	expect(await seen("/schedule?day=day2&track=ai-next", "zh-CN")).toEqual([
		"http://localhost:3000/schedule?day=day2&track=ai-next",
		"webcal://localhost:3000/schedule.ics?lang=zh",
	]);
	expect((await seen("/schedule?q=one+two&day=day2"))[0]).toBe("http://localhost:3000/schedule?q=one+two");
	expect((await seen("/schedule?day=all"))[0]).toBe("http://localhost:3000/schedule?day=all");
});

it("details in the list of proposals say when the talk takes place, once that is released", async () => {
	const portal = await openPortal();
	const [one = 0, other = 0] = await sendAccepted(portal, ["One", "Other"]);
	const slotOf = async (id: number) => {
		const { text } = await portal.agent().get(`/proposals?modal=details&id=${id}`).expect(200);
		const time = parse(text).querySelector("main time:has(a[href^='/schedule/'])");
		return time && [time.textContent, time.querySelector("a")?.getAttribute("href")];
	};
	await place(portal, one, ["day2", "ai-next", "10:00"]);
	expect(await slotOf(one)).toBeNull();
	await release(portal);
	await place(portal, other, ["day1", "ai-next", "10:00"]);
	expect(await slotOf(one)).toEqual(["Sunday, 14 September 2025, 10:00–10:30 (UTC+8) · AI Next", `/schedule/${one}`]);
	expect(await slotOf(other)).toBeNull();
});
