/**
 * The summary of what is wrong leaves out the questions that are no longer asked, until they are asked again: those of a
 * track that is not chosen, and those of an option that is not ticked.
 */
export function hideUnasked(): void {
	const summary = document.getElementById("errors");
	if (!summary) return;
	for (const about of summary.querySelectorAll<HTMLElement>("[data-about]"))
		about.hidden = !isAsked(about.dataset.about);
	const lines = [...summary.querySelectorAll("li")];
	for (const line of lines) line.hidden = !isAsked(line.querySelector("a")?.hash);
	if (lines.length > 0) summary.hidden = lines.every(({ hidden }) => hidden);
}

/** Whether a question is asked, by the link to it. A line that leads nowhere in particular is about the whole form. */
export function isAsked(hash = "*"): boolean {
	const control = document.querySelector(hash || "*");
	return control !== null && control.closest(".opened-fields")?.getClientRects().length !== 0;
}
