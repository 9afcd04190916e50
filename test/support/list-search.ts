import { parse } from "node-html-parser";
import type { TestPortal } from "./portal.ts";

export type Agent = ReturnType<TestPortal["agent"]>;

/** The page of a list that is searched. */
export const search = async (agent: Agent, path: string, q: string) =>
	(await agent.get(path).query({ q }).expect(200)).text;

/** Numbers of the rows that organisers can tick. */
export const ticked = (html: string) => [...html.matchAll(/name="ids"[^>]*value="(\d+)"/g)].map(([, id]) => Number(id));

/** Numbers of the rows whose details can be opened. */
export const opened = (html: string) => [...html.matchAll(/modal=details&amp;id=(\d+)/g)].map(([, id]) => Number(id));

/** Where a search leads besides its rows: text and address of each link. */
export const leads = (html: string) =>
	parse(html)
		.querySelectorAll(".finding-links a")
		.map((link) => [link.textContent, link.getAttribute("href")]);
