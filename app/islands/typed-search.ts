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

function wait(field: HTMLInputElement): void {
	clearTimeout(timer);
	timer = window.setTimeout(() => {
		// The answer to an earlier search has brought another field, with what was typed.
		const present = field.isConnected ? field : fieldIn(document);
		if (!present || present.value === present.defaultValue) return;
		isTyped = true;
		present.form?.requestSubmit();
		isTyped = false;
	}, PAUSE_MS);
}

export function searchAsTyped(): void {
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
export function noteSearch(request: { body: FormData }): void {
	if (!isTyped) return;
	typed.add(request);
	for (const [name, value] of [...request.body]) if (value === "") request.body.delete(name);
}

/** Whether the address of a typed search takes the place of the present one, which came from typing too. */
export function replacesSearch(request: object, next: string): boolean {
	if (!typed.has(request)) return false;
	const isNext = address === location.href;
	address = new URL(next, location.href).href;
	return isNext;
}

/**
 * Keeps in the answer what was typed since it was asked for. The library moves the focus and the caret there.
 * @returns whether the answer may be shown: never while an input method is composing, which another field would end
 */
export function keepTyped(request: object, answer: ParentNode): boolean {
	if (!typed.has(request)) return true;
	const [present, next] = [fieldIn(document), fieldIn(answer)];
	if (present && next) next.value = present.value;
	return !isComposing;
}
