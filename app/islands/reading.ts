/** Reading one entry of a list after the other: its keys, its neighbours, and the short list beside it. */
import { PANE, SCREEN } from "../fragments.ts";
import { choose } from "./choices.ts";
import { abandon, asking, processFragment } from "./fragments.ts";
import { forgetFocus } from "./kept-focus.ts";
import { made } from "./made.ts";
import { showMessage } from "./messages.ts";
import { readAhead, readWherePointed } from "./read-ahead.ts";

/**
 * Milliseconds after an entry appears during which a key pressed again sets no status: it was meant for the entry
 * before.
 */
const SETTLE_MS = 300;

/** Number of the entry that is read, and when it appeared. */
let shown = "";
let since = 0;
let wantsSearch = false;

const pane = () => document.querySelector<HTMLElement>(`#${PANE}[data-reading]`);
const inPane = (selector: string) => pane()?.querySelector<HTMLElement>(selector);
const reading = () => pane()?.dataset.reading ?? "";
/** The links to the entries of the list, in its order. */
const links = () => [...document.querySelectorAll<HTMLAnchorElement>(`#${SCREEN} a[data-entry]`)];
const linkTo = (id: string) => links().find(({ dataset }) => dataset.entry === id);

export function readWithKeys(): void {
	shown = reading();
	since = performance.now();
	addEventListener("keydown", press);
	document.addEventListener(
		"click",
		(event) => {
			const target = event.target as Element;
			// The list beside the entry knows what was decided since: it keeps its order.
			const step = target.closest<HTMLElement>(`#${PANE} [data-step]`)?.dataset.step;
			const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
			const near = step && isPlain ? beside(step === "next" ? 1 : -1) : undefined;
			if (!near) return;
			event.preventDefault();
			event.stopPropagation();
			near.click();
		},
		true,
	);
	readWherePointed(() => pane() !== null);
}

/** The link to the entry before or after the one that was asked for last, as the list has them. */
function beside(step: 1 | -1): HTMLAnchorElement | undefined {
	const all = links();
	// The title of a row leads where its own link does.
	const asked = asking();
	const at = asked instanceof HTMLAnchorElement ? all.findIndex(({ href }) => href === asked.href) : -1;
	const from = at >= 0 ? at : all.findIndex(({ dataset }) => dataset.entry === reading());
	return from < 0 && pane() ? undefined : all[from < 0 ? 0 : from + step];
}

/** Shows around an entry which of the list it is. */
export function placeReading(): void {
	offerKeys();
	const list = document.querySelector<HTMLElement>("[data-places]");
	const own = pane();
	if (!list || !own) return;
	const all = links();
	const at = all.findIndex(({ dataset }) => dataset.entry === reading());
	for (const [index, link] of all.entries()) {
		if (index === at) link.setAttribute("aria-current", "true");
		else link.removeAttribute("aria-current");
	}
	const { places = "", before = "0" } = list.dataset;
	if (at < 0 || places === "") return;
	for (const [rel, near] of [
		["next", all[at + 1]],
		["prev", all[at - 1]],
	] as const) {
		const step = own.querySelector<HTMLAnchorElement>(`[data-step=${rel}]`);
		if (!step) continue;
		const isHere = all.some(({ href }) => href === step.href);
		if (near) step.href = near.href;
		else if (isHere) step.removeAttribute("href");
		if (step.href) step.rel = rel;
		else step.removeAttribute("rel");
		if (near) readAhead(near);
	}
	const place = own.querySelector(".reading-steps .hint");
	if (place) place.textContent = places.replace("#", String(Number(before) + at + 1));
}

/**
 * Gives up the focus before another entry replaces what has it: a browser that removes a focused element brings the styles
 * of the half-changed page up to date first. @param next what comes
 */
