import { submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

/** The one form in the middle of a page. */
export const FORM = { selector: "main form[action]" };
export const PASSWORD = "Plum-tree 77";

/** Opens an account through its page. */
export async function register(portal: TestPortal, email: string, password = PASSWORD) {
	const agent = portal.agent();
	const page = (await agent.get("/?modal=register").expect(200)).text;
	await submitForm(agent, page, { name: "Han Meimei", email, password, confirm: password }, FORM).expect(303);
	return agent;
}

export async function signIn(portal: TestPortal, email: string, password = PASSWORD) {
	const agent = portal.agent();
	await agent.post("/login").type("form").send({ email, password, remember: "1" }).expect(303);
	return agent;
}

/** The link in the newest mail of a kind, as a path. */
export function linkIn(portal: TestPortal, kind: string): string {
	const body = String(
		portal.sqlite.prepare("select body from outbox where kind = ? order by id desc").pluck().get(kind),
	);
	const address = /https?:\/\/\S+/.exec(body)?.[0] ?? "http://none/";
	return address.slice(new URL(address).origin.length);
}
