import { useLayoutEffect, useRef } from "react";

/** Moves the focus to the row of an entry when its reading pane closes. @param id the entry being read */
export function useFocusBack(id: number | undefined): void {
	const before = useRef(id);
	useLayoutEffect(() => {
		const left = before.current;
		before.current = id;
		if (id === undefined && left !== undefined) document.querySelector<HTMLElement>(`[data-entry="${left}"]`)?.focus();
	}, [id]);
}
