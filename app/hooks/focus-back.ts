import { useLayoutEffect, useRef } from "react";

/** Gives the focus to the row of an entry that is not read any more. @param id the entry being read */
export function useFocusBack(id: number | undefined): void {
	const before = useRef(id);
	useLayoutEffect(() => {
		const left = before.current;
		before.current = id;
		if (id === undefined && left !== undefined) document.querySelector<HTMLElement>(`[data-entry="${left}"]`)?.focus();
	}, [id]);
}
