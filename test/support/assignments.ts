import { sendTalk } from "./entries.ts";
import type { TestPortal } from "./portal.ts";
import { type Agent, addReviewer, REVIEWER, reviewed } from "./reviews.ts";

/** Who reviews the talks of Hangzhou. */
export const PAGE = "/admin/programmes/hangzhou/assignments";
export const SECOND = "second@example.org";

export const open = async (agent: Agent, path = PAGE) => (await agent.get(path).expect(200)).text;
export const idOf = ({ sqlite }: TestPortal, email: string) =>
	Number(sqlite.prepare("select id from users where email = ?").pluck().get(email));
/** What is assigned: entry, reviewer and how, in their order. */
export const assigned = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare(
			"select entry_id || ' ' || substr(email, 1, instr(email, '@') - 1) || ' ' || made_by from assignments a join users u on u.id = reviewer_id order by 1",
		)
		.pluck()
		.all();
/** Address of a proposal. */
export const proposal = (way: string, ids: readonly number[], most = "") =>
	`${PAGE}?${new URLSearchParams([["way", way], ["most", most], ...ids.map((id) => ["with", String(id)])])}`;

/** Talks of one track, a reviewer of that track and one of all. */
export async function committee(count: number) {
	const portal = await reviewed();
	const [admin, first] = [await portal.admin(), await addReviewer(portal, REVIEWER, { tracks: ["ai-next"] })];
	const second = await addReviewer(portal, SECOND);
	for (let number = 0; number < count; number += 1) await sendTalk(portal, { tracks: "ai-next" });
	return { portal, admin, first, second, ids: [idOf(portal, REVIEWER), idOf(portal, SECOND)] };
}
