/** The messages over a console page. A page without scripts shows them in place, marked with `data-message`. */
import { FRAME } from "../fragments.ts";
import { made } from "./made.ts";

/** Specification section 9: 5 seconds, at most 20, top right. Errors stay until they are dismissed or their page is left. */
const SHOWN_MS = 5_000;
/** Longer where something can be undone: it must be read, judged and reached. */
const UNDOABLE_MS = 10_000;
const MOST = 20;
/** More successes than these would cover the page. */
const MOST_SUCCESSES = 2;

/** Event of a form in a message that was accepted: the message goes. */
export const DONE = "form-accepted";

interface Options {
	/** Stays until it is dismissed, or its page is left. */
	wrong?: boolean;
	/** Undoes what the message reports. */
	undo?: Element | undefined;
}

interface Message {
	element: HTMLElement;
	text: string;
	wrong: boolean;
	/** Pathname of the page that it is about. */
	page: string;
	timer: number;
}

/** Newest first, so that the first "Undo" button takes back the last change. */
let shown: Message[] = [];

const list = made("div", { class: "toast-list" });
const toasts = made("div", { class: "toasts" }, list);

/** Shows a message over the page, or in the dialog that covers it. */
export function showMessage(text: string, { wrong = false, undo }: Options = {}): void {
	const frame = document.getElementById(FRAME);
	if (!frame) return;
	const dismiss = made("button", { type: "button", class: "button-link" }, frame.dataset.dismiss ?? "");
	const element = made(
		"p",
		{ class: wrong ? "banner wrong" : "banner", role: wrong ? "alert" : "status" },
		`${text} `,
		...(undo ? [undo, " "] : []),
		dismiss,
	);
	const message = { element, text, wrong, page: location.pathname, timer: 0 };
	dismiss.addEventListener("click", () => remove([message]));
	element.addEventListener(DONE, () => remove([message]));
	// A repeated message replaces the old one, so that screen readers announce it each time.
	remove(shown.filter((old) => old.text === text));
	if (!wrong) remove(shown.filter((old) => !old.wrong).slice(MOST_SUCCESSES - 1));
	remove(shown.slice(MOST - 1));
	shown.unshift(message);
	moveToTop();
	list.prepend(element);
	wait(message, undo ? UNDOABLE_MS : SHOWN_MS);
}

/** They stay while the pointer or the focus is in them. */
function wait(message: Message, time: number): void {
	if (message.wrong) return;
	message.timer = window.setTimeout(() => {
		if (list.matches(":hover, :focus-within")) wait(message, SHOWN_MS);
		else remove([message]);
	}, time);
}

function remove(messages: readonly Message[]): void {
	for (const { element, timer } of messages) {
		clearTimeout(timer);
		element.remove();
	}
	shown = shown.filter((one) => !messages.includes(one));
}

/** Puts the messages where they can be seen: above the page, or into the dialog that covers it. */
export function moveToTop(): void {
	const top = document.querySelector("dialog.modal[open]") ?? document.querySelector(".toast-place");
	if (toasts.parentElement !== top) top?.prepend(toasts);
}

/** Takes the messages out of a page, or of a part of one before it is shown. */
export function takeMessages(from: ParentNode): Element[] {
	const banners = [...from.querySelectorAll("[data-message]")];
	for (const banner of banners) banner.remove();
	return banners;
}

/** Shows messages over the page. What went wrong elsewhere goes: only there can it be undone. */
export function showMessages(banners: readonly Element[]): void {
	remove(shown.filter(({ wrong, page }) => wrong && page !== location.pathname));
	moveToTop();
	for (const banner of banners) {
		const wrong = banner.matches(".wrong");
		const undo = banner.querySelector("form") ?? undefined;
		const lines = [...banner.querySelectorAll(":scope > p")].map(({ textContent }) => textContent ?? "");
		// The first line is the newest message: it has the button that undoes what it says.
		for (const [index, line] of [...lines.entries()].reverse())
			showMessage(line, { wrong, undo: index === 0 ? undo : undefined });
	}
}

list.addEventListener("keydown", (event) => {
	if (event.key !== "Escape") return;
	// It would also close what the page shows, or the dialog that has the messages.
	event.stopPropagation();
	event.preventDefault();
	remove(shown);
});
