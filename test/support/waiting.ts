import { parse } from "node-html-parser";
import type { TestPortal } from "./portal.ts";
import { REVIEWED } from "./reviews.ts";
import { sendAccepted } from "./schedule.ts";
import { addPerson } from "./sessions.ts";

export const WAITING_LISTS = "/admin/waiting";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

/** Titles of each track's list as the page shows them. */
export async function shownLists(admin: Agent): Promise<Record<string, string[]>> {
	const page = parse((await admin.get(WAITING_LISTS).expect(200)).text);
	const lists = page.querySelectorAll("#reorder fieldset");
	return Object.fromEntries(
		lists.map((list) => [list.querySelector("h2")?.text, list.querySelectorAll("tbody th a").map(({ text }) => text)]),
	);
}

/** Talks on hold. @returns their numbers */
export async function waiting(portal: TestPortal, titles: readonly string[], track = "ai-next"): Promise<number[]> {
	const ids = await sendAccepted(portal, titles, { tracks: track });
	portal.sqlite.exec(`update entries set status = 'Hold' where id in (${ids.join()})`);
	return ids;
}

/** Reviews of one reviewer, with the same mark for each criterion. @param marks by the numbers of talks */
export async function score(portal: TestPortal, marks: Readonly<Record<number, number>>): Promise<void> {
	await addPerson(portal, "reviewer@example.org", "");
	const reviews = Object.entries(marks).map(
		([
			id,
			mark,
		]) => `insert into reviews (entry_id, reviewer_id, state, marks, rules_version, entry_version, revision, at)
			select ${id}, id, 'done', '{"relevance":${mark},"content":${mark},"clarity":${mark}}', 1, 0, 1, 1
			from users where email = 'reviewer@example.org';`,
	);
	await portal.db.write(() => void portal.sqlite.exec([REVIEWED, ...reviews].join("\n")));
}
