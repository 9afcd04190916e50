import { pageAt } from "./dialog.ts";
import { formBody } from "./form-body.ts";

const PAUSE_MS = 300;

/** Keeps what a form's button shows up to date while somebody types. The button does the same without scripts. */
export function previewAsTyped(): void {
	const button = document.querySelector<HTMLButtonElement>("[data-shows]");
	const form = button?.form;
	if (!button || !form) return;
	const id = button.dataset.shows ?? "";
	let timer = 0;
	let last = 0;
	form.addEventListener("input", () => {
		clearTimeout(timer);
		timer = window.setTimeout(() => {
			if (!form.isConnected) return;
			last += 1;
			const mine = last;
			const body = formBody(form);
			body.set(button.name, button.value);
			pageAt(fetch(form.action, { method: "POST", body })).then(
				(page) => {
					const shown = page.getElementById(id);
					// What cannot be shown yet, such as an option without a label, leaves what was shown before.
					if (mine === last && form.isConnected && shown && !page.getElementById("errors")) {
						document.getElementById(id)?.replaceChildren(...shown.childNodes);
					}
				},
				() => {
					// Offline: the button says so.
				},
			);
		}, PAUSE_MS);
	});
}
