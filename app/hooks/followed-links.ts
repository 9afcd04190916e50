import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Click handler for an element that contains plain links. Ours are followed as Remix's own, without loading the document
 * and without scrolling. A Remix link takes the server many times as long to render, and the browser renders it again at
 * every navigation. @param isOurs other links load a document
 */
export function useFollowedLinks(isOurs: (link: HTMLAnchorElement) => boolean) {
	const navigate = useNavigate();
	return (event: MouseEvent): void => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
		if (!link || !isOurs(link)) return;
		event.preventDefault();
		navigate(link.pathname + link.search, { preventScrollReset: true, replace: link.href === location.href });
	};
}
