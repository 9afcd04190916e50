/** The questions of a form that have no answer yet. The server judges a form; this is only about empty fields. */
import { isAsked } from "./summary.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Says above the form which required questions are unanswered, as the server would, and sends nothing.
 * @returns whether there are any
 */
export function showMissing(form: HTMLFormElement): boolean {
	const missing = [...form.querySelectorAll<HTMLElement>("[data-missing]")].filter(isMissing);
	if (missing.length === 0) return false;
	form.parentElement?.querySelector(":scope > .summary")?.remove();
	const summary = document.createElement("div");
	summary.id = "errors";
	summary.className = "summary";
	summary.tabIndex = -1;
	summary.setAttribute("role", "alert");
	const title = document.createElement("h2");
	title.textContent = form.dataset.problems ?? "";
	const list = document.createElement("ul");
	for (const field of missing) {
		field.classList.add("wrong");
		field.removeAttribute("data-changed");
		const [first] = controlsOf(field);
		for (const control of controlsOf(field)) control.ariaInvalid = "true";
		const line = document.createElement("li");
		const link = document.createElement("a");
		link.href = `#${first?.id}`;
		link.textContent = field.dataset.missing ?? "";
		line.append(link);
		list.append(line);
	}
	summary.append(title, list);
	form.parentElement?.prepend(summary);
	summary.focus();
	return true;
}

/** Those of the question itself, without those of questions that depend on it. */
function controlsOf(field: HTMLElement): Control[] {
	const controls = [...field.querySelectorAll<Control>("input:not([type=hidden]), select, textarea")];
	return controls.filter((control) => control.closest(".field") === field);
}

function isMissing(field: HTMLElement): boolean {
	const controls = controlsOf(field);
	const [first] = controls;
	// A photo that the server has is shown beside its field.
	if (!first || !isAsked(`#${first.id}`) || field.querySelector(".photo-kept")) return false;
	return controls.every((control) =>
		/^(checkbox|radio)$/.test(control.type) ? !(control as HTMLInputElement).checked : control.value.trim() === "",
	);
}
