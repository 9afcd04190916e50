import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

const TEN: [string, string, string] = ["day1", "ai-next", "10:00"];
const ELEVEN: [string, string, string] = ["day1", "ai-next", "11:00"];

/** What the page of versions and the feed say of changes. */
async function changes(portal: TestPortal): Promise<string[][]> {
	const page = parse((await portal.agent().get("/schedule/versions").expect(200)).text);
	const feed = parse((await portal.agent().get("/schedule.atom").buffer(true).expect(200)).text);
	return [page.querySelectorAll("main section li"), feed.querySelectorAll("entry li")].map((lines) =>
		lines.map(({ textContent }) => textContent.trim()),
	);
}

it.each([
	["was not told that it is accepted", "told_status = 'New'", "told_status = null"],
	["lacks an answer", `incomplete = '["bio"]'`, "incomplete = '[]'"],
	["has no consent", "consent = 0", "consent = 1"],
])("neither the versions of the schedule nor its feed have title or slot of a talk that %s", async (_, hide, show) => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Robots"]);
	const set = (change: string) =>
		portal.db.write(() => void portal.sqlite.exec(`update entries set ${change} where id = ${two}`));
	await set(hide);
	await place(portal, one, ELEVEN);
	await release(portal);
	await place(portal, two, TEN);
	await release(portal);
	await place(portal, one, ["day1", "ai-next", "11:30"]);
	await place(portal, two, ["day1", "ai-next", "10:30"]);
	await release(portal);
	await portal.agent().get(`/schedule/${two}`).expect(404);
	const known = await changes(portal);
	expect(known.flat().filter((line) => /Robots|10:00|10:30|no longer public/.test(line))).toEqual([]);
	expect(known.map((lines) => lines.filter((line) => line.includes("Compilers")).length)).toEqual([1, 2]);
	await set(show);
	await portal.agent().get(`/schedule/${two}`).expect(200);
	expect((await changes(portal)).map((lines) => lines.filter((line) => line.includes("Robots")).length)).toEqual([
		2, 2,
	]);
});
