/** As far as they have them. */
export type Control = HTMLInputElement & Partial<Pick<HTMLSelectElement, "options">>;

/**
 * A wrong answer that has been changed is no longer shown as wrong; only the server knows whether it is right now, so its
 * error stays to be read. What is changed back, or what the browser itself finds wrong, is shown as wrong again.
 */
export function markChanges(): void {
	document.addEventListener("input", ({ target }) => {
		const field = (target as Element).closest(".field.wrong");
		if (!field) return;
		const isOf = (part: Element | null) => part?.closest(".field") === field;
		// Not those of the questions that depend on it.
		const controls = [...field.querySelectorAll<Control>("input, select, textarea")].filter(isOf);
		// The server takes an address of the web without its scheme.
		const isRight = ({ type, validity }: Control) => type === "url" || validity.valid;
		const changed = controls.some(isChanged) && controls.every(isRight);
		// Attributes of its own: what React renders is left alone.
		field.toggleAttribute("data-changed", changed);
		for (const control of controls) if (control.ariaInvalid) control.ariaInvalid = `${!changed}`;
		for (const link of document.querySelectorAll<HTMLAnchorElement>(".summary a"))
			if (isOf(document.querySelector(link.hash))) link.parentElement?.toggleAttribute("data-changed", changed);
	});
}

/** Shows as wrong again what was, in a page that stays when a form of it is sent. */
export function forgetChanges(): void {
	for (const element of document.querySelectorAll("[data-changed]")) {
		element.removeAttribute("data-changed");
		for (const control of element.querySelectorAll("[aria-invalid]")) control.ariaInvalid = "true";
	}
}

/** Whether it holds another value than the page came with. */
export function isChanged({ options, value, defaultValue, checked, defaultChecked }: Control): boolean {
	if (options) return [...options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
	return value !== defaultValue || checked !== defaultChecked;
}
