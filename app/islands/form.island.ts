/**
 * Improves a programme's form, which works without it: local draft, live counts, focus on the errors, no double send.
 * Each improvement stands alone, so that one that fails takes nothing else with it.
 */
import { countCharacters, countWords } from "../programmes/count.ts";

const DRAFT = "draft:";
const ATTEMPTS = "attempts:";
/** Name of the form this tab sent last. */
const SENT = "sent";
const SAVE_AFTER_MS = 300;
/** A post that was stopped or lost tells the page nothing, so the button comes back by itself. */
const SENDING_AT_MOST_MS = 10_000;
/** Never kept on the device: secrets, signed fields, the photo, and a consent that must be given each time. */
const NOT_KEPT = new Set(["formToken", "attempts", "photo", "file", "consent"]);

const improvements = [clearDraft, keepAttempts, keepDraft, showCounts, focusErrors, sendOnce];
const form = document.querySelector<HTMLFormElement>("form.programme");
for (const improve of improvements) {
	try {
		improve(form);
	} catch {
		// The form still works as plain HTML.
	}
}

/**
 * A submission that arrived needs its draft no more; drafts of other forms stay. The form leaves its name in the tab's
 * own storage when it is sent, and a form that is shown again was not accepted.
 */
function clearDraft(form: HTMLFormElement | null): void {
	const categories = document.querySelector<HTMLElement>("[data-clear-drafts]")?.dataset.clearDrafts?.split(" ");
	const sent = sessionStorage.getItem(SENT);
	if (form || categories) sessionStorage.removeItem(SENT);
	if (sent !== null && categories?.includes(sent.replace(/\?.*$/, ""))) {
		localStorage.removeItem(DRAFT + sent);
		localStorage.removeItem(ATTEMPTS + sent);
	}
	form?.addEventListener("submit", () => {
		if (form.dataset.draft !== undefined) sessionStorage.setItem(SENT, form.dataset.draft);
	});
}

/** The signed counts of failed tries, mirrored so that they survive leaving the page. */
function keepAttempts(form: HTMLFormElement | null): void {
	const field = form?.elements.namedItem("attempts");
	const name = form?.dataset.draft;
	if (!(field instanceof HTMLInputElement) || name === undefined) return;
	if (field.value) localStorage.setItem(ATTEMPTS + name, field.value);
	else field.value = localStorage.getItem(ATTEMPTS + name) ?? "";
}

type Draft = Record<string, string>;

/** Saves on every change; puts a draft back only into a form that came without problems, and says so. */
function keepDraft(form: HTMLFormElement | null): void {
	const name = form?.dataset.draft;
	if (!form || name === undefined) return;
	const key = DRAFT + name;
	const kept = localStorage.getItem(key);
	if (kept && form.dataset.fresh !== undefined && restore(form, JSON.parse(kept) as Draft)) announce(form, key);
	let timer = 0;
	const save = () => localStorage.setItem(key, JSON.stringify(collect(form)));
	form.addEventListener("input", () => {
		clearTimeout(timer);
		timer = window.setTimeout(save, SAVE_AFTER_MS);
	});
	addEventListener("pagehide", () => {
		if (timer) save();
	});
}

function collect(form: HTMLFormElement): Draft {
	const draft: Draft = {};
	for (const [name, value] of new FormData(form)) {
		if (typeof value === "string" && !NOT_KEPT.has(name)) draft[name] = value;
	}
	return draft;
}

/** @returns whether anything changed */
function restore(form: HTMLFormElement, draft: Draft): boolean {
	let changed = false;
	for (const [name, value] of Object.entries(draft)) {
		const control = form.elements.namedItem(name);
		if (control === null || NOT_KEPT.has(name) || !("value" in control) || control.value === value) continue;
		control.value = value;
		changed = true;
	}
	return changed;
}

function announce(form: HTMLFormElement, key: string): void {
	const notice = document.createElement("p");
	notice.className = "banner";
	notice.setAttribute("role", "status");
	const discard = document.createElement("button");
	discard.type = "button";
	discard.className = "link";
	discard.textContent = form.dataset.discardText ?? "";
	discard.addEventListener("click", () => {
		localStorage.removeItem(key);
		form.reset();
		notice.remove();
	});
	notice.append(`${form.dataset.draftText} `, discard);
	form.before(notice);
}

/** Live counts under the texts that have a hint of length. Said aloud only after a pause. */
function showCounts(form: HTMLFormElement | null): void {
	for (const area of form?.querySelectorAll<HTMLTextAreaElement>("[data-count]") ?? []) {
		const limit = Number(area.dataset.limit);
		const count = area.dataset.count === "words" ? countWords : countCharacters;
		const line = document.createElement("p");
		line.setAttribute("aria-live", "polite");
		const printed = area.nextElementSibling;
		if (printed?.classList.contains("count")) printed.remove();
		area.after(line);
		const show = () => {
			const n = count(area.value.trim());
			line.className = n > limit ? "count over" : "count";
			line.textContent = (area.dataset.countText ?? "").replace("{n}", String(n));
		};
		area.addEventListener("input", show);
		show();
	}
}

function focusErrors(): void {
	document.getElementById("errors")?.focus();
}

/** A second press while the first is on its way does nothing. Coming back with the Back button frees the form. */
function sendOnce(form: HTMLFormElement | null): void {
	const button = form?.querySelector<HTMLButtonElement>("button.primary");
	if (!form || !button) return;
	const label = button.textContent;
	let sending = false;
	const free = () => {
		sending = false;
		button.textContent = label;
	};
	form.addEventListener("submit", (event) => {
		if (sending) return event.preventDefault();
		sending = true;
		button.textContent = form.dataset.sendingText ?? label;
		setTimeout(free, SENDING_AT_MOST_MS);
	});
	addEventListener("pageshow", free);
}
