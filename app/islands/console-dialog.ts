/** The dialog of a console page, which shows what would be a page of its own without scripts. */
import { DIALOG, FRAME } from "../fragments.ts";
import { made } from "./made.ts";
import { moveToTop } from "./messages.ts";

/** The page below the dialog: its address and title, and what opened the dialog. */
let below: { address: string; title: string; opener: HTMLElement } | undefined;
/** Address of the page below a dialog that was just closed: the browser is on its way back there. */
let returning = "";

const present = () => document.querySelector<HTMLDialogElement>(`dialog#${DIALOG}`);

export const hasDialog = (): boolean => present()?.open === true;

/** The element that takes the content of a dialog. */
export function dialogFor(opener: HTMLElement): HTMLDialogElement {
	const old = present();
	if (old?.open) return old;
	old?.remove();
	below = { address: location.href, title: document.title, opener };
	const attributes = { id: DIALOG, class: "modal", "data-hx-target": `#${DIALOG}` };
	const dialog = made("dialog", { ...attributes, "aria-labelledby": "modal-title" });
	dialog.addEventListener("close", () => {
		const page = removeDialog();
		if (!page || location.href === page.address) return;
		returning = page.address;
		// Chromium takes the focus away once the library has let it go back; other browsers do not tell.
		const refocus = () => page.opener.focus();
		(window as { navigation?: EventTarget }).navigation?.addEventListener("navigatesuccess", refocus, { once: true });
		history.back();
	});
	const isSending = () => dialog.querySelector("form[inert]") !== null;
	dialog.addEventListener("cancel", (event) => isSending() && event.preventDefault());
	dialog.addEventListener("click", (event) => {
		if (!(event.target as Element).closest("[data-close]")) return;
		event.preventDefault();
		if (!isSending()) dialog.close();
	});
	document.getElementById(FRAME)?.append(dialog);
	return dialog;
}

/** Heading of the open dialog. */
let title = "";

/** Opens it once it has content. Other content is shown from its top; a form that came back keeps its place. */
export function showDialog(): void {
	const dialog = present();
	const before = title;
	title = dialog?.querySelector("h2")?.textContent ?? "";
	if (!dialog) return;
	if (dialog.open) {
		if (title !== before) dialog.querySelector<HTMLElement>("header button")?.focus();
		return;
	}
	dialog.showModal();
	document.body.classList.add("scroll-locked");
	moveToTop();
}

/** Ends the dialog; the address stays as it is. @returns the page that was below */
export function removeDialog() {
	const page = below;
	const dialog = present();
	below = undefined;
	if (!dialog) return;
	document.body.classList.remove("scroll-locked");
	dialog.close();
	moveToTop();
	dialog.remove();
	if (!page) return;
	document.title = page.title;
	if (page.opener.isConnected) page.opener.focus();
	return page;
}

/** True if the browser goes back to the page below a dialog, which is still there. */
export function isBelow(address: string): boolean {
	const isThere = address === returning || address === below?.address;
	returning = "";
	if (isThere) removeDialog();
	return isThere;
}
