import { pageAt } from "./dialog.ts";
import { formBody } from "./form-body.ts";

/** After the last letter. */
const PAUSE_MS = 1_000;
/**
 * Browsers go on sending 64 KB once the page is gone, of all requests together, and refuse one that exceeds that as if there
 * were no connection.
 */
const MOST_KEPT_ALIVE = 60_000;
let keptAlive = 0;
/** What a form was made with, as `SEEN_CONTROLS` has it. */
const SEEN = ["revision", "entryVersion", "rulesVersion"];
/** What a refused form says above itself. */
const REFUSAL = "#errors, [aria-labelledby=h-beside]";

export type SaveButton = "do.save" | "do.next";

/** `offline`: there was no answer; `busy`, `failed`: not the one that was expected; `refused`: the answer says why. */
export interface Outcome {
	kind: "saved" | "offline" | "busy" | "failed" | "refused";
	form: HTMLFormElement;
	button: SaveButton;
	/** The same attempt may succeed later. */
	mayPass?: boolean;
	/** The page of the entry, as it was answered. */
	page?: Document;
}

interface Saving {
	/** Holds what was not sent yet. */
	isDirty: boolean;
	/** What became of what was sent in vain. */
	unkept: Outcome | undefined;
	/** Another window was faster: nothing is sent before a button is pressed. */
	isHalted: boolean;
	pending: number;
	queue: Promise<unknown>;
	timer: number;
}

const savings = new WeakMap<HTMLFormElement, Saving>();

function savingOf(form: HTMLFormElement): Saving {
	const known = savings.get(form);
	if (known) return known;
	const saving: Saving = {
		isDirty: false,
		unkept: undefined,
		isHalted: false,
		pending: 0,
		queue: Promise.resolve(),
		timer: 0,
	};
	savings.set(form, saving);
	return saving;
}

/** The form of a review, if it is one. */
export function reviewFormOf(element: EventTarget | null): HTMLFormElement | undefined {
	const form = element instanceof HTMLFormElement ? element : (element as HTMLInputElement | null)?.form;
	return form?.elements.namedItem("revision") ? form : undefined;
}

export function isUnsaved(form: HTMLFormElement): boolean {
	const { isDirty, unkept, pending } = savingOf(form);
	return isDirty || unkept !== undefined || pending > 0;
}

/** Why it could not be saved, until it is. */
export const unkeptOf = (form: HTMLFormElement): Outcome | undefined => savingOf(form).unkept;

/** Whether another window was faster, or the criteria are others: a button shows what is stored now. */
export const isHalted = (form: HTMLFormElement): boolean => savingOf(form).isHalted;

/** Waits until nothing of the form is on its way; undefined if nothing is. */
export function settled(form: HTMLFormElement): Promise<unknown> | undefined {
	const { pending, queue } = savingOf(form);
	return pending > 0 ? queue : undefined;
}

/** The form is sent as a page: nothing more is saved beside it. */
export function handOver(form: HTMLFormElement): void {
	const saving = savingOf(form);
	clearTimeout(saving.timer);
	Object.assign(saving, { isDirty: false, unkept: undefined });
}

/** Saves a changed form, at once or after a pause in typing. */
export function saveSoon(form: HTMLFormElement, isTyping: boolean, done: (outcome: Outcome) => void): void {
	const saving = savingOf(form);
	saving.isDirty = true;
	clearTimeout(saving.timer);
	if (isTyping) saving.timer = window.setTimeout(() => saveNow(form, "do.save", done), PAUSE_MS);
	else saveNow(form, "do.save", done);
}

/** Saves a form, after what is on its way already. Without a change "do.save" sends nothing; `done` is told even so. */
export function saveNow(form: HTMLFormElement, button: SaveButton, done: (outcome: Outcome) => void): void {
	const saving = savingOf(form);
	clearTimeout(saving.timer);
	saving.pending += 1;
	saving.queue = saving.queue.then(async () => {
		const isChanged = saving.isDirty || saving.unkept !== undefined;
		const isWanted = !saving.isHalted && (isChanged || button === "do.next");
		// What ends a review is asked for until it is answered, whatever is typed in between.
		const pressed = saving.unkept?.button === "do.next" ? "do.next" : button;
		const outcome: Outcome = isWanted ? await send(form, saving, pressed) : { kind: "refused", form, button };
		saving.pending -= 1;
		if (isWanted) saving.unkept = outcome.kind === "saved" ? undefined : outcome;
		done(outcome);
	});
}

async function send(form: HTMLFormElement, saving: Saving, button: SaveButton): Promise<Outcome> {
	// The address has a hash, for the page that a browser would show.
	const own = new URL(form.action).pathname;
	const body = formBody(form);
	body.set(button, "1");
	// The answer is the page of this entry, which has what the next attempt relies on.
	body.set("stay", "1");
	saving.isDirty = false;
	const size = body.toString().length;
	const keepalive = keptAlive + size < MOST_KEPT_ALIVE;
	if (keepalive) keptAlive += size;
	try {
		const answer = await fetch(own, { method: "POST", body, keepalive });
		const page = await pageAt(Promise.resolve(answer));
		const path = new URL(answer.url).pathname;
		const isRight = answer.ok && path === own;
		const mayPass = answer.status >= 500 || answer.status === 429;
		if (!isRight && !page.querySelector("#errors")) return { kind: mayPass ? "busy" : "failed", form, button, mayPass };
		showRefusal(form, page);
		takeSeen(form, page, isRight);
		saving.isHalted = answer.status === 409;
		return { kind: isRight ? "saved" : "refused", form, button, mayPass, page };
	} catch {
		return { kind: "offline", form, button, mayPass: true };
	} finally {
		if (keepalive) keptAlive -= size;
	}
}

/** Says above the form why it was refused, with what another window saved, or nothing any more. */
function showRefusal(form: HTMLFormElement, page: Document): void {
	// Beside problems the server says only that its own copy was cut off. The field still has all that was typed.
	if (page.querySelector("#errors li")) for (const said of page.querySelectorAll("#errors > p")) said.remove();
	for (const old of form.parentElement?.querySelectorAll(REFUSAL) ?? []) old.remove();
	// Copies: the answer is asked again what it says.
	form.before(...[...page.querySelectorAll(REFUSAL)].map((part) => part.cloneNode(true)));
}

/**
 * The next attempt relies on what the answer relies on. Not on other criteria: the form does not show them, so the button
 * leads to the page that does.
 */
function takeSeen(form: HTMLFormElement, page: Document, isSaved: boolean): void {
	const valueIn = (root: ParentNode) => root.querySelector<HTMLInputElement>("[name=rulesVersion]")?.value;
	if (!isSaved && valueIn(form) !== valueIn(page)) return;
	for (const name of SEEN) {
		const [mine, answered] = [form, page].map((root) => root.querySelector<HTMLInputElement>(`[name=${name}]`));
		if (mine && answered) mine.value = answered.value;
	}
}
