import { useEffect, useLayoutEffect, useRef } from "react";
import { DIALOGS_CHANGED } from "./toast.ts";

/**
 * Shows a dialog over the page, which cannot be used or scrolled meanwhile. When it goes, the focus returns to what opened
 * it. @param shown names what it shows; when that changes, a lost focus moves to its top
 * @param first selector of the element to focus; by default, the browser chooses
 */
export function useOpenDialog(shown: string, first?: string) {
	const dialog = useRef<HTMLDialogElement>(null);
	const opener = useRef<Element | null>(null);
	useLayoutEffect(() => {
		opener.current = document.activeElement;
		if (!dialog.current?.open) dialog.current?.showModal();
		if (first) dialog.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
		document.body.classList.add("scroll-locked");
		dispatchEvent(new Event(DIALOGS_CHANGED));
	}, [first]);
	// After the dialog is gone: until then nothing else can have the focus.
	useEffect(
		() => () => {
			// Another one may be below it.
			if (!document.querySelector("dialog.modal[open]")) document.body.classList.remove("scroll-locked");
			dispatchEvent(new Event(DIALOGS_CHANGED));
			if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
			const { activeElement, body } = document;
			const isLost = activeElement === null || activeElement === body;
			// Or the list moved it to the row of the opener.
			if (isLost || opener.current.closest("tr")?.contains(activeElement)) opener.current.focus();
		},
		[],
	);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another thing is shown
	useLayoutEffect(() => {
		const { current } = dialog;
		if (current?.contains(document.activeElement)) return;
		// Messages in the dialog have buttons, too.
		(current?.querySelector<HTMLElement>("header button") ?? current?.querySelector("button"))?.focus();
	}, [shown]);
	return dialog;
}
