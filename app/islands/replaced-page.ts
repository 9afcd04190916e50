/**
 * Puts a fetched page in place of the present one, with its title, language and theme.
 * @returns the new content; undefined, without any change, if the fetched page is not one of the portal
 */
export function replacePage(page: Document): Element | undefined {
	const [shown, next] = [document, page].map((one) => one.querySelector(".page"));
	if (!shown || !next) return;
	document.title = page.title;
	const [own, other] = [document.documentElement, page.documentElement];
	own.lang = other.lang;
	own.toggleAttribute("data-theme", other.dataset.theme !== undefined);
	if (other.dataset.theme) own.dataset.theme = other.dataset.theme;
	shown.replaceWith(document.adoptNode(next));
	return next;
}
