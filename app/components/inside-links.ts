import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Follows the plain links inside an element that lead to another state of this page (a dialog over it) as the
 * framework's own links do: without loading the page anew, and without scrolling. For tables: a link of the framework
 * takes the server many times as long as a plain one.
 */
export function useInsideLinks(): (event: MouseEvent) => void {
	const navigate = useNavigate();
	return (event) => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
		if (!link || link.origin + link.pathname !== location.origin + location.pathname) return;
		event.preventDefault();
		navigate(link.pathname + link.search, { preventScrollReset: true, replace: link.href === location.href });
	};
}
