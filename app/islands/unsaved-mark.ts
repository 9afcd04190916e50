import { type Control, isChanged } from "./changed-fields.ts";
import { made } from "./made.ts";

/** Says at the buttons of a form that something in it is not saved: the form has the words in `data-unsaved`. */
export function markUnsaved(): void {
	document.addEventListener("change", ({ target }) => {
		const control = target as HTMLInputElement;
		const form = control.form;
		if (!form?.dataset.unsaved) return;
		const details = form.querySelector<HTMLDetailsElement>("[data-opened-by]");
		if (details && control.name === "state") details.open = control.value === details.dataset.openedBy;
		const mark = form.querySelector("[data-unsaved-mark]");
		const changed = [...form.querySelectorAll<Control>("input, select, textarea")].some(isChanged);
		if (!changed) mark?.remove();
		else if (!mark) {
			const words = made("span", { class: "status status-hold", "data-unsaved-mark": "" }, form.dataset.unsaved ?? "");
			form.querySelector(".actions button")?.after(" ", words);
		}
	});
}
