import { parsedPage } from "./parsed-page.ts";

/**
 * Opens a dialog over the page: the focus stays inside, Escape closes it, and what opened it has the focus again, or the
 * heading of the page if that is gone.
 */
export function openDialog(opener: HTMLElement, content: Node[], closed?: () => void): HTMLDialogElement {
	const dialog = document.createElement("dialog");
	dialog.append(...content);
	dialog.addEventListener("close", () => {
		document.body.classList.remove("scroll-locked");
		dialog.remove();
		if (opener.isConnected) opener.focus();
		else focusHeading();
		closed?.();
	});
	document.body.append(dialog);
	document.body.classList.add("scroll-locked");
	dialog.showModal();
	return dialog;
}

/** Moves the focus to the heading of the page, which has it only where nothing else can. */
export function focusHeading(): void {
	const heading = document.querySelector<HTMLElement>("#main h1");
	heading?.setAttribute("tabindex", "-1");
	heading?.focus();
}

/** A click that asks for nothing else, such as another tab. */
export function isPlain(event: MouseEvent): boolean {
	return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** A page whose content is shown in the dialog. */
export async function pageAt(answer: Promise<Response>): Promise<Document> {
	return parsedPage(await (await answer).text());
}
