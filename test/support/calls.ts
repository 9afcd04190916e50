import { expect } from "vitest";
import { type Filling, submitForm, textOfPage } from "./form.ts";
import type { TestPortal } from "./portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Addresses of the pages of a call's form. */
export const CALLS = "/admin/programmes";
export const questionOf = (call: string, name: string) => `${CALLS}/${call}/questions/${name}`;

/** Fills in the form of a page that has this button, and presses it. */
export async function press(agent: Agent, path: string, button: string, filling: Filling = {}) {
	const { text } = await agent.get(path).expect(200);
	return submitForm(agent, text, filling, { selector: `form:has([name="${button}"])`, button });
}

/** Presses one of several buttons of the same name. */
export async function pressAt(agent: Agent, path: string, button: string, value: string) {
	const { text } = await agent.get(path).expect(200);
	const token = /name="formToken" value="([^"]*)"/.exec(text)?.[1] ?? "";
	expect(text).toContain(`name="${button}" value="${value}"`);
	return agent
		.post(path)
		.type("form")
		.send({ formToken: token, [button]: value })
		.redirects(1);
}

/** Publishes the changes of a call. */
export async function publish(agent: Agent, call: string, note = "A change") {
	const path = `${CALLS}/${call}/publish`;
	const { text } = await agent.get(path).expect(200);
	return submitForm(agent, text, { note }, { selector: "form:has([name=note])" });
}

/** What a page says, as text. */
export const said = (answer: { text: string }) => textOfPage(answer.text);
