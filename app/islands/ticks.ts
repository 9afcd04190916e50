/** The ticked rows of a list: they stay ticked on other pages of it, and beside an entry that is read. */
import { SCREEN } from "../fragments.ts";
import { made } from "./made.ts";

const ticked = new Set<string>();
/** Pathname of the list. */
let list = "";

const find = (selector: string) => document.querySelector<HTMLInputElement>(`#${SCREEN} ${selector}`);
const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`#${SCREEN} [name=ids]`)];
/** Means all that match, on every page of the list. */
const matching = () => find("[name=matching]");
const tickAll = () => find(".tick-all input");

function tick(box: HTMLInputElement, on: boolean): void {
	box.checked = on;
	if (on) ticked.add(box.value);
	else ticked.delete(box.value);
}

function count(): void {
	const all = boxes();
	const line = find("[data-selected]");
	const number = all.filter((box) => box.checked).length;
	const shown = matching()?.checked ? (matching()?.value ?? "") : String(number);
	if (line) line.textContent = number > 0 ? (line.dataset.selected ?? "").replace("#", shown) : "";
	const box = tickAll();
	if (box) box.checked = all.length > 0 && number === all.length;
}

export function countTicks(): void {
	document.addEventListener("change", ({ target }) => {
		const box = target as HTMLInputElement;
		const all = boxes();
		if (box === tickAll() || (box === matching() && box.checked)) for (const one of all) tick(one, box.checked);
		else if (all.includes(box)) tick(box, box.checked);
		else if (box !== matching()) return;
		const every = matching();
		// What matches next was not meant.
		if (every && !all.every(({ checked }) => checked)) every.checked = false;
		count();
	});
	// A browser that goes back restores the ticks after scripts have run.
	addEventListener("pageshow", restoreTicks);
}

/** Makes what only a script can do: the box that ticks all rows, and the button that unfolds what can be done with them. */
function makeControls(): void {
	for (const place of document.querySelectorAll<HTMLElement>("[data-tick-all]:empty")) {
		const label = place.dataset.tickAll ?? "";
		const box = made("input", { type: "checkbox", "aria-label": label });
		const words = made("span", { class: place.matches("td") ? "as-cards" : "hint" }, label);
		place.append(made("label", { class: "tick-all" }, box, " ", words));
	}
	for (const tools of document.querySelectorAll<HTMLElement>("[data-unfold]:not(:has(> .unfold))")) {
		const isOpen = (button: Element) => button.getAttribute("aria-expanded") === "true";
		const button = made(
			"button",
			{ type: "button", class: "unfold", "aria-expanded": "false" },
			tools.dataset.unfold ?? "",
		);
		button.addEventListener("click", () => button.setAttribute("aria-expanded", String(!isOpen(button))));
		tools.querySelector("legend")?.after(button);
	}
}

/** Ticks the rows again that were ticked before. */
export function restoreTicks(): void {
	makeControls();
	if (list !== location.pathname) ticked.clear();
	list = location.pathname;
	for (const box of boxes()) tick(box, box.checked || ticked.has(box.value));
	count();
}
