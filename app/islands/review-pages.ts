import { pageAt } from "./dialog.ts";

/** A page of an entry, shown or ready to be. */
export interface ReadPage {
	path: string;
	title: string;
	content: Node[];
	/** How many reviews were saved before it was asked for. */
	saves: number;
}

let saves = 0;

/** A review was saved: what other pages say of the reviewer's progress is out of date. */
export function outdatePages(): void {
	saves += 1;
}

export const isOutdated = (page: ReadPage): boolean => page.saves < saves;

/** `page`: once it is there. */
const pages = new Map<string, { promise: Promise<ReadPage>; page?: ReadPage }>();

export const readyPage = (path: string): ReadPage | undefined => pages.get(path)?.page;

/** What is shown at an address has changed, or is shown now. */
export function forgetPage(path: string): void {
	pages.delete(path);
}

/** @throws TypeError without an answer, Error for another page than that of an entry */
export function loadPage(path: string): Promise<ReadPage> {
	const known = pages.get(path);
	if (known) return known.promise;
	const asked: { promise: Promise<ReadPage>; page?: ReadPage } = { promise: load(path) };
	pages.set(path, asked);
	asked.promise.then(
		(page) => {
			asked.page = page;
		},
		() => pages.get(path) === asked && pages.delete(path),
	);
	return asked.promise;
}

async function load(path: string): Promise<ReadPage> {
	const before = saves;
	const answer = await fetch(path);
	const page = await pageAt(Promise.resolve(answer));
	const main = page.getElementById("main");
	if (!answer.ok || answer.redirected || !main?.querySelector("[data-review]")) throw new Error("not an entry");
	return {
		path,
		title: page.title,
		saves: before,
		content: [...main.childNodes].map((node) => document.adoptNode(node)),
	};
}

/** Gets these pages ready, one after the other, and forgets all others. */
export async function readAhead(paths: readonly string[]): Promise<void> {
	for (const path of pages.keys()) if (!paths.includes(path)) pages.delete(path);
	for (const path of paths) await loadPage(path).catch(() => undefined);
}
