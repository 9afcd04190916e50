import { submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Keeps an entry apart from lists, by a statement. */
export const keptApart = (presence: "spam" | "unchecked", id: number) =>
	`update entries set presence = '${presence}', told_presence = 'active', apart_at = created_at where id = ${id};`;

/** The form around the table of a list, without scripts. */
export const LIST = { selector: 'main form[method="post"]:has(table)' };
export const SPAM = "/admin/spam";
export const UNCHECKED = "/admin/spam?unchecked";
export const NETWORKS = "/admin/spam?networks";

/** Ticks entries in the list of their kind and removes them as spam, in a browser without scripts. */
export async function removeAsSpam(admin: Agent, list: string, ...ids: number[]) {
	const { text } = await admin.get(list).expect(200);
	return submitForm(admin, text, { ids: ids.map(String) }, { ...LIST, button: "do.bulk-spam" });
}

/** Ticks entries on a page of those that are kept apart, and presses a button there. */
export async function sortOut(admin: Agent, page: string, button: string, ...ids: number[]) {
	const { text } = await admin.get(page).expect(200);
	return submitForm(admin, text, { ids: ids.map(String) }, { ...LIST, button });
}

/** A portal whose guests come from this address. */
export const from = <Portal extends Pick<TestPortal, "agent">>(portal: Portal, address: string): Portal => ({
	...portal,
	agent: () => portal.agent().set("X-Forwarded-For", address),
});
