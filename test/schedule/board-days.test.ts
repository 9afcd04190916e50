import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { shownValue } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

const BOARD = "/admin/schedule";

const words = (element: HTMLElement | null) => element?.textContent.replace(/\s+/g, " ").trim();

const hrefOf = (page: HTMLElement, selector: string) => String(page.querySelector(selector)?.getAttribute("href"));

/** The table of a day: of each row its time, how many columns it fills, and its cells over more than one row or column. */
function rowsOf(html: string, day: string) {
	const rows = parse(html).querySelectorAll(`section[aria-labelledby=${day}] tbody tr`);
	return rows.map((row) => ({
		time: /\d\d:\d\d/.exec(row.querySelector("th")?.textContent ?? "")?.[0],
		columns: row
			.querySelectorAll("td")
			.map((cell) => Number(cell.getAttribute("colspan") ?? 1))
			.reduce((sum, one) => sum + one, 0),
		long: row.querySelectorAll("td[rowspan]").map((cell) => [cell.getAttribute("rowspan"), words(cell)]),
	}));
}

describe("the days of the board", () => {
	it("show a long talk, and a long event of one track, over all rows of their time", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Long talk"]);
		portal.sqlite.exec(`
			delete from slots where day_id = 'day1' and track_id in ('ai-next', 'ws-dora') and time between '10:00' and '10:30';
			update slots set minutes = 90 where day_id = 'day1' and track_id = 'ai-next' and time = '09:30';
			insert into special_events (day_id, track_id, time, minutes, title) values ('day1', 'ws-dora', '10:00', 60, 'Set-up');`);
		await place(portal, id, ["day1", "ai-next", "09:30"]);
		const admin = await portal.admin();
		const rows = rowsOf((await admin.get(BOARD)).text, "day1").slice(0, 5);
		const all = rows[0]?.columns ?? 0;
		expect(rows.map(({ time, columns }) => [time, all - columns])).toEqual([
			["09:00", 0],
			["09:30", 0],
			["10:00", 1],
			["10:30", 2],
			["11:00", 0],
		]);
		expect(rows.map(({ long }) => long)).toEqual([
			[],
			[["3", expect.stringMatching(/^Long talk.*until 11:00/s)]],
			[["2", expect.stringMatching(/^Set-up.*until 11:00/s)]],
			[],
			[],
		]);
		const one = rowsOf((await admin.get(`${BOARD}?entries=ai-next`)).text, "day1").slice(0, 3);
		expect(one.map(({ time, columns }) => [time, columns])).toEqual([
			["09:00", 1],
			["09:30", 1],
			["11:00", 1],
		]);
	});

	it("name the room of each column", async () => {
		const portal = await openPortal();
		portal.sqlite.exec("update day_tracks set room = 'Hall 7' where track_id = 'ai-next' and day_id = 'day1'");
		const page = (await (await portal.admin()).get(BOARD)).text;
		const heads = parse(page).querySelectorAll("section[aria-labelledby=day1] thead th");
		expect(heads.map((one) => words(one))).toContain("AI Next Hall 7");
		expect(page).toContain('data-label="AI Next · Hall 7"');
	});

	it("are shown one at a time by choice, which the filters and the chosen entry keep, and which keeps both", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const days = async (path: string) => {
			const page = parse((await admin.get(path)).text);
			return page.querySelectorAll(".board-day h2").map(({ id }) => id);
		};
		expect(await days(BOARD)).toEqual(["day1", "day2"]);
		expect(await days(`${BOARD}?day=day2`)).toEqual(["day2"]);
		expect(await days(`${BOARD}?day=day9`)).toEqual(["day1", "day2"]);
		const [id] = await sendAccepted(portal, ["Talk"]);
		const filters = "entries=ai-next&track=ws-dora";
		const page = parse((await admin.get(`${BOARD}?day=day2&${filters}&chosen=${id}`)).text);
		expect(page.querySelectorAll(".day-links a").map((link) => link.getAttribute("href"))).toEqual([
			`${BOARD}?${filters}&chosen=${id}`,
			`${BOARD}?${filters}&day=day1&chosen=${id}`,
			`${BOARD}?${filters}&day=day2&chosen=${id}`,
		]);
		expect(shownValue(page.toString(), "day")).toBe("day2");
		expect(shownValue(page.toString(), "chosen")).toBe(String(id));
		expect(page.querySelector("form.board")?.getAttribute("action")).toBe(`${BOARD}?${filters}&day=day2&chosen=${id}`);
	});
});

