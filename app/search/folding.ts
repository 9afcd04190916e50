/** Folds case and width, so that a search for ＡＩ finds AI. Both sides of a comparison go through here. */
export function foldForSearch(text: string): string {
	// The full-text index does not distinguish the final sigma.
	return text.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
}
