import type { ReactNode } from "react";

/** What a wide table scrolls in. */
export function TableSection({ label, children }: { label: string; children: ReactNode }) {
	return (
		<section className="scroll" tabIndex={0} aria-label={label}>
			{children}
		</section>
	);
}
