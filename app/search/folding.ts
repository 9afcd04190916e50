/** Folds case and width, so that a search for ＡＩ finds AI. Both sides of a comparison go through here. */
export function foldForSearch(text: string): string {
	// The index of texts has no final sigma.
	return text.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
}
