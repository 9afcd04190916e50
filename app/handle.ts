import type { UIMatch } from "@remix-run/react";
import type { Problem } from "./programmes/problems.ts";
import type { Keeps } from "./programmes/shown-again.ts";

/** What a route says about itself in `handle`. */
export interface RouteHandle {
	/** The page runs React in the browser (the admin console). */
	hydrate?: true;
	/** The page is a form of the console whose typed text a link to another language would lose: it has none. */
	typing?: true;
	/** The page is a table that wants the width of the window. Pages that hydrate have it. */
	wide?: true;
	/** Name of the browser module that improves the page. */
	island?: "form" | "account" | "list" | "schedule";
	/** The page has a style of its own, so that it carries no rules of others; without, that of all other pages. */
	style?: "form" | "schedule" | "console";
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

/** A public page where its link is shared (Open Graph). Addresses are absolute. */
export interface SharedPage {
	url: string;
	type: "website" | "article";
	/** Without the name of the site. */
	title: string;
	site: string;
	/** `en_GB` */
	locale: string;
	image: { url: string; width: number; height: number; text: string } | undefined;
}

interface PageMeta {
	title: string;
	description?: string | undefined;
	shared?: SharedPage | undefined;
}

/** What the browser calls a page. @param site the portal's own title */
export const titleOn = (site: string, title: string): string => `${title} — ${site}`;

/**
 * Title and description of a page. A page with a description is for search engines, and says what it is where its link is
 * shared; all others ask to be left out.
 */
export function pageMeta(page: PageMeta | undefined) {
	const { title, description, shared } = page ?? {};
	return [
		{ title },
		...(description ? [{ name: "description", content: description }] : [{ name: "robots", content: "noindex" }]),
		...(description && shared ? sharedMeta(shared, description) : []),
	];
}

function sharedMeta({ url, type, title, site, locale, image }: SharedPage, description: string) {
	const properties = {
		...{ title, description, type, url, site_name: site, locale },
		...(image && {
			...{ image: image.url, "image:width": image.width, "image:height": image.height, "image:alt": image.text },
		}),
	};
	return [
		{ tagName: "link" as const, rel: "canonical", href: url },
		...Object.entries(properties).map(([name, content]) => ({ property: `og:${name}`, content: String(content) })),
		{ name: "twitter:card", content: "summary_large_image" },
	];
}

export function handlesOf(matches: readonly { handle?: unknown }[]): RouteHandle[] {
	return matches.map((match) => ((match as Pick<UIMatch, "handle">).handle as RouteHandle | undefined) ?? {});
}
