import { made } from "./made.ts";

/** Says above a form why nothing was stored, and takes the focus there. Everything typed stays. */
export function sayAbove(form: HTMLFormElement, ...said: (string | Node)[]): void {
	form.parentElement?.querySelector(":scope > [data-said]")?.remove();
	const line = made("p", { class: "banner wrong", role: "alert", tabindex: "-1", "data-said": "" }, ...said);
	form.before(line);
	line.focus();
}
