import { type ClientLoaderFunctionArgs, isRouteErrorResponse, replace } from "@remix-run/react";
import { useEffect } from "react";
import { isSignedOut } from "./signed-out.ts";

/** `isKept`: it could not be refreshed. */
type Kept<Page> = Page & { isKept?: true };

/** Window event for a page that could not be loaded, whose detail is what stays; `toasts.tsx` shows the message. */
export const NOT_LOADED = "page-not-loaded";

/** `page`: pathname of the page that is shown then. `message`: the server's own words, if it answered. */
export interface NotLoaded {
	page: string;
	message?: string | undefined;
}

/** Says that something could not be loaded. @param page pathname of the page that is shown then */
export function sayNotLoaded(page = location.pathname, message?: string): void {
	dispatchEvent(new CustomEvent<NotLoaded>(NOT_LOADED, { detail: { page, message } }));
}

/** Path and query of the page shown. The address bar may be ahead of it after "Back". */
let addressShown = "";
/** True while the address of a failed navigation is set back to that of the page shown. */
let isHeldBack = false;

/**
 * Why a request was lost: `message` holds the portal's own words if it could not answer now. `answered`: a server did, with
 * an error. Undefined for answers that
 * are meant for the visitor (a redirect, a page that does not exist), and if the session has ended, which leads to the
 * login.
 * @param thrown by a request for data
 */
export async function lossOf(thrown: unknown): Promise<{ message?: string; answered?: true } | undefined> {
	// Browsers throw this when nobody answers.
	if (thrown instanceof TypeError) return {};
	if (isRouteErrorResponse(thrown)) {
		const { status, data } = thrown;
		const isPassing = status >= 500 || status === 429;
		if (!isPassing) return;
		return { answered: true, ...(typeof data?.message === "string" && { message: data.message }) };
	}
	// The answer is not from this page's loader: a proxy's error page, or the login page after a redirect.
	if (!(thrown instanceof Error) || (await isSignedOut())) return;
	return { answered: true };
}

/**
 * Keeps the current page if another cannot be loaded (no answer, a proxy's error page, session ended). An error page would
 * discard the form and the report of the last save. @param quiet shows no message, because the page has one of its own
 */
export function keptPage<Page>({ quiet = false } = {}) {
	/** What the browser shows, and at which address (without the fragment that signing in leaves behind). */
	let shown: { address: string; page: unknown } | undefined;
	return {
		async load({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Kept<Page>> {
			const { pathname, search } = new URL(request.url);
			const isShown = shown?.address === pathname + search;
			const wasHeldBack = isHeldBack;
			isHeldBack = false;
			if (wasHeldBack && isShown) return shown?.page as Kept<Page>;
			try {
				return (await serverLoader()) as Kept<Page>;
			} catch (thrown) {
				// The visitor has navigated again in the meantime.
				if (request.signal.aborted) throw thrown;
				if (isShown && shown?.address === pathname + search) {
					if (!quiet) sayNotLoaded(pathname);
					return { ...(shown.page as Page), isKept: true };
				}
				const loss = await lossOf(thrown);
				if (!loss || addressShown === "" || request.signal.aborted) throw thrown;
				isHeldBack = true;
				sayNotLoaded(addressShown.split("?")[0], loss.message);
				throw replace(addressShown);
			}
		},
		/** What the browser shows, and at which address. */
		shown: () => shown as { address: string; page: Page } | undefined,
		/** Remembers what the page shows now. */
		useShown(page: unknown): void {
			useEffect(() => {
				addressShown = location.pathname + location.search;
				shown = { address: addressShown, page };
			}, [page]);
		},
	};
}
