/** Keeps what is typed while another part of the page is looked at. Forms name it in `data-keeps`. */
import { isChanged } from "./changed-fields.ts";
import { DIALOG_REMOVED } from "./console-dialog.ts";
import { changeEntry } from "./fragments.ts";

/** Unsaved texts, with the hidden fields beside them, and how they are saved when their form goes. */
interface Kept {
	texts: Readonly<Record<string, string>>;
	action: string;
	/** Name of the button that saves them; undefined: nothing does but the button itself. */
	saves: string | undefined;
	/** Says that they were not saved, with `{message}`. */
	unsaved: string;
}

const kept = new Map<string, Kept>();

const forms = (root: ParentNode) => [...root.querySelectorAll<HTMLFormElement>("form[data-keeps]")];
const nameOf = (form: HTMLFormElement) => form.dataset.keeps ?? "";
const fieldsOf = (form: HTMLFormElement) =>
	[...form.elements].filter(
		(one): one is HTMLInputElement =>
			one.matches("[name]:not(button)") && (one as HTMLInputElement).name !== "formToken",
	);

export function keepTexts(): void {
	document.addEventListener("input", ({ target }) => {
		const { form } = target as HTMLInputElement;
		if (!form?.dataset.keeps) return;
		const fields = fieldsOf(form);
		if (!fields.some(isChanged)) kept.delete(nameOf(form));
		else kept.set(nameOf(form), keptIn(form, fields));
	});
	document.addEventListener(DIALOG_REMOVED, () => saveTexts(document));
	addEventListener("pagehide", () => saveTexts(undefined));
}

/** Shows again what was typed. */
export function restoreTexts(): void {
	for (const form of forms(document))
		for (const field of fieldsOf(form)) field.value = kept.get(nameOf(form))?.texts[field.name] ?? field.value;
}

/** The server has taken the form, or shows it again as it was typed. */
export function forgetTexts(form: HTMLElement): void {
	if (form instanceof HTMLFormElement) kept.delete(nameOf(form));
}

function keptIn(form: HTMLFormElement, fields: readonly HTMLInputElement[]): Kept {
	const { saves, unsavedNotes = "{message}" } = form.dataset;
	const title = document.getElementById("reading-title")?.textContent ?? "";
	return {
		texts: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
		action: form.action,
		saves,
		unsaved: unsavedNotes.replace("{title}", () => title),
	};
}

/** Saves texts whose form goes, as its button would. @param next what comes; undefined: another page */
export function saveTexts(next: ParentNode | undefined): void {
	for (const [name, one] of kept) {
		const { texts, action, saves, unsaved } = one;
		const stays = next && forms(next).some((form) => nameOf(form) === name);
		if (saves === undefined || stays) continue;
		const about = { id: texts.id ?? "", topic: name, unsaved };
		void changeEntry(action, { ...texts, [saves]: "" }, about).then((isSaved) => {
			// Something else may have been typed meanwhile.
			if (isSaved && kept.get(name) === one) kept.delete(name);
		});
	}
}
