/** The questions of a form that have no answer yet. The server judges a form; this is only about empty fields. */
import { made } from "./made.ts";
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
	const lines = missing.map((field) => {
		field.classList.add("wrong");
		field.removeAttribute("data-changed");
		const controls = controlsOf(field);
		for (const control of controls) control.ariaInvalid = "true";
		const said = field.dataset.missing || field.querySelector(".error")?.lastChild?.textContent;
		return made("li", {}, made("a", { href: `#${controls[0]?.id}` }, said ?? ""));
	});
	const title = made("h2", {}, form.dataset.problems ?? "");
	const about = { id: "errors", class: "summary", role: "alert", tabindex: "-1" };
	const summary = made("div", about, title, made("ul", {}, ...lines));
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
