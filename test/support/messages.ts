import { parse } from "node-html-parser";
import { linkIn } from "./accounts.ts";
import { sendTalk } from "./entries.ts";
import { submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";
import { addPerson, cookiesOf } from "./sessions.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const form = (name: string) => ({ selector: `main form:has([name="${name}"])`, button: name });

/** Types a message into the form of a page and presses its button. The answer of a page for visitors is not followed. */
export async function say(agent: Agent, path: string, text: string, field: "message" | "note" = "message") {
	const { text: page } = await agent.get(path).expect(200);
	return submitForm(agent, page, { [field]: text }, form(`do.${field}`));
}

/** Presses the button that says that the last message needs no answer. */
export async function settle(agent: Agent, path: string, page?: string) {
	return submitForm(agent, page ?? (await agent.get(path).expect(200)).text, {}, form("do.settle"));
}

/** The messages that a page shows: who wrote each, and its text. */
export function shown(html: string, section = "h-messages"): [by: string, text: string][] {
	const items = parse(html).querySelectorAll(`section[aria-labelledby=${section}] dl > div`);
	return items.map((item) => [item.querySelector("strong")?.text ?? "", item.querySelector("dd")?.text ?? ""]);
}

/** A guest's talk, and the private link to it. */
export async function guestsTalk(portal: TestPortal, changes: Record<string, string> = {}) {
	const id = await sendTalk(portal, { title: "Compilers", name: "Li Lei", ...changes });
	return { id, link: linkIn(portal, "receipt"), page: `/admin/messages/talk-${id}` };
}

/** The address of such a talk's page for its author. */
export const guestsPage = async (portal: TestPortal) => (await guestsTalk(portal)).link;

/** Gives an entry to an account, and signs that in. */
export async function owner(portal: TestPortal, id: number, email = "owner@example.org"): Promise<Agent> {
	await addPerson(portal, email, "Li Lei");
	const give = "update entries set user_id = (select id from users where email = ?) where id = ?";
	await portal.db.write(() => void portal.sqlite.prepare(give).run(email, id));
	return signedIn(portal, email);
}

export async function signedIn(portal: TestPortal, email: string): Promise<Agent> {
	await addPerson(portal, email, "X");
	const agent = portal.agent().set("Sec-Fetch-Site", "same-origin");
	for (const [name, value] of Object.entries(await cookiesOf(portal, email))) agent.jar.setCookie(`${name}=${value}`);
	return agent;
}

/** Every stored message: its thread, its side, its text. */
export const stored = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select thread || ' ' || from_team || ' ' || body from messages order by id").pluck().all();

/** The mails of a kind: their keys and states, and when they are due. */
export const mails = ({ sqlite }: TestPortal, kind: "message" | "incoming") =>
	sqlite.prepare("select state || ' ' || dedupe_key from outbox where kind = ? order by id").pluck().all(kind);