export function releaseFocus(next: ParentNode | undefined): void {
	if ((next?.querySelector<HTMLElement>(`#${PANE}`)?.dataset.reading ?? "") === shown) return;
	forgetFocus();
	if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * Moves the focus where reading goes on: to the title of an entry that has just appeared, or to the row of the one that was
 * left. @returns what has it then
 */
export function focusReading(): HTMLElement | undefined {
	const [before, now] = [shown, reading()];
	shown = now;
	if (now === before) return;
	const field = now === "" && wantsSearch ? searchField() : undefined;
	wantsSearch = false;
	if (now !== "") {
		since = performance.now();
		document.getElementById("reading-title")?.focus({ preventScroll: true });
		// After all that changes the page: each of these three waits for its layout.
		document.querySelector(".reading-list [aria-current]")?.scrollIntoView({ block: "nearest" });
		if ((pane()?.getBoundingClientRect().top ?? 0) < 0) pane()?.scrollIntoView();
		return;
	}
	if (field) startSearch(field);
	const row = document.activeElement?.closest("tr");
	const goal = field ?? (row?.querySelector(`[data-entry="${before}"]`) ? undefined : linkTo(before));
	goal?.focus();
	return goal;
}

/** Sets a status by its place among those offered. @returns false if it was not meant for this entry */
function decide(number: number): boolean {
	const radios = pane()?.querySelectorAll<HTMLInputElement>(".status-choice [type=radio]");
	const radio = radios?.[number - 1];
	if (!radio) return false;
	const isMeant = !asking() && performance.now() - since >= SETTLE_MS;
	if (!isMeant) {
		showMessage(pane()?.dataset.tooEarly ?? "");
		return false;
	}
	radio.checked = true;
	choose(radio, { atOnce: true });
	return true;
}

/** The link to the keys is made here: without this module they do nothing. */
function offerKeys(): void {
	for (const place of document.querySelectorAll<HTMLElement>(".keys-offer:empty")) {
		const { href = "", label = "" } = place.dataset;
		place.append(made("a", { href, "aria-keyshortcuts": "?" }, label), " ", made("kbd", {}, "?"));
		processFragment(place);
	}
}

const help = () => document.querySelector<HTMLElement>(".keys-offer a")?.click();

function next(): void {
	const link = beside(1) ?? inPane("[data-step=next][href]");
	link?.click();
}

function previous(): void {
	const link = pane() ? (beside(-1) ?? inPane("[data-step=prev][href]")) : undefined;
	link?.click();
}

function leave(): void {
	if (asking() && !pane()) abandon();
	else inPane("[data-back]")?.click();
}

function search(): void {
	const field = searchField();
	if (field?.checkVisibility() && !document.querySelector("dialog[open]")) startSearch(field);
	else {
		// There is no room for it beside the entry.
		wantsSearch = true;
		leave();
	}
}

const searchField = () => document.querySelector<HTMLInputElement>(`#${SCREEN} [role=search] [type=search]`);

/** Typing replaces the search before. */
function startSearch(field: HTMLInputElement): void {
	field.focus();
	field.select();
}

const TYPING = "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), textarea, select";

const isEmptySearch = (target: EventTarget | null): target is HTMLInputElement =>
	target instanceof HTMLInputElement && target.type === "search" && target.value === "";

/** They do nothing while a text field or a select has the focus, or a dialog is open. */
function press(event: KeyboardEvent): void {
	if (!document.querySelector(".keys-offer")) return;
	if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
	if (event.key === "Escape" && isEmptySearch(event.target)) event.target.blur();
	const isTyping = event.target instanceof Element && event.target.matches(TYPING);
	if (isTyping || document.querySelector(`dialog[open]:not(:has(#${PANE}))`)) return;
	// With Caps Lock too.
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	if (/^[1-9]$/.test(key)) {
		if (!event.repeat) decide(Number(key));
	} else if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
		if (!event.repeat && decide(Number(event.code.slice(-1)))) next();
	} else if (key === "j") next();
	else if (key === "k") previous();
	else if (key === "x") linkTo(reading())?.closest("tr, li")?.querySelector<HTMLElement>("[name=ids]")?.click();
	else if (key === "e" && pane()) inPane("[aria-keyshortcuts=e]")?.click();
	else if (key === "/") search();
	else if (key === "?") help();
	// A dialog closes by itself.
	else if (key === "Escape" && !document.querySelector("dialog[open]")) leave();
	else return;
	event.preventDefault();
}
