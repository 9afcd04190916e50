import { useState } from "react";
import { useInBrowser } from "./in-browser.ts";

/** The ticked rows of a table, of those shown, because only they are sent. */
export interface Ticks {
	/** Undefined without scripts: the page then does not know the ticked rows. */
	ticked: ReadonlySet<number> | undefined;
	/** The ticks of a form that was sent back. */
	kept: readonly number[];
	tick(ids: readonly number[], on: boolean): void;
}

/** @param kept ticks of a form that came back */
export function useTicks(rows: readonly { id: number }[], kept: readonly number[] = []): Ticks {
	const inBrowser = useInBrowser();
	const [all, setTicked] = useState<ReadonlySet<number>>(() => new Set(kept));
	const ticked = new Set(rows.flatMap(({ id }) => (all.has(id) ? [id] : [])));
	const tick = (ids: readonly number[], on: boolean) =>
		setTicked((present) => new Set(on ? [...present, ...ids] : [...present].filter((id) => !ids.includes(id))));
	return { ticked: inBrowser ? ticked : undefined, kept, tick };
}
