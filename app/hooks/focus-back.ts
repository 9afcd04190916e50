import { useLayoutEffect, useRef } from "react";

/**
 * Moves the focus to the row of an entry when it is read no longer, unless it is there: a dialog gives it back to what
 * opened it. @param id the entry being read
 */
export function useFocusBack(id: number | undefined): void {
	const before = useRef(id);
	useLayoutEffect(() => {
		const left = before.current;
		before.current = id;
		if (id !== undefined || left === undefined) return;
		const own = `[data-entry="${left}"]`;
		if (!document.activeElement?.closest("tr")?.querySelector(own)) document.querySelector<HTMLElement>(own)?.focus();
	}, [id]);
}
