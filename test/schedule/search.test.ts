import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sharePortal, type TestPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

/** Two days of talks, and one that is not released. */
async function publish(portal: TestPortal): Promise<TestPortal> {
	const [rust = 0, robots = 0] = await sendAccepted(portal, ["Rust for Kernels", "Robots at Home"]);
	const [chinese = 0] = await sendAccepted(portal, ["大模型推理加速"], {
		language: "Chinese",
		name: "王小明",
		org: "云帆智算研究院",
		abstract: "介绍显存与调度。",
	});
	const [cafe = 0] = await sendAccepted(portal, ["Baristas"], {
		abstract: `${"Beans and water. ".repeat(20)}Then a CAFÉ with <b>crema</b>. ${"More beans. ".repeat(20)}`,
	});
	const [draft = 0] = await sendAccepted(portal, ["Kernels of the Draft"]);
	await place(portal, rust, ["day1", "ai-next", "09:30"]);
	await place(portal, robots, ["day1", "embodied-ai", "10:00"]);
	await place(portal, chinese, ["day2", "ai-next", "11:00"]);
	await place(portal, cafe, ["day2", "embodied-ai", "11:00"]);
	await release(portal);
	await place(portal, draft, ["day1", "ai-next", "14:00"]);
	return portal;
}

const shared = sharePortal(publish);

async function search(q: string, more = "") {
	const answer = await shared()
		.agent()
		.get(`/schedule?q=${encodeURIComponent(q)}${more}`)
		.expect(200);
	const page = parse(answer.text);
	const texts = (selector: string) => page.querySelectorAll(selector).map(({ textContent }) => textContent.trim());
	return {
		page,
		headers: answer.headers,
		heading: page.querySelector("#found")?.textContent,
		titles: texts(".start-time li > a"),
		marked: texts("mark"),
		ways: page.querySelectorAll(".search-ways a").map((way) => [way.textContent, way.getAttribute("href")]),
	};
}

describe("a search in the schedule", () => {
	it.each([
		["the title", "kernels", ["Rust for Kernels"], ["Kernels"]],
		["the speaker", "Speaker of Rust", ["Rust for Kernels"], ["Rust", "Speaker", "of", "Rust"]],
		["words in any order", "kernels RUST", ["Rust for Kernels"], ["Rust", "Kernels", "Rust", "Kernels"]],
		["full-width letters", "ｒｕｓｔ", ["Rust for Kernels"], ["Rust", "Rust"]],
		["part of a Chinese title", "推理", ["大模型推理加速"], ["推理"]],
		["a Chinese name and part of an organisation", "智算 小明", ["大模型推理加速"], ["小明", "智算"]],
		["a Chinese abstract", "显存", ["大模型推理加速"], ["显存"]],
		["the middle of a long abstract, accents and all", "café", ["Baristas"], ["CAFÉ"]],
		["an accent that is typed as a sign of its own", "cafe\u0301", ["Baristas"], ["CAFÉ"]],
	])("finds %s and marks it", async (_what, q, titles, marks) => {
		const found = await search(q);
		expect(found.titles).toEqual(titles);
		expect(found.marked.slice(0, marks.length)).toEqual(marks.slice(0, found.marked.length));
		expect(found.marked.length).toBeGreaterThan(0);
	});

	it("lists talks by day and time, of all days and of nothing that is not released", async () => {
		const { page, heading, titles } = await search("e");
		expect(titles).toEqual(["Rust for Kernels", "Robots at Home", "Baristas"]);
		expect(heading).toBe("3 talks match “e”");
		expect(page.querySelectorAll(".found-date, h3 time").map(({ textContent }) => textContent)).toEqual([
			"Saturday, 13 September 2025",
			"09:30",
			"10:00",
			"Sunday, 14 September 2025",
			"11:00",
		]);
		expect((await search("draft")).titles).toEqual([]);
	});

	it("shows a part of the abstract where only that matches, as text", async () => {
		const { page } = await search("crema");
		const [, , abstract] = page.querySelectorAll(".start-time li > *");
		expect(abstract?.textContent).toMatch(/^….*Then a CAFÉ with <b>crema<\/b>\..*…$/);
		expect(abstract?.textContent.length).toBeLessThan(200);
	});

	it("keeps the track that is chosen", async () => {
		const { page, heading, titles } = await search("e", "&track=embodied-ai");
		expect(titles).toEqual(["Robots at Home", "Baristas"]);
		expect(heading).toBe("2 talks in Embodied AI match “e”");
		expect(page.querySelector("[role=search] [name=track]")?.getAttribute("value")).toBe("embodied-ai");
	});

	it("that finds nothing says what to drop, and each link finds something", async () => {
		const { heading, ways } = await search("rust zebra");
		expect(heading).toBe("No talk matches “rust zebra”");
		expect(ways).toEqual([
			["Without “zebra”: 1 talk", "/schedule?q=rust"],
			["Show the whole schedule", "/schedule"],
		]);
		expect((await search("rust", "&track=embodied-ai")).ways).toEqual([
			["In all tracks: 1 talk", "/schedule?q=rust"],
			["Show the whole schedule", "/schedule?track=embodied-ai"],
		]);
		expect((await search("rust zebra", "&track=embodied-ai")).ways[0]).toEqual([
			"In all tracks, without “zebra”: 1 talk",
			"/schedule?q=rust",
		]);
		expect((await search("rust")).titles).toEqual(["Rust for Kernels"]);
		expect((await search("zebra")).ways).toEqual([["Show the whole schedule", "/schedule"]]);
	});

	it("is cut at 100 characters, and takes whatever strangers send", async () => {
		const { page } = await search("我".repeat(1_000));
		expect(page.querySelector("[name=q]")?.getAttribute("value")).toBe("我".repeat(100));
		for (const q of ["%", "\\", "'\"", "<mark>", "(", "*", "a ".repeat(2_000), "\u202e", "ﷺ ﬁ", "İ", "\u0301"])
			expect([q, (await search(q)).heading === undefined]).toEqual([q, false]);
		for (const q of ["", "%20", "%00%0A", "%E3%80%80"]) {
			const { text } = await shared().agent().get(`/schedule?q=${q}`);
			expect([q, parse(text).querySelector("#found")]).toEqual([q, null]);
		}
		await shared()
			.agent()
			.get("/schedule?q=%FF%FE")
			.ok(({ status }) => status < 500);
	});

	it("is kept by nobody and left out by search engines: every visitor's words are another page", async () => {
		const { headers, page } = await search("rust");
		expect(headers["cache-control"]).toBe("private, no-store, no-cache");
		expect(page.querySelector("[name=robots]")?.getAttribute("content")).toBe("noindex");
		const whole = parse((await shared().agent().get("/schedule")).text);
		expect(whole.querySelector("[name=robots]")).toBeNull();
	});
});
