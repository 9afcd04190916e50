/** The dialogs over a console page, which show what would be a page of its own without scripts: an entry, and above it one more. */
import { DIALOG, FRAME, PANE } from "../fragments.ts";
import { made } from "./made.ts";
import { moveToTop } from "./messages.ts";

interface Layer {
	dialog: HTMLDialogElement;
	/** Address and title of the page below, and what opened the dialog. */
	address: string;
	title: string;
	opener: HTMLElement;
}

/** Event of the document when a dialog was removed, with what was typed in it. */
export const DIALOG_REMOVED = "dialog-removed";

/** From the lowest up. */
let layers: Layer[] = [];
/** Address of the page below a dialog that was just closed: the browser is on its way back there. */
let returning = "";

const layerOf = (id: string) => layers.find(({ dialog }) => dialog.id === id);
/** Id of the dialog with an entry. */
const READING = "reading";

export const hasDialog = (): boolean => layerOf(DIALOG)?.dialog.open === true;
/** True if an entry is read over its list, where there is no room beside it. */
export const isReadOver = (): boolean => layerOf(READING) !== undefined;

/** The element that takes the content of a dialog. */
export function dialogFor(opener: HTMLElement): HTMLDialogElement {
	const attributes = { "data-hx-target": `#${DIALOG}`, "aria-labelledby": "modal-title" };
	return layerOf(DIALOG)?.dialog ?? addLayer(DIALOG, attributes, opener);
}

/** The element that takes an entry, in a dialog over its list. @param close label of the button that closes it */
export function paneOverList(opener: HTMLElement, close: string): HTMLElement {
	const present = layerOf(READING)?.dialog ?? addLayer(READING, { "aria-labelledby": "reading-title" }, opener);
	const pane = present.querySelector<HTMLElement>(`#${PANE}`);
	if (pane) return pane;
	const place = made("article", { id: PANE });
	present.append(made("button", { type: "button", class: "dialog-close", "data-close": "", "aria-label": close }, "×"));
	present.append(place);
	return place;
}

function addLayer(id: string, attributes: Record<string, string>, opener: HTMLElement): HTMLDialogElement {
	const dialog = made("dialog", { id, class: "modal", ...attributes });
	layers.push({ dialog, address: location.href, title: document.title, opener });
	dialog.addEventListener("close", () => {
		const layer = layerOf(id);
		removeFrom(id);
		if (!layer || location.href === layer.address) return;
		returning = layer.address;
		// Chromium takes the focus away once the library has let it go back; other browsers do not tell.
		afterReturn = layer.opener;
		const refocus = () => afterReturn?.focus();
		(window as { navigation?: EventTarget }).navigation?.addEventListener("navigatesuccess", refocus, { once: true });
		history.back();
	});
	const isSending = () => dialog.querySelector("form[inert]") !== null;
	dialog.addEventListener("cancel", (event) => isSending() && event.preventDefault());
	// Before the library follows a link.
	const close = (event: Event) => {
		const closes = (event.target as Element).closest("[data-close], [data-back]");
		// An entry that was opened from another page leads back there.
		if (!closes || (closes instanceof HTMLAnchorElement && !isBack(closes, id))) return;
		event.preventDefault();
		event.stopPropagation();
		if (!isSending()) dialog.close();
	};
	dialog.addEventListener("click", close, true);
	document.getElementById(FRAME)?.append(dialog);
	return dialog;
}

const isBack = ({ pathname, dataset }: HTMLAnchorElement, id: string) =>
	dataset.back === undefined || (id === READING && pathname === location.pathname);

/** What gets the focus once the browser is back on the page below. */
let afterReturn: HTMLElement | undefined;

export function focusAfterReturn(element: HTMLElement | undefined): void {
	afterReturn = element ?? afterReturn;
}

/** Heading of the open dialog. */
let title = "";

/** Opens the dialog whose content has come. Other content is shown from its top; a form that came back keeps its place. */
export function showDialog(content: Element | string): void {
	const place = typeof content === "string" ? document.querySelector(content) : content;
	const dialog = (place?.isConnected ? place : document.querySelector(`dialog #${PANE}`))?.closest("dialog");
	const before = title;
	title = layerOf(DIALOG)?.dialog.querySelector("h2")?.textContent ?? "";
	if (dialog && !dialog.open) dialog.showModal();
	else if (dialog?.id === DIALOG && title !== before) dialog.querySelector<HTMLElement>("header button")?.focus();
	document.body.classList.toggle(
		"scroll-locked",
		layers.some(({ dialog }) => dialog.open),
	);
	moveToTop();
}

/** Removes dialogs whose content could not be loaded. @param awaited what is still asked for */
export function dropEmptyDialogs(awaited: readonly Element[]): void {
	const isAwaited = ({ dialog }: Layer) => awaited.some((one) => dialog.contains(one));
	for (const layer of layers.filter((one) => !one.dialog.open && !isAwaited(one))) {
		layers = layers.filter((one) => one !== layer);
		layer.dialog.remove();
	}
}

/** Ends a dialog and those above it; the address stays as it is. */
export function removeDialog({ withEntry = true } = {}): void {
	removeFrom(withEntry ? READING : DIALOG);
	removeFrom(DIALOG);
}

function removeFrom(id: string): void {
	const at = layers.findIndex(({ dialog }) => dialog.id === id);
	if (at < 0) return;
	const gone = layers.slice(at);
	layers = layers.slice(0, at);
	document.body.classList.toggle("scroll-locked", layers.length > 0);
	for (const { dialog } of gone.toReversed()) dialog.close();
	moveToTop();
	for (const { dialog } of gone) dialog.remove();
	document.dispatchEvent(new Event(DIALOG_REMOVED));
	const [lowest] = gone;
	document.title = lowest?.title ?? document.title;
	if (lowest?.opener.isConnected) lowest.opener.focus();
}

/** True if the browser goes back to a page below a dialog, which is still there. */
export function isBelow(address: string): boolean {
	const layer = layers.find((one) => one.address === address);
	const isThere = address === returning || layer !== undefined;
	returning = "";
	if (layer) removeFrom(layer.dialog.id);
	return isThere;
}
