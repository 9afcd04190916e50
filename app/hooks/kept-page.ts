import { type ClientLoaderFunctionArgs, replace } from "@remix-run/react";
import { useEffect } from "react";

/** `isKept`: it could not be refreshed. */
type Kept<Page> = Page & { isKept?: true };

/** Window event for a page that could not be loaded; `toasts.tsx` shows the message. */
export const NOT_LOADED = "page-not-loaded";

/** Path and query of the page shown. The address bar may be ahead of it after "Back". */
let addressShown = "";
/** A navigation failed. */
let isHeldBack = false;

/**
 * If a list cannot be loaded (no network, session ended), the current page stays: an error page would discard the
 * report of the last save and what was typed. Each page has its own. @param quiet the page itself says that it could
 * not be refreshed
 */
export function keptPage<Page>({ quiet = false } = {}) {
	/** What the browser shows, and at which address (without the fragment that signing in leaves behind). */
	let shown: { address: string; page: unknown } | undefined;
	return {
		async load({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Kept<Page>> {
			try {
				return (await serverLoader()) as Kept<Page>;
			} catch (thrown) {
				// The visitor has navigated again in the meantime.
				if (request.signal.aborted) throw thrown;
				const { pathname, search } = new URL(request.url);
				if (shown?.address === pathname + search) {
					if (!quiet || isHeldBack) dispatchEvent(new Event(NOT_LOADED));
					isHeldBack = false;
					return { ...(shown.page as Page), isKept: true };
				}
				// Browsers throw this when the server does not answer. The present page stays.
				if (!(thrown instanceof TypeError) || addressShown === "") throw thrown;
				isHeldBack = true;
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

/**
 * Stays on the page while the device is offline: the script of another page could not be loaded, and Remix would fall
 * back to a full load, which shows the browser's error page.
 */
export function useStayOffline(): void {
	useEffect(() => {
		const stay = (event: MouseEvent) => {
			const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='/admin']");
			if (navigator.onLine || !link || link.pathname === location.pathname) return;
			event.preventDefault();
			dispatchEvent(new Event(NOT_LOADED));
		};
		addEventListener("click", stay, true);
		return () => removeEventListener("click", stay, true);
	}, []);
}
