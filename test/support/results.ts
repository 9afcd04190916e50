import { sendTalk } from "./entries.ts";
import type { TestPortal } from "./portal.ts";
import { type Agent, addReviewer, reviewed } from "./reviews.ts";
import { rowsOf } from "./table.ts";

export const RESULTS = "/admin/reviews/hangzhou";
/** Their accounts are `mild@example.org` and so on. */
export const REVIEWERS = ["mild", "harsh", "third"] as const;
type Name = (typeof REVIEWERS)[number];

/** A review that is done: marks for relevance, content (which counts twice) and clarity, and what it recommends. */
export function say(
	{ sqlite }: TestPortal,
	entry: number,
	by: Name,
	[relevance, content, clarity]: [number, number, number],
	recommendation: "yes" | "maybe" | "no" = "maybe",
): void {
	sqlite
		.prepare(
			`insert into reviews (entry_id, reviewer_id, state, marks, recommendation, committee_note, author_note, rules_version, entry_version, revision, at)
				select ?, id, 'done', ?, ?, 'Said by ' || ?, '', 1, 0, 1, 1 from users where email = ?`,
		)
		.run(entry, JSON.stringify({ relevance, content, clarity }), recommendation, by, `${by}@example.org`);
}

/** Three talks. The first has all reviews, the second two that disagree, the third none. */
export async function withReviews(): Promise<TestPortal> {
	const portal = await reviewed();
	for (const [at, title] of ["First", "Second", "Third"].entries())
		await sendTalk(portal, { title, tracks: at === 0 ? "ai-next" : "agentic-web" });
	for (const name of REVIEWERS) await addReviewer(portal, `${name}@example.org`);
	await portal.db.write(() => {
		say(portal, 1, "mild", [5, 5, 5], "yes");
		say(portal, 1, "harsh", [4, 3, 2], "maybe");
		say(portal, 1, "third", [4, 4, 4], "yes");
		say(portal, 2, "mild", [5, 2, 5], "yes");
		say(portal, 2, "harsh", [2, 1, 2], "no");
	});
	return portal;
}

/** Rows of the table of results: title with its marks, and the figures from the number of reviews on. */
export function resultRows(html: string): string[][] {
	return rowsOf(html).flatMap(([_, title = "", __, status = "", ...figures]) =>
		figures.length === 6 ? [[title, status, ...figures]] : [],
	);
}

export const open = async (agent: Agent, search = "") => (await agent.get(RESULTS + search).expect(200)).text;

/** Titles in the order of the page, the first word of each. */
export const titles = async (agent: Agent, search = "") =>
	resultRows(await open(agent, search)).map(([title = ""]) => title.split(" ")[0]);