describe("entries without a place", () => {
	it("come by the fewest free slots for them, then by reference, each with what there is", async () => {
		const portal = await openPortal();
		const [placed = 0] = await sendAccepted(portal, ["Placed"]);
		await sendAccepted(portal, ["Same speaker", "Free"], { email: "one@example.org" });
		await sendAccepted(portal, ["Also free"]);
		await sendAccepted(portal, ["Nearly full"], { tracks: "ws-dora" });
		await sendAccepted(portal, ["Full"], { tracks: "agentic-web" });
		await sendAccepted(portal, ["No track", "To be assigned"]);
		portal.sqlite.exec(`
			update entries set email = 'two@example.org', email_folded = 'two@example.org' where title in ('Placed', 'Same speaker');
			update entries set email = 'three@example.org', email_folded = 'three@example.org' where title = 'Free';
			update entries set track_id = null where title = 'No track';
			update entries set track_id = 'assign-me' where title = 'To be assigned';
			delete from slots where track_id = 'agentic-web' or (track_id = 'ws-dora' and (day_id = 'day1' or time > '09:30'));
			delete from slots where track_id = 'ai-next' and (day_id = 'day1' or time > '11:00');
			update slots set minutes = 60 where day_id = 'day2' and track_id = 'ws-dora' and time = '09:00';
			delete from slots where day_id = 'day2' and track_id = 'ws-dora' and time = '09:30';
			insert into slots (day_id, track_id, time, minutes) values ('day2', 'ws-dora', '10:00', 60);`);
		await place(portal, placed, ["day2", "ws-dora", "10:00"]);
		const page = parse((await (await portal.admin()).get(BOARD)).text);
		const cards = page.querySelectorAll(".board-entry").map((card) => ({
			title: card.querySelector("b")?.textContent,
			says: words(card.querySelector("small + small") ?? card.querySelector("a.mark-fault")),
		}));
		expect(cards).toEqual([
			{ title: "Full", says: "No free slot · Agentic Web" },
			{ title: "No track", says: "No track yet: choose one first" },
			{ title: "To be assigned", says: "No track yet: choose one first" },
			{ title: "Nearly full", says: "1 free · Dora Workshop" },
			{ title: "Same speaker", says: "3 free · 2 clash with the speaker’s other talk · AI Next" },
			{ title: "Free", says: "5 free · AI Next" },
			{ title: "Also free", says: "5 free · AI Next" },
		]);
		expect(words(page.querySelector(".board-entries"))).toContain("Fewest free slots first");
	});

	it("lead to the menu of tracks where they have none, and from there back", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["No track"]);
		portal.sqlite.exec("update entries set track_id = 'assign-me'");
		const admin = await portal.admin();
		const [path = "", spot] = hrefOf(parse((await admin.get(BOARD)).text), ".board-entry a.mark-fault").split("#");
		const entry = async () => parse((await admin.get(path).expect(200)).text);
		expect(words((await entry()).querySelector(`h1#${spot}`))).toBe("No track");
		const select = (await entry()).querySelector(".reading-tools select");
		expect(hrefOf(await entry(), `.reading-pane p a[href^="${BOARD}"]`)).toBe(`${BOARD}?chosen=${id}`);
		const chosen = { [String(select?.getAttribute("name"))]: "ai-next", [`had-${id}`]: "assign-me" };
		await admin.post(path).set("Sec-Fetch-Site", "same-origin").type("form").send(chosen);
		expect(hrefOf(await entry(), `.reading-pane p a[href^="${BOARD}"]`)).toBe(`${BOARD}?entries=ai-next&chosen=${id}`);
	});
});
