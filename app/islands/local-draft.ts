/** Drafts on the device: saved on every change, offered when the form is opened again. */

import { keep, kept } from "./browser-storage.ts";
import { collect, differs, fill, type Values } from "./form-values.ts";
import { made } from "./made.ts";
import { ATTEMPTS, acceptedAt, asides, DRAFT, dropDraft, forgetAccepted, noteSent, takeNoted } from "./sent-draft.ts";

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
	/** The tab that typed it. */
	tab?: number;
}

/** Identifies the draft of this page; renewed when another draft is opened in it. */
let tab = Math.random();

/** When the draft was saved that a form holds, by the device's clock. One that another tab has saved is another's. */
const held = new WeakMap<HTMLFormElement, number>();

/** Notes which form this tab sends. One that is shown again was not accepted: its draft stays. */
export function takeSent(form: HTMLFormElement): void {
	const sent = takeNoted();
	// What this tab sent and the server stored was typed in this tab, so the local draft is not older.
	const draft = sent?.name === form.dataset.draft ? read(form.dataset.draft ?? "") : undefined;
	if (draft && draft.at === sent?.at) write(form, draft.values, baseOf(form));
	form.addEventListener("submit", (event) => {
		const name = form.dataset.draft ?? "";
		if (timer) saveDraft(form);
		noteSent({ name, at: held.get(form) ?? 0 });
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
		const { at, values, base, of, tab } = JSON.parse(kept("device", DRAFT + name) ?? "{}") as Partial<Draft>;
		const isText = (one: unknown) => typeof one === "string";
		if (
			typeof at !== "number" ||
			!values ||
			!Object.values(values).every((all) => Array.isArray(all) && all.every(isText))
		)
			return;
		return { at, values, base, of, tab };
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
		if (draft) held.set(form, draft.at);
		if (draft && isNews(form, draft)) {
			if (isCurrent(form, draft)) restore(form, draft, texts);
			else putAside(own);
		}
		// Text typed before login was a guest's, perhaps another person's.
		const guests = own.replace(/@.*/, "");
		const names = [...asides(own), guests, ...asides(guests), ...(form.dataset.earlier?.split(" ") ?? [])];
		names.some((name) => name !== own && offer(form, name, texts));
	}
	form.addEventListener("input", () => {
		clearTimeout(timer);
		timer = window.setTimeout(() => {
			if (saveDraft(form)) offerAside(form, texts);
		}, SAVE_AFTER_MS);
	});
	addEventListener("pagehide", () => {
		if (timer && form.isConnected) saveDraft(form);
	});
}

/**
 * Saves the form's values. Answers that the form does not ask for, such as those of another track, stay as they were.
 * An outdated draft is overwritten.
 * @returns whether another tab had saved other values, which were put aside
 */
export function saveDraft(form: HTMLFormElement): boolean {
	clearTimeout(timer);
	timer = 0;
	const name = form.dataset.draft ?? "";
	const draft = read(name);
	const isOthers = draft !== undefined && draft.at !== held.get(form) && differs(form, draft.values);
	// An older draft of this page, which another page put aside, makes room.
	for (const aside of asides(name)) if (read(aside)?.tab === tab) keep("device", DRAFT + aside);
	if (isOthers) putAside(name);
	write(form, { ...(draft && draft.at > baseOf(form) ? draft.values : {}), ...collect(form) });
	return isOthers;
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
	const name = form.dataset.draft ?? "";
	const at = Math.max(Date.now(), baseOf(form) + 1, (read(name)?.at ?? 0) + 1);
	held.set(form, at);
	keep("device", DRAFT + name, JSON.stringify({ at, values, base, of: form.dataset.version, tab }));
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
	// A form that was refused has no words for it: the next one offers it.
	if (!texts.older || !draft || !isNews(form, draft)) return false;
	const show = () => {
		const own = form.dataset.draft ?? "";
		// A guest's draft stays for the guest.
		const isAside = asides(own).includes(name);
		if (timer) saveDraft(form);
		const before = kept("device", DRAFT + own) ?? undefined;
		if (isAside) tab = Math.random();
		fill(form, read(name)?.values ?? draft.values);
		form.dispatchEvent(new Event("input"));
		// The two drafts change places, so that all can be opened in turn.
		if (isAside) keep("device", DRAFT + name, before);
		announceShown(form, texts);
		if (isAside) offerAside(form, texts, name);
	};
	announce(form, texts.older, [
		[texts.show, show],
		[
			texts.discard,
			() => {
				dropDraft(name);
				offerAside(form, texts);
			},
		],
	]);
	return true;
}

/** Offers the next draft that was put aside. @param after the name of the one that was looked at last */
function offerAside(form: HTMLFormElement, texts: Record<string, string>, after = ""): void {
	const names = asides(form.dataset.draft ?? "");
	const before = names.splice(0, names.indexOf(after) + 1);
	[...names, ...before].some((name) => offer(form, name, texts));
}

/** Says over a form that the Back button has led to again that it was sent, and leads to what was sent. */
export function sayAccepted(form: HTMLFormElement, texts: Record<string, string>): void {
	const say = () => {
		const path = acceptedAt(form.dataset.draft ?? "");
		if (path && form.isConnected) announce(form, texts.accepted, [[texts.toAccepted, path]]);
	};
	const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
	if (visit?.type === "back_forward") say();
	else forgetAccepted(form.dataset.draft ?? "");
	form.addEventListener("input", () => forgetAccepted(form.dataset.draft ?? ""));
	addEventListener("pageshow", ({ persisted }) => persisted && say());
}

/** Puts a draft aside where none is, else in place of the last. */
function putAside(name: string): void {
	const names = asides(name);
	const place = names.find((one) => !read(one)) ?? names.at(-1);
	keep("device", DRAFT + place, kept("device", DRAFT + name) ?? undefined);
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

/** Says something above the form, in place of the same, with buttons and links. */
function announce(
	form: HTMLFormElement,
	text = "",
	ways: [label: string | undefined, pressOrPath: string | (() => void)][],
): void {
	for (const said of document.querySelectorAll<HTMLElement>("[data-told]"))
		if (said.dataset.told === text) said.remove();
	const notice = made("p", { class: "banner", role: "status", "data-told": text }, text);
	for (const [label = "", way] of ways) {
		const isPath = typeof way === "string";
		const element = isPath
			? made("a", { href: way }, label)
			: made("button", { type: "button", class: "button-link" }, label);
		notice.append(" ", element);
		if (isPath) continue;
		element.addEventListener("click", () => {
			way();
			notice.remove();
		});
	}
	form.before(notice);
}
