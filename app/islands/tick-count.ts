const boxes = () => [...document.querySelectorAll<HTMLInputElement>("td [name=ids]")];
const tickAll = () => document.querySelector<HTMLInputElement>(".tick-all input");

function count(): void {
	const line = document.querySelector<HTMLElement>("[data-selected]");
	if (!line) return;
	const all = boxes();
	const ticked = all.filter((box) => box.checked).length;
	line.textContent = ticked > 0 ? (line.dataset.selected ?? "").replace("#", String(ticked)) : "";
	const box = tickAll();
	if (box) box.checked = ticked === all.length;
}

/** Counts the ticked rows of a table, and ticks all of them by the box in its heading. */
export function countTicks(): void {
	document.addEventListener("change", ({ target }) => {
		if (target === tickAll()) for (const box of boxes()) box.checked = (target as HTMLInputElement).checked;
		count();
	});
	// A browser that goes back restores the ticks after scripts have run.
	addEventListener("pageshow", count);
}

/** Shows that box, which does nothing without scripts. */
export function offerTickAll(): void {
	tickAll()?.closest("[hidden]")?.removeAttribute("hidden");
	count();
}
