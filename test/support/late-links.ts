import { parse } from "node-html-parser";
import { sha256 } from "../../server/secrets.ts";
import { type Filling, submitForm, textOfPage } from "./form.ts";
import { type Agent, dated, END, MINUTE } from "./late-forms.ts";
import type { TestPortal } from "./portal.ts";

export const DAY = 24 * 60 * MINUTE;
/** When the call is over, on the same day. */
export const AFTER = END + 30 * MINUTE;
export const FORM = { selector: "form[aria-labelledby=h-links]", button: "do.make-link" };

/** Adds links by a statement: one that works, and one that was ended. */
export const LATE_LINK = `insert into late_links (secret_hash, category, note, allowed, created_at, expires_at, ended_at) values
	(x'${sha256("a-secret").toString("hex")}', 'ai', '李雷', 2, 1, 4102444800000, null),
	(x'${sha256("an-ended-secret").toString("hex")}', 'ai', '', 1, 1, 4102444800000, 1);`;

/** Fills in the form of a link. */
export async function ask(admin: Agent, filling: Filling = {}) {
	const { text } = await admin.get("/admin/late").expect(200);
	return submitForm(admin, text, { call: "hangzhou", ...filling }, FORM);
}

/** The address that the page shows of a link just made. */
export const addressIn = (html: string) => parse(html).querySelector("#f-address")?.getAttribute("value");

/** Makes a link. @returns path and query of its address */
export async function linkTo(admin: Agent, filling: Filling = {}): Promise<string> {
	const { pathname, search } = new URL(addressIn((await ask(admin, filling)).text) ?? "");
	return pathname + search;
}

/** What the page says of each link. */
export async function linksOf(admin: Agent): Promise<string[][]> {
	const page = parse((await admin.get("/admin/late").expect(200)).text);
	return page
		.querySelectorAll("section[aria-labelledby=h-links] tbody tr")
		.map((row) => row.querySelectorAll("th, td").map((cell) => cell.structuredText.replace(/\s+/g, " ").trim()));
}

/** Ends the first link that works. */
export async function endFirst(admin: Agent, html?: string) {
	const text = html ?? (await admin.get("/admin/late").expect(200)).text;
	return submitForm(admin, text, {}, { selector: "section td form", button: "do.end-link" });
}

/** A call that is over, and a link to it. */
export async function withLink(filling: Filling = {}) {
	const { portal, admin } = await dated();
	portal.clock.now = AFTER;
	return { portal, admin, path: await linkTo(admin, filling) };
}

/** What the page of a closed call says. */
export async function closedPage(agent: Agent, path: string): Promise<string> {
	return textOfPage((await agent.get(path).expect(200)).text).replace(/\s+/g, " ");
}

/** Path and query that an answer leads to. */
export function at({ headers }: { headers: Record<string, string> }): string {
	const { pathname, search } = new URL(headers.location ?? "");
	return pathname + search;
}

export const titles = (portal: TestPortal) =>
	portal.sqlite.prepare("select title from entries order by id").pluck().all();
export const secretIn = (path: string) => new URLSearchParams(path.split("?")[1]).get("late") ?? "";
export const used = (portal: TestPortal) => portal.sqlite.prepare("select used from late_links").pluck().get();
