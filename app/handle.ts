import type { UIMatch } from "@remix-run/react";
import type { Problem } from "./programmes/problems.ts";
import type { Keeps } from "./programmes/shown.ts";

/** What a route says about itself in `handle`. */
export interface RouteHandle {
	/** The page runs React in the browser (the admin console). */
	hydrate?: true;
	/** The page is a table that wants the width of the window. Pages that hydrate have it. */
	wide?: true;
	/** Name of the browser module that improves the page. */
	island?: "form" | "account" | "list" | "schedule";
	/** The page has a style of its own, so that it carries no rules of others; without, that of forms and lists. */
	style?: "schedule";
	/**
	 * Names of what its form keeps, and how many characters of each. Whatever goes wrong with a post, the page is then
	 * shown again (`SentBack`) and says so above the form.
	 */
	keeps?: Keeps;
	/** Its action is run for a post that may not be taken up as well, to keep what came with it (`context.refusal`). */
	keepsRefused?: true;
}

/** What an action gives its page when the form comes back. */
export interface SentBack {
	problems: Problem[];
	/** A problem of no particular field. */
	headline?: string;
	values: Record<string, string>;
}

/**
 * Title and description of a page. A page with a description is for search engines; all others ask to be left out.
 */
export function pageMeta(page: { title: string; description?: string | undefined } | undefined) {
	const { title, description } = page ?? {};
	return [
		{ title },
		description ? { name: "description", content: description } : { name: "robots", content: "noindex" },
	];
}

export function handlesOf(matches: readonly { handle?: unknown }[]): RouteHandle[] {
	return matches.map((match) => ((match as Pick<UIMatch, "handle">).handle as RouteHandle | undefined) ?? {});
}
