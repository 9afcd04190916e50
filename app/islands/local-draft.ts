/** Drafts on the device: saved on every change, offered when the form is opened again. */

import { keep, kept } from "./browser-storage.ts";
import { collect, differs, fill, type Values } from "./form-values.ts";
import { ATTEMPTS, DRAFT, dropDraft, SENT, sentForm } from "./sent-draft.ts";

/** Characters of the signed counts. */
const MOST_COUNTS = 4_000;
const SAVE_AFTER_MS = 300;

/** A save that is due; 0 for none. */
let timer = 0;

interface Draft {
	/** Milliseconds since the epoch, by the device's clock. */
	at: number;
	values: Values;
	/** The server's version with the same values, by when it was saved. */
	base?: number;
	/** The version of the entry that it changes. */
	of?: string;
}

/** Ends the name of a draft that was put aside. */
const ASIDE = "+";

/** Notes which form this tab sends. One that is shown again was not accepted: its draft stays. */
export function takeSent(form: HTMLFormElement): void {
	const sent = sentForm();
	// What this tab sent and the server stored was typed in this tab, so the local draft is not older.
	const draft = sent !== null && sent === form.dataset.draft && read(sent);
	if (draft) write(form, draft.values, baseOf(form));
	form.addEventListener("submit", (event) => {
		const name = form.dataset.draft ?? "";
		keep("tab", SENT, name);
		// A draft that is being deleted on the server must not be saved again here.
		if (event.submitter?.getAttribute("name") === "do.discard-draft") forget(name);
	});
}

function forget(name: string): void {
	clearTimeout(timer);
	timer = 0;
	dropDraft(name);
}

/** Copies of the signed failure counts, so that they survive leaving the page. */
export function keepAttempts(form: HTMLFormElement): void {
	const field = form.elements.namedItem("attempts");
	if (!(field instanceof HTMLInputElement)) return;
	const key = ATTEMPTS + form.dataset.draft;
	if (field.value) keep("device", key, field.value);
	else {
		const counts = kept("device", key) ?? "";
		field.value = counts.length <= MOST_COUNTS ? counts : "";
	}
}

/** A damaged draft counts as none, and the next change overwrites it. */
function read(name: string): Draft | undefined {
	try {
		const { at, values, base, of } = JSON.parse(kept("device", DRAFT + name) ?? "{}") as Partial<Draft>;
		const isText = (one: unknown) => typeof one === "string";
		if (
			typeof at !== "number" ||
			!values ||
			!Object.values(values).every((all) => Array.isArray(all) && all.every(isText))
		)
			return;
		return { at, values, base, of };
	} catch {
		return;
	}
}

/**
 * Saves on every change. A newer draft is filled into a form without problems, with a note; if the server has a newer
 * draft or the entry was changed since, it is only offered. What is offered is put aside: nothing that is typed or sent
 * meanwhile replaces or deletes it.
 */
export function keepDraft(form: HTMLFormElement, texts: Record<string, string>): void {
	const own = form.dataset.draft ?? "";
	if (form.dataset.fresh !== undefined) {
		const draft = read(own);
		if (draft && isNews(form, draft)) {
			if (isCurrent(form, draft)) restore(form, draft, texts);
			else putAside(own);
		}
		// Text typed before login was a guest's, perhaps another person's.
		const guests = own.replace(/@.*/, "");
		const names = [own + ASIDE, guests, guests + ASIDE, ...(form.dataset.earlier?.split(" ") ?? [])];
		names.some((name) => name !== own && offer(form, name, texts));
	}
	form.addEventListener("input", () => {
		clearTimeout(timer);
		timer = window.setTimeout(() => saveDraft(form), SAVE_AFTER_MS);
	});
	addEventListener("pagehide", () => {
		if (timer && form.isConnected) saveDraft(form);
	});
}

/**
 * Saves the form's values. Answers that the form does not ask for, such as those of another track, stay as they were.
 * An outdated draft is overwritten.
 */
export function saveDraft(form: HTMLFormElement): void {
	clearTimeout(timer);
	timer = 0;
	const draft = read(form.dataset.draft ?? "");
	write(form, { ...(draft && draft.at > baseOf(form) ? draft.values : {}), ...collect(form) });
}

