import { parse } from "node-html-parser";
import { expect } from "vitest";
import { access } from "./addresses.ts";
import { CALL_NAMES, CALLS, CATEGORY } from "./fillings.ts";
import type { TestPortal } from "./portal.ts";

/** Every address of the access table, with what there is in place of its variables. */
export function addresses(ids: readonly number[]): string[] {
	const kinds = ["talk", "talk", "nomination", "aigc", "aigc", "forum"];
	const spots = ids.map((id, index) => `${kinds[index % kinds.length]}-${id}`);
	const found = access
		.filter(({ method, path }) => method === "GET" && path !== "*")
		.flatMap(({ path }) => {
			if (path.includes(":spot")) return spots.map((spot) => path.replace(/:spot\w*/, spot));
			if (path.includes(":kind"))
				return ["talk", "nomination", "aigc", "forum"].map((kind) => path.replace(":kind", kind));
			if (path === "/cards/:name") return ids.map((id) => `/cards/talk-${id}-en.png`);
			if (path.startsWith("/schedule/")) return ids.map((id) => path.replace(":id", String(id)));
			return [path.replace(/:\w+/g, "1")];
		});
	const modals = ["/proposals", "/nominations-aigc"].flatMap((path) =>
		ids.map((id) => `${path}?modal=details&id=${id}`),
	);
	const lists = [...new Set(Object.values(CATEGORY))].flatMap((category) => [
		`/api/nominations?category=${category}`,
		`/api/entries?category=${category}`,
	]);
	const forms = CALL_NAMES.flatMap((name) => spots.map((spot) => `${CALLS[name].path}?spot=${spot}`));
	return [...found, ...modals, ...lists, ...forms];
}

export interface Fetched {
	address: string;
	text: string;
}

/** Crawls links, images and scripts from these addresses. */
export async function crawl(
	portal: TestPortal,
	from: readonly string[],
	headers: Record<string, string>,
): Promise<Fetched[]> {
	const queue = [...new Set(from)];
	const known = new Set(queue);
	const fetched: Fetched[] = [];
	for (const address of queue) {
		const answer = await fetch(portal.origin + address, { headers, redirect: "manual" });
		expect([address, answer.status < 500]).toEqual([address, true]);
		const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
		fetched.push({ address, text: `${JSON.stringify([...answer.headers])}\n${body}` });
		if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
		for (const element of parse(body).querySelectorAll("[href], [src]")) {
			const link = element.getAttribute("href") ?? element.getAttribute("src") ?? "";
			const url = URL.canParse(link, portal.origin + address) ? new URL(link, portal.origin + address) : undefined;
			const next = url?.origin === portal.origin ? url.pathname + url.search : undefined;
			if (next === undefined || known.has(next) || known.size > 3_000) continue;
			known.add(next);
			queue.push(next);
		}
	}
	return fetched;
}
