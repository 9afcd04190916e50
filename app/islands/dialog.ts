import { focusHeading } from "./focus-heading.ts";
import { parsedPage } from "./parsed-page.ts";

/** The dialog with an address of its own that is open, and the address of the page below it. */
let shown: { dialog: HTMLDialogElement; below: string } | undefined;

/** Marks the entry of the history in which a dialog is open. */
const IN_DIALOG = { inDialog: true };

/** The page as it was loaded: perhaps at the address of a dialog. */
const loaded = { address: address(), inDialog: history.state?.inDialog === true };

addEventListener("popstate", ({ state }) => {
	if (shown) {
		if (location.href === shown.below) shown.dialog.close();
		return;
	}
	// Forward to a dialog that was closed, or back from its page to the one that it was opened over.
	if (loaded.inDialog ? address() !== loaded.address : state?.inDialog) location.reload();
});

/** Without the place in the page. */
function address(): string {
	return location.pathname + location.search;
}

/**
 * Opens a dialog over the page: the focus stays inside, Escape closes it, and what opened it has the focus again, or the
 * heading of the page if that is gone.
 */
export function openDialog(opener: HTMLElement, content: Node[], closed?: () => void): HTMLDialogElement {
	const dialog = document.createElement("dialog");
	dialog.dataset.over = "";
	dialog.append(...content);
	// A place in the dialog is no step of the history: Back closes the dialog.
	dialog.addEventListener("click", (event) => {
		const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
		if (!link) return;
		event.preventDefault();
		dialog.querySelector<HTMLElement>(link.hash)?.focus();
	});
	dialog.addEventListener("close", () => {
		document.body.classList.remove("scroll-locked");
		dialog.remove();
		if (opener.isConnected) opener.focus();
		else focusHeading();
		closed?.();
	});
	document.body.append(dialog);
	document.body.classList.add("scroll-locked");
	dialog.showModal();
	return dialog;
}

/**
 * Opens a dialog that has an address of its own (decisions 6.11): closing it goes back, and Back closes it.
 * @param title of the page at that address
 */
export function openDialogAt(
	{ opener, address, title }: { opener: HTMLElement; address: string; title: string },
	content: Node[],
): HTMLDialogElement {
	const below = location.href;
	const own = document.title;
	const dialog = openDialog(opener, content, () => {
		shown = undefined;
		document.title = own;
		if (location.href === below) return;
		// Back to an address with a place in the page, the browser moves the focus there.
		addEventListener("popstate", () => setTimeout(() => opener.focus()), { once: true });
		history.back();
	});
	shown = { dialog, below };
	history.pushState(IN_DIALOG, "", address);
	document.title = title;
	return dialog;
}

/** Opens the page of a link in a dialog when it is clicked. If that fails, the page itself is opened. */
export function opensDialog(link: HTMLAnchorElement, open: (page: Document) => void): void {
	let isOpening = false;
	link.addEventListener("click", (event) => {
		if (!isPlain(event)) return;
		event.preventDefault();
		if (isOpening || shown) return;
		isOpening = true;
		pageAt(fetch(link.href))
			.then(open)
			.catch(() => location.assign(link.href))
			.finally(() => {
				isOpening = false;
			});
	});
}

/** A click that asks for nothing else, such as another tab. */
export function isPlain(event: MouseEvent): boolean {
	return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** A page whose content is shown in the dialog. */
export async function pageAt(answer: Promise<Response>): Promise<Document> {
	return parsedPage(await (await answer).text());
}
