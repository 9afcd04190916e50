import { collect, type Values } from "./form-values.ts";
import { made } from "./made.ts";
import { parsedPage } from "./parsed-page.ts";
import { hideUnasked } from "./summary.ts";

export interface Hooks {
	/** Saves the values of the form. */
	before(): void;
	/** Enhances the new fields. */
	after(): void;
	/** Waits until no button is being pressed. */
	released(): Promise<void>;
}

/**
 * For a form whose questions depend on a track: replaces them in place when another track is chosen. If that fails, the
 * button loads the page, as without scripts. The form loads this with the first choice.
 * @param first the radio button that was chosen
 */
export function switchForm(
	form: HTMLFormElement,
	texts: Record<string, string>,
	hooks: Hooks,
	first: HTMLInputElement,
): void {
	const button = form.querySelector<HTMLButtonElement>('[name="do.switch"]');
	const radios = [...form.querySelectorAll<HTMLInputElement>("[data-path]")];
	if (!button || radios.length === 0) return;
	const place = made("p", { class: "field-note", role: "status" });
	button.before(place);
	const left = new Map<string, Element>();
	form.addEventListener("reset", () => left.clear());
	let last = 0;
	// Submitting cancels a running replacement.
	form.addEventListener("submit", () => {
		last += 1;
	});
	const change = (radio: HTMLInputElement) => {
		const path = `${radio.dataset.path}${location.search}`;
		place.textContent = "…";
		hooks.before();
		const typed = collect(form);
		last += 1;
		const mine = last;
		exchange(form, path, left, { isWanted: () => mine === last, released: hooks.released }).then(
			(exchanged) => {
				// The choice has changed in the meantime: the latest one wins.
				if (!exchanged) return;
				button.remove();
				history.replaceState(history.state, "", path);
				// An emptied form keeps its track.
				for (const one of radios) one.defaultChecked = one === radio;
				hooks.after();
				takeAlong(form, typed);
				place.textContent = texts.switched ?? "";
			},
			() => {
				place.textContent = "";
				place.after(button);
			},
		);
	};
	for (const radio of radios) radio.addEventListener("change", () => change(radio));
	change(radios.find(({ checked }) => checked) ?? first);
}

/** The answers to what both forms ask follow to where there is none. @param typed what the form held before */
function takeAlong(form: HTMLFormElement, typed: Values): void {
	for (const names of JSON.parse(form.dataset.alike ?? "[]") as string[][]) {
		const text = names.map((name) => typed[name]?.[0]).find(Boolean);
		for (const name of names) {
			const control = form.elements.namedItem(name);
			if (!text || !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue;
			if (control.value !== "") continue;
			control.value = text;
			control.dispatchEvent(new Event("input", { bubbles: true }));
		}
	}
}

/** Replaces the sections that differ. Restores previously filled sections. */
async function exchange(
	form: HTMLFormElement,
	path: string,
	left: Map<string, Element>,
	{ isWanted, released }: { isWanted: () => boolean } & Pick<Hooks, "released">,
): Promise<boolean> {
	const answer = await fetch(path);
	const page = parsedPage(await answer.text());
	await released();
	if (!isWanted()) return false;
	const other = page.querySelector<HTMLFormElement>("form.programme");
	if (!answer.ok || !other) throw new Error("not the form that was expected");
	for (const section of other.querySelectorAll<HTMLElement>(":scope > section")) {
		const present = document.getElementById(section.id);
		const names = namesIn(section);
		if (!present || namesIn(present) === names) continue;
		left.set(namesIn(present), present);
		present.replaceWith(left.get(names) ?? document.adoptNode(section));
	}
	form.setAttribute("action", other.getAttribute("action") ?? "");
	hideUnasked();
	return true;
}

function namesIn(section: Element): string {
	return [...section.querySelectorAll<HTMLInputElement>("input, select, textarea")].map(({ name }) => name).join();
}
