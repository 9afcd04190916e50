const LONG_ENOUGH_TO_READ_MS = 3_000;

/** A button that copies the address of the page. Without it the field can be marked and copied by hand. */
export function copyLink(): void {
	const box = document.querySelector<HTMLElement>("[data-copy]");
	const field = box?.querySelector("input");
	if (!box || !field) return;
	const { copy = "", copied = "" } = box.dataset;
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = copy;
	// A button that changes its name is not read out.
	const said = document.createElement("span");
	said.setAttribute("role", "status");
	button.addEventListener("click", async () => {
		field.select();
		// Over plain HTTP there is no clipboard but the old one.
		const done = await (navigator.clipboard?.writeText(field.value).then(
			() => true,
			() => false,
		) ?? document.execCommand("copy"));
		if (!done) return;
		said.textContent = copied;
		setTimeout(() => said.replaceChildren(), LONG_ENOUGH_TO_READ_MS);
	});
	box.append(button, " ", said);
}
