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
	/** Undoes what the message reports, or leads to what helps. */
	action?: Element | undefined;
	/** Replaces the message before that is about the same. */
	topic?: string | undefined;
	/** Stays when its page is left, too: nothing else says what was lost. */
	lasting?: boolean;
}

interface Message {
	element: HTMLElement;
	text: string;
	wrong: boolean;
	topic: string | undefined;
	/** Pathname of the page that it is about; undefined if it stays when that is left. */
	page: string | undefined;
	timer: number;
}

/** Newest first, so that the first "Undo" button takes back the last change. */
let shown: Message[] = [];

const list = made("div", { class: "toast-list" });
const toasts = made("div", { class: "toasts" }, list);

/** Shows a message over the page, or in the dialog that covers it. */
export function showMessage(text: string, { wrong = false, action, topic, lasting = false }: Options = {}): void {
	const frame = document.getElementById(FRAME);
	if (!frame) return;
	const dismiss = made("button", { type: "button", class: "button-link" }, frame.dataset.dismiss ?? "");
	const element = made(
		"p",
		{ class: wrong ? "banner wrong" : "banner", role: wrong ? "alert" : "status" },
		`${text} `,
		...(action ? [action, " "] : []),
		dismiss,
	);
	const message = { element, text, wrong, topic, page: lasting ? undefined : location.pathname, timer: 0 };
	dismiss.addEventListener("click", () => remove([message]));
	element.addEventListener(DONE, () => remove([message]));
	// A repeated message replaces the old one, so that screen readers announce it each time.
	remove(shown.filter((old) => (topic === undefined ? old.text === text : old.topic === topic)));
	if (!wrong) remove(shown.filter((old) => !old.wrong).slice(MOST_SUCCESSES - 1));
	remove(shown.slice(MOST - 1));
	shown.unshift(message);
	moveToTop();
	list.prepend(element);
	wait(message, action ? UNDOABLE_MS : SHOWN_MS);
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
	const top = [...document.querySelectorAll("dialog.modal[open]")].at(-1) ?? document.querySelector(".toast-place");
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
	remove(shown.filter(({ wrong, page }) => wrong && page !== undefined && page !== location.pathname));
	moveToTop();
	for (const banner of banners) {
		const wrong = banner.matches(".wrong");
		const action = banner.querySelector("form") ?? undefined;
		const topic = banner.getAttribute("data-topic") ?? undefined;
		const lines = [...banner.querySelectorAll(":scope > p")].map(({ textContent }) => textContent ?? "");
		// The first line is the newest message: it has the button that undoes what it says.
		for (const [index, line] of [...lines.entries()].reverse())
			showMessage(line, index === 0 ? { wrong, action, topic } : { wrong });
	}
}

list.addEventListener("keydown", (event) => {
	if (event.key !== "Escape") return;
	// It would also close what the page shows, or the dialog that has the messages.
	event.stopPropagation();
	event.preventDefault();
	remove(shown);
});
