import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { go } from "./show-first.ts";

/**
 * Click handler for an element that contains plain links. Links within the console that open here are followed as
 * Remix's own, without loading the document; those to another state of this page (an entry, a dialog) also without
 * scrolling. A Remix link takes the server many times as long to render, and the browser renders it again at every
 * navigation. @param isOurs other links load a document
 */
export function useFollowedLinks(isOurs = isOfThisPage) {
	const navigate = useNavigate();
	return (event: MouseEvent): void => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
		if (!link || !isOurs(link)) return;
		event.preventDefault();
		go(navigate, link.pathname + link.search, {
			preventScrollReset: isOfThisPage(link),
			replace: link.href === location.href || isStepInDialog(link),
		});
	};
}

/** "Back" closes a dialog, however many entries were read in it. */
const isStepInDialog = (link: HTMLAnchorElement) => link.matches("dialog [rel=prev], dialog [rel=next]");

const isOfThisPage = (link: HTMLAnchorElement) => link.origin + link.pathname === location.origin + location.pathname;
