import { parsedPage } from "./parsed-page.ts";
import { released } from "./pointer-press.ts";
import { hideUnasked } from "./summary.ts";

interface Hooks {
	/** Saves the values of the form. */
	before(): void;
	/** Enhances the new fields. */
	after(): void;
}

/**
 * Replaces the questions in place when another track is chosen. If that fails, the button loads the page, as without
 * scripts.
 */
export function switchForm(form: HTMLFormElement, texts: Record<string, string>, hooks: Hooks): void {
	const button = form.querySelector<HTMLButtonElement>('[name="do.switch"]');
	const radios = [...form.querySelectorAll<HTMLInputElement>("[data-path]")];
	if (!button || radios.length === 0) return;
	const place = document.createElement("p");
	place.className = "field-note";
	place.setAttribute("role", "status");
	button.replaceWith(place);
	const left = new Map<string, Element>();
	form.addEventListener("reset", () => left.clear());
	let last = 0;
	// Submitting cancels a running replacement.
	form.addEventListener("submit", () => {
		last += 1;
	});
	for (const radio of radios) {
		radio.addEventListener("change", () => {
			const path = `${radio.dataset.path}${location.search}`;
			place.textContent = "…";
			hooks.before();
			last += 1;
			const mine = last;
			exchange(form, path, left, () => mine === last).then(
				(exchanged) => {
					// The choice has changed in the meantime: the latest one wins.
					if (!exchanged) return;
					history.replaceState(history.state, "", path);
					// An emptied form keeps its track.
					for (const one of radios) one.defaultChecked = one === radio;
					hooks.after();
					place.textContent = texts.switched ?? "";
				},
				() => place.replaceWith(button),
			);
		});
	}
}

/** Replaces the sections that differ. Restores previously filled sections. */
async function exchange(
	form: HTMLFormElement,
	path: string,
	left: Map<string, Element>,
	isWanted: () => boolean,
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
