import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";

/**
 * What a wide table scrolls in. Plain links inside it that lead to another state of this page (a dialog over it) are
 * followed as the framework's own links are: without loading the page anew, and without scrolling. A link of the
 * framework takes the server many times as long as a plain one.
 */
export function TableSection({ label, children }: { label: string; children: ReactNode }) {
	const navigate = useNavigate();
	function follow(event: MouseEvent): void {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
		if (!link || link.origin + link.pathname !== location.origin + location.pathname) return;
		event.preventDefault();
		navigate(link.pathname + link.search, { preventScrollReset: true, replace: link.href === location.href });
	}
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: links in it are pressed, which keys do too
		<section className="scroll" tabIndex={0} aria-label={label} onClick={follow}>
			{children}
		</section>
	);
}
