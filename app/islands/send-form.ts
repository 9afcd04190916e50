/**
 * Sends the forms of a page by script. The browser would replace the page by its own error page if no answer came, and
 * everything typed would be gone; so the page stays until there is an answer, and then shows it as the browser would.
 */
import { focusHeading } from "./focus-heading.ts";
import { formBody } from "./form-body.ts";
import { showMissing } from "./missing.ts";
import { parsedPage } from "./parsed-page.ts";
import { sayAbove } from "./refusal-line.ts";
import { replacePage } from "./replaced-page.ts";

/** Tells the server that a script sent the form: it names the next page instead of leading there. */
const BY_SCRIPT = { "X-Requested-With": "form" };
/** Tells the server that Enter sent the form: it is not a decision to send what is unfinished. */
const BY_ENTER = "by-enter";

/** Number of the answer that the page shows. To show an earlier one, the browser loads the page again. */
let answers: number = history.state?.answer ?? 0;

/** Longer than a page takes to arrive on a slow line. */
const LEAVING_MS = 20_000;

interface Show {
	/** Improves a page whose content was replaced. */
	improve(): void;
	/** Nothing was stored. */
	failed?(): void;
	/** Shows an answer in the dialog that the form is in. @throws Error if it is not one to be shown there */
	inDialog?(dialog: HTMLDialogElement, page: Document): void;
}

/** Sends each form in which something can be typed or chosen. */
export function sendForms(show: Show): void {
	const busy = new WeakSet<HTMLFormElement>();
	// Enter in a field presses the main button. Other ways to press a button may leave the focus in the field, too.
	let entered: HTMLFormElement | null = null;
	document.addEventListener(
		"keydown",
		({ key, target }) => {
			entered = key === "Enter" && target instanceof HTMLInputElement && target.type !== "submit" ? target.form : null;
		},
		true,
	);
	document.addEventListener(
		"keyup",
		() => {
			entered = null;
		},
		true,
	);
	const isByEnter = (form: HTMLFormElement, pressed: HTMLElement | null) =>
		entered === form && !pressed?.getAttribute("name");
	// Runs before the listeners of the form, which would take an unfinished form for a sent one.
	document.addEventListener(
		"submit",
		(event) => {
			const form = event.target;
			if (!isFilledIn(form)) return;
			if (!busy.has(form) && !(isByEnter(form, event.submitter) && showMissing(form))) return;
			event.preventDefault();
			event.stopPropagation();
		},
		true,
	);
	document.addEventListener("submit", (event) => {
		const form = event.target;
		if (!isFilledIn(form) || event.defaultPrevented) return;
		event.preventDefault();
		busy.add(form);
		const sending = send(form, event.submitter, isByEnter(form, event.submitter), show);
		const sayOwn = saySending(form, event.submitter);
		const free = () => {
			busy.delete(form);
			sayOwn();
		};
		// The page may come back with the Back button as it was left.
		addEventListener("pageshow", free, { once: true });
		sending.finally(free).catch((error) => {
			show.failed?.();
			sayAbove(form, error instanceof Refusal ? error.message : wordFor(form, "offline"));
		});
	});
	addEventListener("popstate", ({ state }) => {
		if (state?.answer !== undefined && state.answer !== answers) location.reload();
	});
}

function isFilledIn(form: EventTarget | null): form is HTMLFormElement {
	return (
		form instanceof HTMLFormElement &&
		form.method === "post" &&
		form.target === "" &&
		form.querySelector("input:not([type=hidden]), select, textarea") !== null
	);
}

/** What to say of a form of which nothing is known: it has words of its own, or the page has. */
function wordFor(form: HTMLElement, name: "offline" | "failed"): string {
	return form.dataset[name] ?? form.dataset.offline ?? document.getElementById("main")?.dataset[name] ?? "";
}

/** An answer that is not the page of the form: its message says why nothing was stored. */
class Refusal extends Error {}

/** The main button says that the form is being sent, and nothing is typed meanwhile. @returns what frees the form again */
function saySending(form: HTMLFormElement, pressed: HTMLElement | null): () => void {
	const button = form.querySelector<HTMLButtonElement>(".actions button.primary");
	const label = button?.textContent ?? "";
	const isMain = button && (!pressed?.getAttribute("name") || pressed === button);
	if (isMain) {
		button.textContent = form.dataset.sending ?? label;
		button.disabled = true;
	}
	form.inert = true;
	return () => {
		form.inert = false;
		if (!isMain) return;
		button.textContent = label;
		button.disabled = false;
	};
}

/** @throws TypeError where no answer came; Refusal where it is none that can be shown */
async function send(
	form: HTMLFormElement,
	pressed: HTMLElement | null,
	byEnter: boolean,
	{ improve, inDialog }: Show,
): Promise<void> {
	const action = new URL(form.getAttribute("action") ?? "", location.href);
	const body = form.enctype === "multipart/form-data" ? new FormData(form) : formBody(form);
	if (pressed instanceof HTMLButtonElement && pressed.name) body.append(pressed.name, pressed.value);
	if (byEnter) body.append(BY_ENTER, "1");
	const answer = await fetch(action, { method: "POST", body, headers: BY_SCRIPT });
	const dialog = form.closest<HTMLDialogElement>("dialog[data-over]");
	const to = answer.headers.get("Location");
	if (to) {
		// It was accepted: whatever fails from here on, the next page is the one to see.
		if (dialog || isHere(to)) {
			try {
				const page = parsedPage(await (await fetch(to)).text());
				const place = new URL(to, location.href);
				return dialog ? inDialog?.(dialog, page) : showPage(page, place, improve);
			} catch {
				location.assign(to);
			}
		} else location.assign(to.replace(/#$/, ""));
		// The form cannot be sent again until the next page replaces it, or does not.
		return new Promise((done) => setTimeout(done, LEAVING_MS));
	}
	const page = parsedPage(await answer.text());
	if (!page.getElementById("main")) throw new Refusal(wordFor(form, "failed"));
	const comesBack = [...page.forms].some((one) => one.getAttribute("action") === form.getAttribute("action"));
	if (!answer.ok && answer.status !== 422 && !comesBack) {
		const said = [...page.querySelectorAll("#main :is(h1, p)")].map(({ textContent }) => textContent);
		throw new Refusal(said.join(" "));
	}
	if (dialog) inDialog?.(dialog, page);
	else showPage(page, action, improve);
}

/** Whether an address is that of the page, which the browser would not load again for a place in it. */
function isHere(to: string): boolean {
	const { pathname, search } = new URL(to, location.href);
	return pathname === location.pathname && search === location.search;
}

/** Shows an answer in place of the page, as the browser would. */
function showPage(page: Document, address: URL, improve: () => void): void {
	if (!replacePage(page)) throw new Error("not the page that was expected");
	// Each answer is a step of the history, as without scripts.
	history.replaceState({ answer: answers }, "");
	answers += 1;
	history.pushState({ answer: answers }, "", address);
	improve();
	const place = document.getElementById(address.hash.slice(1));
	if (place) {
		place.scrollIntoView();
		place.focus();
	} else {
		scrollTo(0, 0);
		focusHeading();
	}
}
