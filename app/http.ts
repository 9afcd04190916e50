/** HTTP helpers of loaders and actions: titles, and redirects that cannot leave the site. */
import { type AppLoadContext, redirect } from "@remix-run/node";
import { NOT_YOURS, type NotYoursReason } from "./entry-refusal.ts";
import { titleOn } from "./handle.ts";

/**
 * Route title, em dash, product name and the words of the specification (section 2). A form with errors says so first,
 * because a screen reader reads the title before anything else.
 */
export function pageTitle(
	{ t, brand, page }: Pick<AppLoadContext, "t" | "brand" | "page">,
	title: string,
	isError = page.hasProblems,
): string {
	const whole = titleOn(siteTitle({ t, brand }), title);
	return isError ? t("problemMessages.pageTitle", { title: whole }) : whole;
}

/** The portal's own title, which those of all pages end with. */
export function siteTitle({ t, brand }: Pick<AppLoadContext, "t" | "brand">): string {
	return t("site.title", { product: brand.product });
}

/**
 * Adds what a page that does not hydrate shows. It is not enumerable: the framework encodes what is, for browsers, and that
 * takes as long as rendering it. A spread of the page leaves it out.
 */
export function withUnencoded<Page extends object, Name extends string, Part>(page: Page, name: Name, part: Part) {
	return Object.defineProperty(page, name, { value: part }) as Page & Record<Name, Part>;
}

/** A path of this site, or `fallback` for anything that could lead elsewhere. */
export function safePath(path: string, fallback: string): string {
	const here = "http://here.invalid";
	const url = path.startsWith("/") && URL.canParse(path, here) ? new URL(path, here) : undefined;
	return url?.origin === here && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : fallback;
}

/** Address of the page of an entry for its author. @param key of a private link, or "" */
export function entryPath(spot: string, key = ""): string {
	return `/entry/${spot}${key ? `?${new URLSearchParams({ key })}` : ""}`;
}

/** For pages that do not exist and for those of others: the answers are identical. */
export function notFound({ t }: AppLoadContext): Response {
	return new Response(t("refusals.NOT_FOUND"), { status: 404 });
}

/** Whether an account has an address that its owner could still confirm. */
export function isUnconfirmed(user: { email: string; isVerified: boolean }): boolean {
	return !user.isVerified && user.email !== "";
}

/** For an entry that is not there or not the visitor's: the error page says what to do if it should be there. */
export function notYours({ services, actor }: AppLoadContext, spot: string, key: string): Response {
	const spent = services.entries.isSpentKey(spot, key);
	const account = actor.user && (isUnconfirmed(actor.user) ? "unconfirmed" : "wrongAccount");
	const reason: NotYoursReason = spent ? "spentKey" : (account ?? "noAccount");
	return new Response(reason, { status: 404, statusText: NOT_YOURS });
}

/** After a successful post: the browser fetches the next page with GET. */
export function seeOther(path: string) {
	return redirect(path, 303);
}
