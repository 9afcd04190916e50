import { parse } from "node-html-parser";
import { register, signIn } from "./accounts.ts";
import { type Filling, submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

export type Agent = ReturnType<TestPortal["agent"]>;

export const SAVE = { press: "do.save-draft" };
export const MINUTE = 60_000;

export async function save(agent: Agent, path: string, filling: Filling) {
	return submitForm(agent, (await agent.get(path).expect(200)).text, filling, SAVE)
		.redirects(1)
		.expect(200);
}

export async function member(portal: TestPortal, email = "lei@example.org"): Promise<Agent> {
	await register(portal, email);
	return signIn(portal, email);
}

export const open = async (agent: Agent, path: string) => (await agent.get(path).expect(200)).text;
export const kept = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from drafts").pluck().get();
/** Addresses of the versions the page offers. */
export const offered = (html: string) =>
	parse(html)
		.querySelectorAll("[data-server-draft] a")
		.map((link) => link.getAttribute("href") ?? "");

/** Has a link mailed and goes where that leads. */
export async function mailLink(agent: Agent, path: string, filling: Filling) {
	const answer = await submitForm(agent, await open(agent, path), filling, { button: "do.mail-draft" });
	if (answer.status !== 303) return answer;
	const { pathname, search } = new URL(answer.headers.location ?? "");
	return agent.get(pathname + search).expect(200);
}

export const links = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from draft_links").pluck().get();
export const notice = (html: string) => parse(html).querySelector("[data-server-draft]")?.textContent ?? "";

/** Deletes the draft in a form, and says that this is meant. */
export async function discard(agent: Agent, page: string) {
	const asked = await submitForm(agent, page, {}, { press: "do.ask-discard" }).expect(200);
	return submitForm(agent, asked.text, {}, { press: "do.discard-draft" }).expect(303);
}
