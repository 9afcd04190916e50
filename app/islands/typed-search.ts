/** Searches a list while someone types: each pause sends the form, and a whole search is one step of "Back". */

/** After the last key. */
const PAUSE_MS = 200;
const FIELD = "[role=search] [name=q]";

let timer = 0;
let isTyped = false;
let isComposing = false;
/** Address of the page that a typed search led to. */
let address = "";

const fieldIn = (root: ParentNode) => root.querySelector<HTMLInputElement>(FIELD);
const isSearch = (target: EventTarget | null): target is HTMLInputElement =>
	target instanceof HTMLInputElement && target.matches(FIELD);

/** Ends what was asked for: the page shows what is typed. */
let giveUp: () => void;

function wait(field: HTMLInputElement): void {
	clearTimeout(timer);
	timer = window.setTimeout(() => {
		// The answer to an earlier search may have replaced the field; the new one has the typed text.
		const present = field.isConnected ? field : fieldIn(document);
		if (!present) return;
		if (present.value === present.defaultValue) {
			giveUp();
			return;
		}
		isTyped = true;
		present.form?.requestSubmit();
		isTyped = false;
	}, PAUSE_MS);
}

/** @param abandon ends what was asked for and is not there yet */
export function searchAsTyped(abandon: () => void): void {
	giveUp = abandon;
	document.addEventListener("input", (event) => {
		if (!isSearch(event.target)) return;
		isComposing = (event as InputEvent).isComposing;
		if (isComposing) clearTimeout(timer);
		else wait(event.target);
	});
	document.addEventListener("compositionend", ({ target }) => {
		isComposing = false;
		if (isSearch(target)) wait(target);
	});
	document.addEventListener("submit", () => clearTimeout(timer));
}

/** A search request, from when its form is sent until its answer is shown. */
const typed = new WeakSet<object>();

/** Notes that a request was sent while someone types. Controls without a value are left out of its address. */
export function noteSearch(request: { body: FormData; form?: HTMLFormElement | null }): void {
	if (!isTyped) return;
	typed.add(request);
	for (const [name, value] of [...request.body]) if (value === "") request.body.delete(name);
	// Beside an entry it is kept open; the button of the search leaves it.
	for (const [name, value] of new URLSearchParams(request.form?.dataset.typed)) request.body.set(name, value);
}

/** True if the present address came from a typed search: the next search replaces it in the history, and so does its button. */
export function replacesSearch(request: { form?: HTMLFormElement | null }, next: string): boolean {
	const isTyped = typed.has(request);
	if (!isTyped && !request.form?.matches("[role=search]")) return false;
	const isNext = address === location.href;
	address = isTyped ? new URL(next, location.href).href : "";
	return isNext;
}

/**
 * Copies the text typed meanwhile into the field of the answer. htmx moves the focus and the caret there.
 * @returns false while an input method is composing: replacing the field would end the composition
 */
export function keepTyped(request: object, answer: ParentNode): boolean {
	if (!typed.has(request)) return true;
	const [present, next] = [fieldIn(document), fieldIn(answer)];
	if (present && next) next.value = present.value;
	return !isComposing;
}
