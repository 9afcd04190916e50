import { pageAt } from "./dialog.ts";

/** A page of an entry, shown or ready to be. */
export interface ReadPage {
	path: string;
	title: string;
	content: Node[];
}

const ready = new Map<string, ReadPage>();
const loading = new Map<string, Promise<ReadPage>>();

export const readyPage = (path: string): ReadPage | undefined => ready.get(path);

/** What was read of an entry has changed. */
export function forgetPage(path: string): void {
	ready.delete(path);
	loading.delete(path);
}

/** @throws TypeError without an answer, Error for another page than that of an entry */
export function loadPage(path: string): Promise<ReadPage> {
	const known = loading.get(path);
	if (known) return known;
	const page = load(path).finally(() => loading.get(path) === page && loading.delete(path));
	loading.set(path, page);
	return page;
}

async function load(path: string): Promise<ReadPage> {
	const answer = await fetch(path);
	const page = await pageAt(Promise.resolve(answer));
	const main = page.getElementById("main");
	if (!answer.ok || answer.redirected || !main?.querySelector("[data-review]")) throw new Error("not an entry");
	return { path, title: page.title, content: [...main.childNodes].map((node) => document.adoptNode(node)) };
}

/** Gets these pages ready, one after the other, and forgets all others. */
export async function readAhead(paths: readonly string[]): Promise<void> {
	for (const path of ready.keys()) if (!paths.includes(path)) ready.delete(path);
	for (const path of paths) {
		if (ready.has(path)) continue;
		const page = loadPage(path);
		// One that was asked for and has changed since is not kept.
		const isCurrent = () => loading.get(path) === page;
		await page.then(
			(loaded) => isCurrent() && ready.set(path, loaded),
			() => undefined,
		);
	}
}
