import { openDialog } from "./dialog.ts";

const TYPING = "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), textarea, select";

export type Shortcuts = readonly (readonly [key: string, what: string])[];

/** The keys of a page of an entry. They do nothing while someone types, uses a select or has a dialog open. */
export function listenToKeys(actions: { step(name: string): void; help(): void; mayMark(): boolean }): void {
	const steps: Record<string, string> = { j: "next", k: "previous", n: "waiting" };
	addEventListener("keydown", (event) => {
		const { target, repeat, isComposing } = event;
		if (event.ctrlKey || event.metaKey || event.altKey || isComposing || event.defaultPrevented) return;
		if (document.querySelector("dialog[open]") || (target instanceof Element && target.matches(TYPING))) return;
		// With Caps Lock too.
		const key = event.key.toLowerCase();
		const step = steps[key];
		const control = /^[0-5aur]$/.test(key) ? controlFor(key) : undefined;
		if (step) actions.step(step);
		else if (key === "?") actions.help();
		else if (!control) return;
		else if (!repeat && actions.mayMark()) control.click();
		event.preventDefault();
	});
}

/** What a key chooses: a mark for the criterion that has the focus, or else the first without one; or a recommendation. */
function controlFor(key: string): HTMLInputElement | undefined {
	const isMark = /\d/.test(key);
	const fields = [...document.querySelectorAll("#main fieldset")].filter(
		(field) => (field.querySelector("[name=recommendation]") === null) === isMark,
	);
	const field =
		fields.find((one) => one.contains(document.activeElement)) ??
		fields.find((one) => !isMark || !one.querySelector(":checked"));
	return field?.querySelector<HTMLInputElement>(`[aria-keyshortcuts="${key}"]`) ?? undefined;
}

/** A line that says that there are keys, and lists them. Nobody is offered it who has nothing to press them on. */
export function keysOffer(label: string, help: () => void): HTMLElement {
	const line = document.createElement("p");
	line.className = "keys-offer";
	const button = document.createElement("button");
	button.type = "button";
	button.className = "button-link";
	button.textContent = label;
	button.addEventListener("click", help);
	const key = document.createElement("kbd");
	key.textContent = "?";
	line.append(button, " ", key);
	return line;
}

export function showShortcuts(title: string, close: string, shortcuts: Shortcuts): void {
	const heading = document.createElement("h2");
	heading.id = "shortcuts-title";
	heading.textContent = title;
	const list = document.createElement("dl");
	for (const [key, what] of shortcuts) {
		const row = document.createElement("div");
		row.className = "shortcut";
		const name = document.createElement("dt");
		const kbd = document.createElement("kbd");
		kbd.textContent = key;
		name.append(kbd);
		const meaning = document.createElement("dd");
		meaning.textContent = what;
		row.append(name, meaning);
		list.append(row);
	}
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = close;
	const opener = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
	const dialog = openDialog(opener, [heading, list, button]);
	dialog.className = "shortcuts";
	dialog.setAttribute("aria-labelledby", heading.id);
	button.addEventListener("click", () => dialog.close());
}
