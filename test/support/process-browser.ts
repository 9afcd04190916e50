import { parse } from "node-html-parser";
import { ADMIN } from "./portal.ts";

export type Form = Record<string, string>;

/** A browser without scripts at a server that runs as a program and may be another one each time. */
export function browserAt(origin: () => string, cookie = "") {
	const headers = { "sec-fetch-site": "same-origin", cookie };
	const get = async (path: string) => (await fetch(origin() + path, { headers })).text();
	const post = (path: string, given: Form) =>
		fetch(origin() + path, { method: "POST", headers, body: new URLSearchParams(given), redirect: "manual" });
	/** Opens a page and fills in its form. @returns what presses a button; undefined for a page without such a form */
	const open = async (path: string, selector: string, pressed: Form = {}) => {
		const form = parse(await get(path)).querySelector(selector);
		if (!form) return;
		const given = form.querySelectorAll("input").map((one) => [one.attrs.name ?? "", one.attrs.value ?? ""]);
		const to = (form.attrs.action ?? path).replaceAll("&amp;", "&");
		return () => post(to, { ...Object.fromEntries(given), ...pressed });
	};
	const press = async (path: string, selector: string, pressed?: Form) => (await open(path, selector, pressed))?.();
	/** Where a link of a page leads; without one, the page itself. */
	const linked = async (path: string, selector: string) =>
		parse(await get(path))
			.querySelector(selector)
			?.getAttribute("href") ?? path;
	return { get, post, open, press, linked };
}

/** The same with the administrator signed in. */
export async function administratorAt(origin: () => string) {
	const answer = await browserAt(origin).post("/login", { email: ADMIN.email, password: ADMIN.password });
	const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
	return browserAt(origin, cookies.join("; "));
}
