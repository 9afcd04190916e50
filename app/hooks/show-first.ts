import type { NavigateFunction } from "@remix-run/react";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Shows what is at an address, if the page can do so by itself. */
let showFirst: ((to: string) => boolean) | undefined;
/** Counts navigations: one that waits for its picture is dropped if another follows. */
let turns = 0;

/**
 * The page to show: the router's, or the one that the visitor is going to, until the router has brought it.
 * @param next makes the page at an address from the data that the browser has; undefined if the server must be asked
 */
export function useShownFirst<Page>(page: Page, next: (to: URL) => Page | undefined): Page {
	const [ahead, setAhead] = useState<{ after: Page; page: Page }>();
	useEffect(() => {
		showFirst = (to) => {
			const made = next(new URL(to, location.origin));
			if (made) flushSync(() => setAhead({ after: page, page: made }));
			return made !== undefined;
		};
		return () => {
			showFirst = undefined;
		};
	}, [page, next]);
	return ahead?.after === page ? ahead.page : page;
}

/**
 * Navigates within the console. What the page can show by itself is painted before the router starts, whose own work
 * takes about as long as the picture.
 */
export function go(
	navigate: NavigateFunction,
	to: string,
	options: { preventScrollReset: boolean; replace?: boolean },
): void {
	turns += 1;
	const turn = turns;
	if (showFirst?.(to)) requestAnimationFrame(() => setTimeout(() => turn === turns && navigate(to, options)));
	else navigate(to, options);
}
