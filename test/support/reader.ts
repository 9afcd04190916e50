import { parse } from "node-html-parser";
import type { Response } from "supertest";
import { expect } from "vitest";
import type { Translate } from "../../app/i18n.ts";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { type Filling, submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Someone who reads one language, and finds controls and buttons by what is written on them. */
export interface Reader {
	agent: Agent;
	locale: Locale;
	t: Translate;
	/** Opens a page, fills in the form with this button and these labels, and presses the button. */
	fill(path: string, button: string, byLabel: Filling, byName?: Filling): Promise<Response>;
}

/** @param agent a browser without scripts, whose language is set by this */
export function readerOf(agent: Agent, locale: Locale): Reader {
	agent.set("Accept-Language", locale);
	return { agent, locale, t: translators[locale], fill };

	async function fill(path: string, button: string, byLabel: Filling, byName: Filling = {}) {
		const page = parse((await agent.get(path).expect(200)).text);
		expect([path, page.querySelector("html")?.getAttribute("lang")]).toEqual([
			path,
			locale === "zh" ? "zh-Hans" : "en",
		]);
		const labels = Object.entries(byLabel);
		for (const form of page.querySelectorAll("main form")) {
			const pressed = form.querySelectorAll("button").find((one) => one.textContent === button);
			const named = labels.map(([label, value]) => ({ ...controlOf(form, label), value }));
			if (!pressed || named.some(({ name }) => name === undefined)) continue;
			form.setAttribute("data-chosen", "");
			const filling = Object.fromEntries(
				named.map(({ name, value, option }) => [name as string, value === true && option ? option : value]),
			);
			const name = pressed.getAttribute("name");
			const options = { selector: "form[data-chosen]", ...(name && { button: name }) };
			return submitForm(agent, page.toString(), { ...filling, ...byName }, options);
		}
		throw new Error(`${path} has no form with “${button}” and ${labels.map(([label]) => label).join(", ")}`);
	}
}

/** The name of the control with a label, and of a radio button its value. */
function controlOf(form: ReturnType<typeof parse>, text: string): { name?: string; option?: string } {
	const label = form.querySelectorAll("label").find((one) => one.textContent.trim() === text);
	const id = label?.getAttribute("for");
	const control = id ? form.querySelector(`[id="${id}"]`) : label?.querySelector("input, select, textarea");
	const isRadio = control?.getAttribute("type") === "radio";
	return { name: control?.getAttribute("name"), ...(isRadio && { option: control?.getAttribute("value") }) };
}
