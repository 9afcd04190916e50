import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { NOT_LOADED } from "./kept-page.ts";
import { go } from "./show-first.ts";

/** Window event that sets the status of the entry being read. */
export const DECIDE = "decide-entry";

export interface Decision {
	id: number;
	/** Place of the status among those offered, from 1. */
	number: number;
}

/**
 * Milliseconds after an entry appears during which a key pressed again sets no status: it was meant for the entry
 * before.
 */
const SETTLE_MS = 300;

export interface ReadingKeys {
	/** The entry being read. */
	id: number | undefined;
	/** Addresses of the previous and next entries; if none is being read, of the first. */
	previous: string | undefined;
	next: string | undefined;
	/** The list without it. */
	back: string;
	/** The page that it was opened from, if that is not the list. */
	from: string | undefined;
	/** Where it is edited. */
	edit: string | undefined;
	/** Number of statuses that it can get. */
	choices: number;
	tick: () => void;
	/** Says that a status was not set, because its entry is not shown yet or has only just appeared. */
	tooEarly: () => void;
	/** Shows all keys. */
	help: () => void;
}

/**
 * Keyboard shortcuts for reading one entry after the other. They do nothing while a text field or a select has the focus,
 * or while a dialog is open, except for the dialog of the entry.
 */
export function useReadingKeys(keys: ReadingKeys): void {
	const navigate = useNavigate();
	const present = useRef(keys);
	present.current = keys;
	const since = useRef(0);
	const wantsSearch = useRef(false);
	/** Another entry was asked for and is not shown yet: no status is set meanwhile. */
	const isLeaving = useRef(false);
	useEffect(() => {
		since.current = performance.now();
		isLeaving.current = false;
		if (keys.id === undefined && wantsSearch.current) startSearch(searchField());
		wantsSearch.current = false;
	}, [keys.id]);
	useEffect(() => {
		const goTo = (to: string | undefined) => {
			if (to === undefined) return;
			isLeaving.current = true;
			const isStep = to === present.current.previous || to === present.current.next;
			// "Back" closes a dialog, however many entries were read in it.
			const replace = isStep && document.querySelector("dialog.reading-dialog") !== null;
			go(navigate, to, { preventScrollReset: true, replace });
		};
		const stay = () => {
			isLeaving.current = false;
		};
		const decide = (number: number) => {
			const { id, next, choices, tooEarly } = present.current;
			if (id === undefined || number > choices) return;
			const isMeant = !isLeaving.current && performance.now() - since.current >= SETTLE_MS;
			if (isMeant) dispatchEvent(new CustomEvent<Decision>(DECIDE, { detail: { id, number } }));
			else tooEarly();
			return isMeant ? next : undefined;
		};
		const search = (back: string) => {
			const field = searchField();
			if (field?.checkVisibility() && !document.querySelector("dialog[open]")) return startSearch(field);
			// Where there is no room for it beside the entry.
			wantsSearch.current = true;
			goTo(back);
		};
		const press = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
			if (event.key === "Escape" && isEmptySearch(event.target)) return event.target.blur();
			if (isElsewhere(event.target)) return;
			const { id, previous, next, back, from, edit, tick, help } = present.current;
			// With Caps Lock too.
			const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
			if (/^[1-9]$/.test(key)) {
				if (!event.repeat) decide(Number(key));
			} else if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
				if (!event.repeat) goTo(decide(Number(event.code.slice(-1))));
			} else if (key === "j") goTo(next);
			else if (key === "k") goTo(previous);
			else if (key === "x") tick();
			else if (key === "e" && edit !== undefined) location.assign(edit);
			else if (key === "/") search(back);
			else if (key === "?") help();
			else if (key === "Escape" && id !== undefined) from === undefined ? goTo(back) : location.assign(from);
			else return;
			event.preventDefault();
		};
		addEventListener("keydown", press);
		addEventListener(NOT_LOADED, stay);
		return () => {
			removeEventListener("keydown", press);
			removeEventListener(NOT_LOADED, stay);
		};
	}, [navigate]);
}

const searchField = () => document.querySelector<HTMLInputElement>("[role=search] [type=search]");

/** Typing replaces the search before. */
function startSearch(field: HTMLInputElement | null): void {
	field?.focus();
	field?.select();
}

const TYPING = "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), textarea, select";

const isEmptySearch = (target: EventTarget | null): target is HTMLInputElement =>
	target instanceof HTMLInputElement && target.type === "search" && target.value === "";

function isElsewhere(target: EventTarget | null): boolean {
	return (
		document.querySelector("dialog[open]:not(.reading-dialog)") !== null ||
		(target instanceof Element && target.matches(TYPING))
	);
}
