/** Live help inside a form's fields. Every function may run again after fields were replaced. */

import { countCharacters, countWords } from "../programmes/text-length.ts";
import { made } from "./made.ts";

/** Live counts of texts with a length hint. Announced only after a pause. */
export function showCounts(form: HTMLFormElement): void {
	for (const area of form.querySelectorAll<HTMLTextAreaElement>("[data-count]:not([data-live])")) {
		area.dataset.live = "";
		const limit = Number(area.dataset.limit);
		const count = area.dataset.count === "words" ? countWords : countCharacters;
		const line = made("p", { "aria-live": "polite" });
		const printed = area.nextElementSibling;
		if (printed?.classList.contains("field-note")) printed.remove();
		area.after(line);
		const show = () => {
			const text = area.value.trim();
			// Empty texts, as most are at first, are not counted: the first count loads large Unicode tables.
			const n = text ? count(text) : 0;
			line.className = n > limit ? "field-note over-limit" : "field-note";
			line.textContent = (area.dataset.countText ?? "").replace("{n}", String(n));
		};
		area.addEventListener("input", show);
		show();
	}
}

/** Shows at once the answers that a ticked box copies, and locks and unlocks them. The server copies them anyway. */
export function copyAnswers(form: HTMLFormElement): void {
	for (const tick of form.querySelectorAll<HTMLInputElement>("[data-copies]:not([data-live])")) {
		tick.dataset.live = "";
		// Unticking unlocks here: the server need not.
		for (const shown of tick.parentElement?.querySelectorAll("[type=hidden]") ?? []) shown.remove();
		const copies = Object.entries(JSON.parse(tick.dataset.copies ?? "{}") as Record<string, string>);
		const typed = new Map<string, string>();
		const control = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
		const copy = (isTyped: boolean) => {
			for (const [target, source] of copies) {
				const input = control(target);
				const before = input.value;
				if (tick.checked) {
					if (isTyped && !input.readOnly) typed.set(target, before);
					input.value = control(source).value;
				} else if (input.readOnly) input.value = typed.get(target) ?? "";
				input.readOnly = tick.checked;
				// As if it was typed: an answer shown as wrong no longer is.
				if (input.value !== before) input.dispatchEvent(new Event("input", { bubbles: true }));
			}
		};
		form.addEventListener("input", () => copy(true));
		copy(false);
	}
}
