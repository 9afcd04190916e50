const LONG_ENOUGH_TO_READ_MS = 3_000;

/** Adds a button that copies the address. Without scripts the field can be selected and copied. */
export function copyLink(): void {
	const box = document.querySelector<HTMLElement>("[data-copy]");
	const field = box?.querySelector("input");
	if (!box || !field) return;
	const { copy = "", copied = "" } = box.dataset;
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = copy;
	// Screen readers do not announce a changed button name, so a status line does.
	const said = document.createElement("span");
	said.setAttribute("role", "status");
	button.addEventListener("click", async () => {
		field.select();
		// Over plain HTTP only the old clipboard interface works.
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
