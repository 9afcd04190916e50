import { FIRST_RULES } from "../../app/reviews/criteria.ts";
import { linkIn, PASSWORD } from "./accounts.ts";
import { submitForm } from "./form.ts";
import { openPortal, type TestPortal } from "./portal.ts";
import { addPerson, appoint, cookiesOf, makeMember } from "./sessions.ts";

/** The talks of Hangzhou are reviewed, blind, by the criteria that rules begin with. */
export const REVIEWED = `
	insert into review_criteria values ('hangzhou', 1, '${JSON.stringify(FIRST_RULES.criteria)}', 1, null);
	insert into review_rules values ('hangzhou', null, null, 3, 1, 1, 0, 1, 1);`;

export const REVIEWER = "reviewer@example.org";
export const REVIEW = { selector: "main form[aria-labelledby=h-review]" };
export const RULES = "/admin/programmes/hangzhou/review";
export const MARKED = { "mark-relevance": "3", "mark-content": "5", "mark-clarity": "4", recommendation: "yes" };

export type Agent = ReturnType<TestPortal["agent"]>;

/** New rules of the reviewed talks: their criteria with one text of the stored JSON in place of another. */
export const changeCriteria = ({ sqlite }: TestPortal, before: string, after: string) =>
	sqlite.exec(`
		insert into review_criteria
			select category, 2, replace(criteria, '${before}', '${after}'), 2, null from review_criteria;
		update review_rules set version = 2`);

/** Someone signed in. */
export async function signedIn(portal: TestPortal, email: string): Promise<Agent> {
	const agent = portal.agent();
	for (const [name, value] of Object.entries(await cookiesOf(portal, email)))
		agent.jar.setCookie(`${name}=${value}; Path=/`, "127.0.0.1");
	return agent;
}

/** A reviewer for these tracks and calls; none: all. */
export async function addReviewer(
	portal: TestPortal,
	email = REVIEWER,
	{ tracks = [], calls = [] }: { tracks?: string[]; calls?: string[] } = {},
): Promise<Agent> {
	await addPerson(portal, email, "");
	makeMember(portal, email, "reviewer");
	portal.sqlite
		.prepare("update memberships set tracks = ?, calls = ? where user_id = (select id from users where email = ?)")
		.run(JSON.stringify(tracks), JSON.stringify(calls), email);
	return signedIn(portal, email);
}

/** A portal whose talks are reviewed. */
export async function reviewed(): Promise<TestPortal> {
	const portal = await openPortal();
	await appoint(portal);
	portal.sqlite.exec(REVIEWED);
	return portal;
}

/** Invites somebody by the page of the team, and lets them join. @returns where joining leads */
export async function joinAs(portal: TestPortal, email: string, invitation: Record<string, string | string[]>) {
	const admin = await portal.admin();
	const page = (await admin.get("/admin/team").expect(200)).text;
	const filling = { email, role: "reviewer", ...invitation };
	await submitForm(admin, page, filling, { selector: "main form[aria-labelledby=h-invite]" }).expect(200);
	const agent = portal.agent();
	const text = (await agent.get(linkIn(portal, "invite")).expect(200)).text;
	const own = { name: "Sun", password: PASSWORD, confirm: PASSWORD };
	const { headers } = await submitForm(agent, text, own, { selector: "main form[action]" }).expect(303);
	return { agent, admin, path: new URL(headers.location ?? "", portal.origin).pathname };
}

/** The stored reviews, in their order. */
export const stored = ({ sqlite }: TestPortal) =>
	(
		sqlite
			.prepare("select entry_id, state, marks, recommendation, committee_note, rules_version from reviews order by id")
			.raw()
			.all() as [number, string, string, string | null, string, number][]
	).map(([entry, state, marks, ...rest]) => [entry, state, JSON.parse(marks), ...rest]);
