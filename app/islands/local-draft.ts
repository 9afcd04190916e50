/** Drafts on the device: saved on every change, offered when the form is opened again. */

import { keep, kept } from "./browser-storage.ts";
import { ATTEMPTS, DRAFT, dropDraft, forgetSent, SENT } from "./sent-draft.ts";

/** Characters of the signed counts. */
const MOST_COUNTS = 4_000;
const SAVE_AFTER_MS = 300;
/** Never kept on the device: secrets, signed fields, the photo, and a consent that must be given each time. */
const NOT_KEPT = /^(formToken|attempts|draftBase|late-link|photo|file)$|consent$/i;

/** A save that is due; 0 for none. */
let timer = 0;

type Values = Record<string, string[]>;

interface Draft {
	/** Milliseconds since the epoch, by the device's clock. */
	at: number;
	values: Values;
	/** The server's version with the same values, by when it was saved. */
	base?: number;
}

/** Deletes the draft of an accepted submission; drafts of other forms stay. A form that is shown again was not accepted. */
export function clearDraft(form: HTMLFormElement | null): void {
	const arrived = document.querySelector<HTMLElement>("[data-clear-drafts]")?.dataset.clearDrafts?.split(" ");
	const sent = form || arrived ? forgetSent(arrived) : null;
	// What this tab sent and the server stored was typed in this tab, so the local draft is not older.
	const draft = form && sent !== null && sent === form.dataset.draft && read(sent);
	if (draft) write(form, draft.values, baseOf(form));
	form?.addEventListener("submit", (event) => {
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
		const { at, values, base } = JSON.parse(kept("device", DRAFT + name) ?? "{}") as Partial<Draft>;
		const isText = (one: unknown) => typeof one === "string";
		if (
			typeof at !== "number" ||
			!values ||
			!Object.values(values).every((all) => Array.isArray(all) && all.every(isText))
		)
			return;
		return { at, values, base };
	} catch {
		return;
	}
}

/**
 * Saves on every change. A newer draft is filled into a new form without problems, with a note; if the server has a
 * newer draft, or an entry is being edited, it is only offered.
 */
export function keepDraft(form: HTMLFormElement, texts: Record<string, string>): void {
	const own = form.dataset.draft ?? "";
	// Text typed before login was a guest's, perhaps another person's.
	const names = [own, own.replace(/@.*/, ""), ...(form.dataset.earlier?.split(" ") ?? [])];
	const name = names.find(read) ?? own;
	const draft = read(name);
	// The page offers the server's copy of it.
	const isOnPage = draft?.base && form.dataset.others?.split(" ").includes(String(draft.base));
	if (draft && !isOnPage && form.dataset.fresh !== undefined && differs(form, draft.values)) {
		const newest = draft.at > baseOf(form);
		const announceShown = () => {
			sayServed(false);
			announce(form, texts.restored, [[texts.discard, () => discard(form)]]);
		};
		if (
			newest &&
			!isSubmitted(draft.values) &&
			name === own &&
			form.dataset.spot === undefined &&
			form.dataset.chosen === undefined
		) {
			const served = collect(form);
			fill(form, draft.values);
			// Answers that were only taken back, or that the form no longer offers, leave nothing to see.
			const isRestored = Object.entries(collect(form)).some(([name, all]) => {
				return all.some((value) => value.trim() && !served[name]?.includes(value));
			});
			if (isRestored) announceShown();
		} else {
			const show = () => {
				fill(form, draft.values);
				form.dispatchEvent(new Event("input"));
				announceShown();
			};
			announce(form, texts.older, [
				[texts.show, show],
				[texts.discard, () => forget(name)],
			]);
		}
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
	keep("device", DRAFT + form.dataset.draft, JSON.stringify({ at, values, base }));
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

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The stored values, without the track switch: the address already names the form. */
function controls(form: HTMLFormElement): Control[] {
	const elements = [...form.elements] as Control[];
	return elements.filter(
		({ name, type, dataset }) =>
			name && !NOT_KEPT.test(name) && !/^(submit|hidden|file)$/.test(type) && dataset.path === undefined,
	);
}

const isBox = (control: Control): control is HTMLInputElement => /^(checkbox|radio)$/.test(control.type);

/** Every answer in the form; groups without a tick are empty lists. */
function collect(form: HTMLFormElement): Values {
	const values: Values = {};
	for (const control of controls(form)) {
		values[control.name] ??= [];
		if (!isBox(control) || control.checked) values[control.name]?.push(control.value);
	}
	return values;
}

function differs(form: HTMLFormElement, values: Values): boolean {
	const present = collect(form);
	return Object.keys(present).some((name) => values[name] && String(values[name]) !== String(present[name]));
}

function fill(form: HTMLFormElement, values: Values): void {
	for (const control of controls(form)) {
		const value = values[control.name];
		if (value === undefined) continue;
		if (isBox(control)) control.checked = value.includes(control.value);
		else if (isOffered(control, value[0])) control.value = value[0] ?? "";
	}
}

/** A form of another year may offer other options. */
function isOffered(control: Control, value = ""): boolean {
	return !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value);
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
