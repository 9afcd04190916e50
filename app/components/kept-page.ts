import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { useEffect } from "react";

/** `isKept`: it could not be refreshed. */
type Kept<Page> = Page & { isKept?: true };

/**
 * A refresh of a list that fails (no network, a session that ended) keeps what is there: an error page in its place
 * would take the report of the last save with it. Each page has one of its own.
 */
export function keptPage<Page>() {
	/** What the browser shows, and at which address (without the fragment that signing in leaves behind). */
	let shown: { address: string; page: unknown } | undefined;
	return {
		async load({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Kept<Page>> {
			try {
				return (await serverLoader()) as Kept<Page>;
			} catch (thrown) {
				const { pathname, search } = new URL(request.url);
				if (shown?.address === pathname + search) return { ...(shown.page as Page), isKept: true };
				throw thrown;
			}
		},
		/** Remembers what the page shows now. */
		useShown(page: unknown): void {
			useEffect(() => {
				shown = { address: location.pathname + location.search, page };
			}, [page]);
		},
	};
}
