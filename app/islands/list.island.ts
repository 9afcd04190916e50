/**
 * Shows the details of a list's entry in a dialog over the list, under their own address (decisions 6.11). Whatever
 * fails, their page itself is opened instead.
 */
import { attempt } from "./attempt.ts";
import { isPlain, openDialogAt, opensDialog } from "./dialog.ts";
import { mirrorTheme } from "./record.ts";

attempt(mirrorTheme);

if (typeof HTMLDialogElement !== "undefined") {
	for (const link of document.querySelectorAll<HTMLAnchorElement>('main tbody a[href*="modal=details"]'))
		opensDialog(link, (page) => show(link, page));
}

function show(link: HTMLAnchorElement, page: Document): void {
	const details = page.querySelector("main article");
	const title = details?.querySelector("h1");
	if (!details || !title) throw new Error("not the page that was expected");
	const heading = document.createElement("h2");
	heading.id = "details-title";
	if (title.lang) heading.lang = title.lang;
	heading.append(...title.childNodes);
	title.replaceWith(heading);
	const dialog = openDialogAt({ opener: link, address: link.href, title: page.title }, [...details.childNodes]);
	dialog.className = "sheet";
	dialog.setAttribute("aria-labelledby", heading.id);
	dialog.querySelector("a")?.addEventListener("click", (event) => {
		if (!isPlain(event)) return;
		event.preventDefault();
		dialog.close();
	});
}
