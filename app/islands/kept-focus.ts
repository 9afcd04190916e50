/** Elements that may take the focus instead: never a button, which would act when pressed again. */
const CONTROLS = "a[href], button[type=button], input:not([type=hidden]), select, textarea, summary";

const MESSAGES = ".toasts, [role=status], [role=alert]";

/** The element that had the focus last, and where it stood. */
interface Place {
	element: Element;
	/** Its ancestors from the inside out, with their positions. */
	around: { element: Element; index: number }[];
	page: Page;
}

interface Page {
	path: string;
	/** The filters of a list; on some screens it names the page, such as a day of the grid. */
	search: string;
	heading: string;
}

/** Looks again for what should have the focus: something may be shown only now that was there before. */
export let mendFocus = (): void => {};

/** What had the focus goes, and something else is to have it. */
export let forgetFocus = (): void => {};

/**
 * Keeps the focus when the focused element disappears, such as a button after its action or a row that no longer
 * matches the filter: it goes to the element's twin, else to its replacement, else, on another page, to the page
 * itself. What a link led to is shown from its top.
 * @returns ends it
 */
export function keepFocus(): () => void {
	let last: Place | undefined;
	/** Where the focus was before it went to a message. */
	let before: Element | undefined;
	const note = ({ target }: FocusEvent) => {
		if (!(target instanceof Element)) return;
		last = placeOf(target);
		if (!target.closest(MESSAGES)) before = target;
	};
	const forget = ({ target }: Event) => {
		if (target instanceof Element && !target.closest(`${CONTROLS}, button, label`)) last = undefined;
	};
	const mend = () => {
		if (!last || last.element.isConnected || hasFocus()) return;
		const { element, page } = last;
		const next = successorOf(last, before);
		const isElsewhere = page.path !== location.pathname || page.search !== location.search;
		// The page itself begins with its header, which is above what takes the focus.
		if (next instanceof HTMLElement) next.focus({ preventScroll: isElsewhere || next.matches("main") });
		keepCaret(element, next);
	};
	mendFocus = mend;
	forgetFocus = () => {
		last = undefined;
	};
	const observer = new MutationObserver(mend);
	observer.observe(document.body, { childList: true, subtree: true });
	document.addEventListener("focusin", note);
	document.addEventListener("pointerdown", forget);
	return () => {
		observer.disconnect();
		document.removeEventListener("focusin", note);
		document.removeEventListener("pointerdown", forget);
	};
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;

function placeOf(element: Element): Place {
	const around: Place["around"] = [];
	for (let inner = element, outer = inner.parentElement; outer; inner = outer, outer = outer.parentElement) {
		around.push({ element: outer, index: [...outer.children].indexOf(inner) });
	}
	return { element, around, page: pageNow() };
}

const pageNow = (): Page => ({
	path: location.pathname,
	search: location.search,
	// Not the number of a list that follows the words.
	heading: document.querySelector("main h1:not(dialog *)")?.firstChild?.textContent ?? "",
});

/** An address that differs after the question mark may be the same page, narrowed or sorted: then its heading stays. */
function isOther(page: Page): boolean {
	const { path, search, heading } = pageNow();
	return page.path !== path || (page.search !== search && page.heading !== heading);
}

function successorOf({ element, around, page }: Place, before: Element | undefined): Element | null | undefined {
	const depth = around.findIndex((one) => one.element.isConnected);
	const left = around[depth]?.element;
	// A dialog that closes gives the focus back itself.
	if (!left || around.slice(0, depth).some((one) => one.element instanceof HTMLDialogElement)) return;
	const main = document.querySelector("main");
	if (main) main.tabIndex = -1;
	if (isOther(page)) return main;
	const twin = twinOf(element, left);
	if (twin) return twin;
	const isPage = left.contains(main);
	const isMessage = around.some((one) => one.element.matches(MESSAGES));
	if ((isPage || isMessage) && before?.isConnected) return before;
	let place = left;
	const inside: Element[] = [];
	for (const { index } of around.slice(0, depth + 1).reverse()) {
		const child = place.children[Math.min(index, place.children.length - 1)];
		if (!child) break;
		inside.unshift(child);
		place = child;
	}
	if (!isPage)
		for (let outer: Element | null = left; outer && outer !== main; outer = outer.parentElement) inside.push(outer);
	for (const one of inside) {
		// If a list has become empty, the message about that, not the tools below it.
		if (one instanceof HTMLElement && one.matches(".empty")) {
			one.tabIndex = -1;
			return one;
		}
		const control = one.matches(CONTROLS) ? one : one.querySelector(CONTROLS);
		if (control) return control;
	}
	return main;
}

/** Finds the control of the same identity in a recreated form. */
function twinOf(element: Element, within: Element): Element | undefined {
	const wanted = identityOf(element);
	if (!wanted) return;
	const others = [...within.querySelectorAll(element.tagName)].filter((one) => !one.closest(MESSAGES));
	return others.find((one) => identityOf(one) === wanted);
}

const isTyped = (element: Element) => element.matches("textarea, input:not([type=checkbox], [type=radio])");

/** Keeps the cursor where it was, so that typing can go on. */
function keepCaret(from: Element, to: unknown): void {
	if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.name === to.name)) return;
	if (isTyped(to) && from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

/** Controls with the same name differ by their values; a typed value does not identify a control. */
function identityOf(element: Element): string | undefined {
	const name = element.getAttribute("name");
	if (isTyped(element)) return name ?? undefined;
	if (name) return `${name}=${element.getAttribute("value")}`;
	const form = element instanceof HTMLButtonElement && element.type === "submit" ? element.form : null;
	return form ? `submit ${form.getAttribute("aria-labelledby")} ${element.textContent}` : undefined;
}
