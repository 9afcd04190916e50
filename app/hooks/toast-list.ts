import { type ReactNode, useLayoutEffect, useMemo } from "react";
import { createPortal } from "react-dom";
import { useInBrowser } from "./in-browser.ts";
import { DIALOGS_CHANGED } from "./toast.ts";

/**
 * The element with the messages. It stands in its place in the frame, and moves to the dialog on top: all else is covered then and
 * cannot be pressed. @returns renders something in it
 */
export function useToastList() {
	const inBrowser = useInBrowser();
	const list = useMemo(
		() => (inBrowser ? Object.assign(document.createElement("div"), { className: "toasts" }) : undefined),
		[inBrowser],
	);
	useLayoutEffect(() => {
		if (!list) return;
		const settle = () => {
			const top = [...document.querySelectorAll("dialog.modal[open]")].at(-1) ?? document.querySelector(".toast-place");
			if (list.parentElement !== top) top?.prepend(list);
		};
		settle();
		addEventListener(DIALOGS_CHANGED, settle);
		return () => removeEventListener(DIALOGS_CHANGED, settle);
	}, [list]);
	return (messages: ReactNode) => list && createPortal(messages, list);
}