/** Fills newly added fields with the typed values, or else with the server's. */
export function restoreDraft(form: HTMLFormElement): void {
	const draft = read(form.dataset.draft ?? "");
	if (draft) fill(form, draft.values);
}

/** When the version was saved that the form started from, by the server's clock. */
function baseOf(form: HTMLFormElement): number {
	const base = form.elements.namedItem("draftBase");
	return Number(base instanceof HTMLInputElement ? base.value : 0);
}

/** Even if the device's clock is wrong, typed text is newer than the form it started from. */
function write(form: HTMLFormElement, values: Values, base?: number): void {
	const at = Math.max(Date.now(), baseOf(form) + 1);
	keep("device", DRAFT + form.dataset.draft, JSON.stringify({ at, values, base, of: form.dataset.version }));
}

/** Whether a draft differs from the form and is none that the page offers from the server. */
function isNews(form: HTMLFormElement, { base, values }: Draft): boolean {
	const isOnPage = base && form.dataset.others?.split(" ").includes(String(base));
	return !isOnPage && differs(form, values);
}

/** Whether a draft continues what the form shows, and not an older version or an entry that was submitted. */
function isCurrent(form: HTMLFormElement, { at, of, values }: Draft): boolean {
	const base = baseOf(form);
	const isNewest = form.dataset.spot === undefined || base > 0 ? at > base : of === form.dataset.version;
	return isNewest && !isSubmitted(values) && form.dataset.chosen === undefined;
}

function restore(form: HTMLFormElement, { values }: Draft, texts: Record<string, string>): void {
	const served = collect(form);
	fill(form, values);
	// Answers that were only taken back, or that the form no longer offers, leave nothing to see.
	const isRestored = Object.entries(collect(form)).some(([name, all]) => {
		return all.some((value) => value.trim() && !served[name]?.includes(value));
	});
	if (isRestored) announceShown(form, texts);
}

function announceShown(form: HTMLFormElement, texts: Record<string, string>): void {
	sayServed(false);
	announce(form, texts.restored, [[texts.discard, () => discard(form)]]);
}

/** @returns whether there was such a draft to offer */
function offer(form: HTMLFormElement, name: string, texts: Record<string, string>): boolean {
	const draft = read(name);
	if (!draft || !isNews(form, draft)) return false;
	const show = () => {
		fill(form, draft.values);
		form.dispatchEvent(new Event("input"));
		// A guest's draft stays for the guest.
		if (name.endsWith(ASIDE)) dropDraft(name);
		announceShown(form, texts);
	};
	announce(form, texts.older, [
		[texts.show, show],
		[texts.discard, () => dropDraft(name)],
	]);
	return true;
}

function putAside(name: string): void {
	keep("device", DRAFT + name + ASIDE, kept("device", DRAFT + name) ?? undefined);
	keep("device", DRAFT + name);
}

/** Whether a text is the title of an entry that the page lists as submitted, perhaps from another device. */
function isSubmitted(values: Values): boolean {
	const titles = [...document.querySelectorAll("[data-submitted]")].map(({ textContent }) => textContent);
	return Object.values(values).some(([value = ""]) => titles.includes(value.trim()));
}

/** What the page says of the server's version, which is not what the form shows any more, or is again. */
function sayServed(isShown: boolean): void {
	const said = document.querySelector<HTMLElement>("[data-shown-draft]");
	if (said) said.hidden = !isShown;
}

function discard(form: HTMLFormElement): void {
	sayServed(true);
	forget(form.dataset.draft ?? "");
	form.reset();
	form.dispatchEvent(new Event("input"));
	forget(form.dataset.draft ?? "");
}

function announce(form: HTMLFormElement, text = "", buttons: [label: string | undefined, press: () => void][]): void {
	const notice = document.createElement("p");
	notice.className = "banner";
	notice.setAttribute("role", "status");
	notice.append(text);
	for (const [label = "", press] of buttons) {
		const button = document.createElement("button");
		button.type = "button";
		button.className = "button-link";
		button.textContent = label;
		button.addEventListener("click", () => {
			press();
			notice.remove();
		});
		notice.append(" ", button);
	}
	form.before(notice);
}
