import type { ReactNode } from "react";
import { useFollowedLinks } from "../../hooks/followed-links.ts";

/** What a wide table scrolls in. */
export function TableSection({ label, children }: { label: string; children: ReactNode }) {
	const follow = useFollowedLinks();
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: links in it are pressed, which keys do too
		<section className="scroll" tabIndex={0} aria-label={label} onClick={follow}>
			{children}
		</section>
	);
}
