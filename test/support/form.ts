import { type HTMLElement, parse } from "node-html-parser";
import type supertest from "supertest";

type Agent = ReturnType<typeof supertest.agent>;

/** Values for a form: texts, options, `false` for unticked boxes, lists, a file. */
export type Filling = Record<string, string | boolean | File | readonly string[]>;

export interface File {
	name: string;
	bytes: Buffer;
}

/**
 * Submits a form like a browser without scripts: posts exactly the controls of the page, and fails for unknown ones.
 * Presses the first submit button, or `press`, or `button`. In the console, follows the redirect to the page with the
 * result.
 */
export function submitForm(
	agent: Agent,
	html: string,
	filling: Filling,
	options: { selector?: string; press?: string; button?: string; value?: string } = {},
): supertest.Test {
	const form = pageOf(html).querySelector(options.selector ?? "form.programme");
	if (!form) throw new Error("the page has no such form");
	const controls = form.querySelectorAll("input, select, textarea");
	for (const name of Object.keys(filling)) {
		if (!controls.some((control) => control.getAttribute("name") === name)) throw new Error(`no control ${name}`);
	}
	const [path = ""] = (form.getAttribute("action") ?? "").split("#");
	const request = agent.post(path).redirects(/^\/admin\/(?!editor)/.test(path) ? 1 : 0);
	const multipart = form.getAttribute("enctype") === "multipart/form-data";
	const pairs: [string, string][] = [];
	for (const control of controls) {
		const name = control.getAttribute("name");
		const given = filling[name ?? ""];
		if (!name || control.hasAttribute("disabled")) continue;
		if (control.getAttribute("type") === "file") {
			if (multipart && given && typeof given === "object" && "bytes" in given)
				request.attach(name, given.bytes, { filename: given.name });
			continue;
		}
		const value = valueIn(control, given as Exclude<typeof given, File>);
		if (value !== undefined) pairs.push([name, value]);
	}
	if (options.press) pairs.push([options.press, "1"]);
	if (options.button) pairs.push(pressed(form, options.button, options.value));
	if (multipart) for (const [name, value] of pairs) request.field(name, value);
	else request.type("form").send(new URLSearchParams(pairs).toString());
	return request;
}

/** The name and value of a button, which must exist. @param value where several buttons have this name */
function pressed(form: HTMLElement, name: string, value?: string): [string, string] {
	const button = form
		.querySelectorAll("button")
		.find((one) => one.getAttribute("name") === name && (value === undefined || one.getAttribute("value") === value));
	if (!button) throw new Error(`no button ${name}`);
	return [name, button.getAttribute("value") ?? ""];
}

/** What a control would post, or undefined when it posts nothing. */
function valueIn(control: HTMLElement, given: string | boolean | readonly string[] | undefined): string | undefined {
	const own = control.getAttribute("value") ?? "";
	switch (control.getAttribute("type")) {
		case "checkbox":
			if (Array.isArray(given)) return given.includes(own) ? own : undefined;
			return (given ?? control.hasAttribute("checked")) ? own : undefined;
		case "radio":
			return (given === undefined ? control.hasAttribute("checked") : given === own) ? own : undefined;
	}
	if (typeof given === "string") return given;
	if (control.tagName === "TEXTAREA") {
		// As browsers read it: line ends become one character, then the first one is dropped.
		return decode(control.innerHTML.replace(/\r\n?/g, "\n").replace(/^\n/, ""));
	}
	if (control.tagName === "SELECT") {
		return control.querySelector("option[selected]")?.getAttribute("value") ?? "";
	}
	return own;
}

let last: { html: string; page: HTMLElement } | undefined;

/** Parsed page; the last one is cached, because tests only read. */
function pageOf(html: string): HTMLElement {
	if (last?.html !== html) last = { html, page: parse(html) };
	return last.page;
}

function decode(text: string): string {
	return parse(`<p>${text}</p>`).textContent;
}

/** Everything the errors say, in the page's order. */
export function errorsOf(html: string): {
	headline: string | undefined;
	list: string[];
	beside: Record<string, string>;
} {
	const page = pageOf(html);
	const beside: Record<string, string> = {};
	for (const error of page.querySelectorAll("p.error")) {
		const field = error.id.replace(/^f-|-error$/g, "");
		beside[field] = error.textContent.replace(/^[^:：]+[:：]\s*/, "");
	}
	return {
		headline: page.querySelector("#errors > p")?.textContent,
		list: page.querySelectorAll("#errors li").map((item) => item.textContent),
		beside,
	};
}

/** The value a page shows in a control. */
export function shownValue(html: string, name: string): string | undefined {
	return shownValues(html, name)[0];
}

/** Every value a page would post under a name: the ticks of a list. */
export function shownValues(html: string, name: string): string[] {
	const controls = pageOf(html).querySelectorAll(`:is(input, select, textarea)[name="${name}"]`);
	return controls.map((one) => valueIn(one, undefined)).filter((value) => value !== undefined);
}

/** The values a page offers in a choice. */
export function optionsIn(html: string, name: string): string[] {
	const options = pageOf(html).querySelectorAll(`select[name="${name}"] option`);
	return options.map((option) => option.getAttribute("value") ?? "");
}

export function titleOf(html: string): string | undefined {
	return pageOf(html).querySelector("title")?.textContent;
}

export function textOfPage(html: string): string {
	return pageOf(html).querySelector("main")?.structuredText ?? "";
}
