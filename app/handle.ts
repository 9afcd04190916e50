import type { UIMatch } from "@remix-run/react";
import type { Problem } from "./programmes/problems.ts";
import type { Keeps } from "./programmes/shown-again.ts";

/** What a route says about itself in `handle`. */
export interface RouteHandle {
	/** The page runs React in the browser (the admin console). */
	hydrate?: true;
	/**
	 * A form of the console in which a link to another language would lose the typed text, so the page has no such
	 * link.
	 */
	typing?: true;
	/** The page uses the full width of the window, for a table. Hydrating pages always do. */
	wide?: true;
	/**
	 * Name of the browser module that improves the page. By default, pages of the console have `console`, and other pages
	 * that keep typed text have `page`.
	 */
	island?: "form" | "account" | "list" | "page" | "review" | "schedule" | "sent";
	/** Name of the page's own stylesheet, without the rules of other pages; by default the common one. */
	style?: "form" | "schedule" | "console";
	/**
	 * Fields that its form keeps, with their maximum lengths. If anything goes wrong with a post, the page is shown
	 * again (`SentBack`) with a message above the form.
	 */
	keeps?: Keeps;
	/** Its action also runs for refused posts, to keep what came with them (`context.refusal`). */
	keepsRefused?: true;
}

/** What an action returns to show a form again. */
export interface SentBack {
	problems: Problem[];
	/** A problem of no particular field. */
	headline?: string;
	values: Record<string, string>;
}

/** How a public page looks where its link is shared (Open Graph). Addresses are absolute. */
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

/** Title of the page in the browser. @param site the portal's own title */
export const titleOn = (site: string, title: string): string => `${title} — ${site}`;

/**
 * Title and description of a page. A page with a description is indexed by search engines and previewed where its link
 * is shared; all others ask not to be indexed.
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
		title,
		description,
		type,
		url,
		site_name: site,
		locale,
		...(image && {
			image: image.url,
			"image:width": image.width,
			"image:height": image.height,
			"image:alt": image.text,
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
