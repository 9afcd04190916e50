import { parse } from "node-html-parser";
import { expect } from "vitest";
import { CATEGORY, type CallName } from "./fillings.ts";
import { submitForm } from "./form.ts";
import { openPortal, type TestPortal } from "./portal.ts";
import { set } from "./programme-settings.ts";

export type Agent = ReturnType<TestPortal["agent"]>;

export const END = Date.parse("2025-08-19T00:00:00.000+08:00");
export const MINUTE = 60_000;
export const KEPT =
	"This call closed before your form arrived. You had begun it in time, so we kept it: the organisers decide whether to let it in.";
export const DATED = { state: "dates", opens: "", closes: "2025-08-18" };

/** A call that ends by date, an hour before its end; and an organiser. */
export async function dated(name: CallName = "hangzhou") {
	const portal = await openPortal();
	portal.clock.now = END - 60 * MINUTE;
	const admin = await portal.admin();
	await set(admin, CATEGORY[name], DATED).then((saved) => expect(saved.status).toBe(200));
	return { portal, admin };
}

export const stored = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from entries").pluck().get();
export const late = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from late_entries").pluck().get();

/** What the page of late submissions says of each. */
export async function listed(admin: Agent) {
	const page = parse((await admin.get("/admin/late").expect(200)).text);
	return page.querySelectorAll("ul.cards > li").map((item) => item.structuredText.replace(/\s+/g, " "));
}

export async function decide(admin: Agent, button: string, index = 0, html?: string) {
	const text = html ?? (await admin.get("/admin/late").expect(200)).text;
	const id = parse(text).querySelectorAll("ul.cards form")[index]?.getAttribute("aria-labelledby");
	return submitForm(admin, text, {}, { selector: `form[aria-labelledby=${id}]`, button });
}

/** A late form that says what the first entry does, as a statement. */
export const LATE_COPY = `insert into late_entries
	(form, category, email_folded, content, photo, locale, submission_key, arrived_at)
	select category, category, email_folded, json_object(
		'kind', kind, 'name', name, 'email', email, 'emailFolded', email_folded, 'org', org, 'title', title,
		'trackId', track_id, 'consent', consent, 'answers', json(answers), 'photo', photo, 'incomplete', json('[]'),
		'publicText', public_text, 'searchText', search_text), photo, locale, 'late', 1755532860000
	from entries order by id limit 1;`;
