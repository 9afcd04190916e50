/** What is chosen in a row or for an entry is saved by itself: a status when it is chosen, a track by its button. */
import { isChanged } from "./changed-fields.ts";
import { changeEntry } from "./fragments.ts";

/** Delay, because arrow keys pass through every value on the way to the intended one. */
const WAIT_MS = 350;
/** Characters of a title in a message. */
const MOST_OF_TITLE = 32;

type Control = HTMLSelectElement | HTMLInputElement;

/** A choice that is not saved yet. Everything is read when it is made: its row may be gone when it is sent. */
interface Choice {
	to: string;
	/** The name and value of the field beside it, which says what was stored. */
	seen: { name: string; value: string };
	action: string;
	/** Number of its entry. */
	id: string;
	/** Says that it was not saved, with `{message}`. */
	unsaved: string;
	timer: number;
	/** The value that is on its way. */
	sent?: string | undefined;
}

/** By the names of their controls. */
const choices = new Map<string, Choice>();
/** Choices that wait for their button, so that going to another entry and back loses none. */
const staged = new Map<string, string>();

const CONTROLS = "[data-choice]";
const SAVE = ".save-row";
const controls = () => [...document.querySelectorAll<Control>(CONTROLS)];
const isStaged = ({ dataset }: Control) => dataset.choice === "staged";
const seenBeside = (control: Control) =>
	control.closest(".choice-cell, fieldset")?.querySelector<HTMLInputElement>("[type=hidden]");

export function saveChoices(): void {
	document.addEventListener("change", ({ target }) => {
		const control = target as Control;
		if (!control.matches?.(CONTROLS)) return;
		if (isStaged(control)) stage(control);
		else choose(control);
	});
	document.addEventListener(
		"submit",
		(event) => {
			const button = event.submitter;
			if (!button?.matches(SAVE)) return;
			event.preventDefault();
			event.stopImmediatePropagation();
			for (const control of controls().filter((one) => isStaged(one) && rowOf(one) === rowOf(button))) {
				staged.delete(control.name);
				choose(control, { atOnce: true });
				// The button goes.
				control.focus();
				offerSaving(control);
			}
		},
		true,
	);
	addEventListener("pagehide", () => {
		for (const [name, choice] of choices) {
			// What is on its way will be stored first, or this one is refused.
			if (choice.sent !== undefined) choice.seen = { ...choice.seen, value: choice.sent };
			choice.sent = undefined;
			void send(name);
		}
	});
}

/** Saves a choice. @param atOnce it is meant, and not a step on the way */
export function choose(control: Control, { atOnce = false } = {}): void {
	const { name, value, form } = control;
	const seen = seenBeside(control);
	if (!form || !seen) return;
	const present = choices.get(name);
	clearTimeout(present?.timer);
	const [what = "", id = ""] = name.split("-");
	const words = form.dataset;
	const why = words[what === "track" ? "unsavedTrack" : "unsavedStatus"] ?? "{message}";
	const choice: Choice = {
		to: value,
		seen: present?.seen ?? { name: seen.name, value: seen.value },
		action: form.action,
		id,
		unsaved: (words.setTo ?? "{message}")
			.replace("{message}", () => why)
			.replace("{title}", () => titleBeside(control)),
		timer: window.setTimeout(() => void send(name), atOnce ? 0 : WAIT_MS),
		sent: present?.sent,
	};
	choices.set(name, choice);
}

/** One request at a time: only its answer tells from which value the next change starts. */
async function send(name: string): Promise<void> {
	const choice = choices.get(name);
	if (!choice || choice.sent !== undefined) return;
	clearTimeout(choice.timer);
	const { to, seen, action, id, unsaved } = choice;
	if (to !== seen.value) {
		choice.sent = to;
		const isSaved = await changeEntry(action, { [name]: to, [seen.name]: seen.value }, { id, topic: name, unsaved });
		const present = choices.get(name) ?? choice;
		present.sent = undefined;
		if (isSaved) present.seen = { ...seen, value: to };
		for (const control of controls()) if (isSaved && control.name === name) setStored(control, to);
		if (present.to !== to) return send(name);
	}
	choices.delete(name);
	for (const control of controls()) if (control.name === name) reset(control);
}

/** Notes in the page what is stored now: its answer may have come after another page, with the value before. */
function setStored(control: Control, value: string): void {
	const seen = seenBeside(control);
	if (seen) seen.value = value;
	if (control instanceof HTMLInputElement) control.defaultChecked = control.value === value;
	else for (const option of control.options) option.defaultSelected = option.value === value;
}

function stage(control: Control): void {
	if (control.value === seenBeside(control)?.value) staged.delete(control.name);
	else staged.set(control.name, control.value);
	offerSaving(control);
}

const rowOf = (element: Element) => element.closest("tr, .reading-tools");

function offerSaving(control: Control): void {
	rowOf(control)?.querySelector(SAVE)?.toggleAttribute("data-needed", staged.has(control.name));
}

/** The title of the entry that a control is about. */
function titleBeside(control: Control): string {
	const title = control.closest("tr")?.querySelector("th a") ?? document.getElementById("reading-title");
	const text = [...(title?.textContent?.trim() ?? "")];
	return text.length > MOST_OF_TITLE ? `${text.slice(0, MOST_OF_TITLE).join("")}…` : text.join("");
}

function show(control: Control, value: string): void {
	if (control instanceof HTMLSelectElement) control.value = value;
	else control.checked = control.value === value;
}

/** Shows what the page says is stored. */
function reset(control: Control): void {
	if (control instanceof HTMLInputElement) control.checked = control.defaultChecked;
	else for (const option of control.options) option.selected = option.defaultSelected;
}

/**
 * Shows in a part that came what is chosen and not saved.
 * @param isFirst the page was loaded. What was chosen before the script ran is offered for saving; what would save itself is
 * put back, because the browser may have filled it in on a reload, and others may have chosen since.
 */
export function restoreChoices(isFirst: boolean): void {
	for (const control of controls()) {
		const to = choices.get(control.name)?.to ?? staged.get(control.name);
		if (to !== undefined) show(control, to);
		else if (isFirst && isStaged(control) && isChanged(control as HTMLInputElement)) stage(control);
		else if (isChanged(control as HTMLInputElement)) reset(control);
		if (!isStaged(control)) continue;
		if (control.value === seenBeside(control)?.value) staged.delete(control.name);
		offerSaving(control);
	}
}
