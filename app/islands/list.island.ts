/**
 * Shows the details of a list's entry in a dialog over the list, under their own address (decisions 6.11). Whatever
 * fails, their page itself is opened instead.
 */
import { isPlain, openDialog, pageAt } from "./dialog.ts";

const own = { path: location.href, title: document.title };
let shown: HTMLDialogElement | undefined;
let opening = false;

if (typeof HTMLDialogElement !== "undefined") {
	for (const link of document.querySelectorAll<HTMLAnchorElement>('main tbody a[href*="modal=details"]')) {
		link.addEventListener("click", (event) => {
			if (!isPlain(event)) return;
			event.preventDefault();
			if (shown || opening) return;
			opening = true;
			open(link)
				.catch(() => location.assign(link.href))
				.finally(() => {
					opening = false;
				});
		});
	}
	addEventListener("popstate", () => {
		if (location.href === own.path) shown?.close();
		else if (location.pathname === new URL(own.path).pathname) location.reload();
	});
}

async function open(link: HTMLAnchorElement): Promise<void> {
	const page = await pageAt(fetch(link.href));
	const details = page.querySelector("main article");
	const title = details?.querySelector("h1");
	if (!details || !title) throw new Error("not the page that was expected");
	const heading = document.createElement("h2");
	heading.id = "details-title";
	if (title.lang) heading.lang = title.lang;
	heading.append(...title.childNodes);
	title.replaceWith(heading);
	shown = openDialog(link, [...details.childNodes], () => {
		shown = undefined;
		document.title = own.title;
		if (location.href !== own.path) history.back();
	});
	shown.className = "sheet";
	shown.setAttribute("aria-labelledby", heading.id);
	shown.querySelector("a")?.addEventListener("click", (event) => {
		if (!isPlain(event)) return;
		event.preventDefault();
		shown?.close();
	});
	history.pushState(null, "", link.href);
	document.title = page.title;
}
