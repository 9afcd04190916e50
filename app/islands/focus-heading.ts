/** Moves the focus to the heading of the page, which has it only where nothing else can. */
export function focusHeading(): void {
	const heading = document.querySelector<HTMLElement>("#main h1");
	heading?.setAttribute("tabindex", "-1");
	heading?.focus();
}
