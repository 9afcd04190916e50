import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Click handler for an element that contains plain links. Links to another state of this page (an entry, a dialog) are
 * followed as Remix's own: without reloading or scrolling. Rendering a Remix link takes the server many times as long
 * as a plain one.
 */
export function useFollowedLinks() {
	const navigate = useNavigate();
	return (event: MouseEvent): void => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
		if (!link || link.origin + link.pathname !== location.origin + location.pathname) return;
		event.preventDefault();
		navigate(link.pathname + link.search, { preventScrollReset: true, replace: link.href === location.href });
	};
}
