/** Counts the ticked rows of a table whose page does not run React, and offers to tick all of them. */

const boxes = [...document.querySelectorAll<HTMLInputElement>("td [name=ids]")];
const line = document.querySelector<HTMLElement>("[data-selected]");
const all = document.querySelector<HTMLInputElement>(".tick-all input");

function count(): void {
	const ticked = boxes.filter((box) => box.checked).length;
	if (line) line.textContent = ticked > 0 ? (line.dataset.selected ?? "").replace("#", String(ticked)) : "";
	if (all) all.checked = ticked === boxes.length;
}

all?.closest("[hidden]")?.removeAttribute("hidden");
all?.addEventListener("change", () => {
	for (const box of boxes) box.checked = all.checked;
});
document.addEventListener("change", count);
// A browser that goes back restores the ticks after scripts have run.
addEventListener("pageshow", count);
count();
