import type { UIMatch } from "@remix-run/react";

/** What a route says about itself in `handle`. */
export interface RouteHandle {
	/** The page runs React in the browser (the admin console). */
	hydrate?: true;
	/** Name of the browser module that improves the page. */
	island?: "form" | "account";
}

export function handlesOf(matches: readonly { handle?: unknown }[]): RouteHandle[] {
	return matches.map((match) => ((match as Pick<UIMatch, "handle">).handle as RouteHandle | undefined) ?? {});
}
