import { useEffect, useState } from "react";
import { useInBrowser } from "./in-browser.ts";

/** What the boxes of a table need. */
export interface RowTicks {
	/** Undefined without scripts: the page then does not know the ticked rows. */
	ticked: ReadonlySet<number> | undefined;
	/** The ticks of a form that was sent back. */
	kept: readonly number[];
	tick(ids: readonly number[], on: boolean): void;
}

/** The ticked rows of a table, of those shown, because only they are sent. */
export interface Ticks extends RowTicks {
	/** Whether all that match are meant, on every page: the rows shown are then ticked, until one of them is not. */
	isAll: boolean;
	tickAll(on: boolean): void;
}

/** @param kept ticks of a form that came back */
export function useTicks(rows: readonly { id: number }[], kept: readonly number[] = []): Ticks {
	const inBrowser = useInBrowser();
	const [all, setTicked] = useState<ReadonlySet<number>>(() => new Set(kept));
	const [isAsked, tickAll] = useState(false);
	const shown = rows.map(({ id }) => id);
	const own = shown.filter((id) => all.has(id));
	const isAll = isAsked && own.length > 0;
	// What matches next was not meant.
	useEffect(() => {
		if (!isAll) tickAll(false);
	}, [isAll]);
	const ticked = new Set(isAll ? shown : own);
	const tick = (ids: readonly number[], on: boolean) => {
		tickAll(false);
		setTicked((present) => {
			const before = isAll ? [...present, ...shown] : [...present];
			return new Set(on ? [...before, ...ids] : before.filter((id) => !ids.includes(id)));
		});
	};
	return { ticked: inBrowser ? ticked : undefined, kept, tick, isAll, tickAll };
}
