import type { ReadPage } from "./review-pages.ts";

/** Ways back to what was typed, one for each review that was left and could not be saved; none for any other. */
export function showWaysBack(
	main: HTMLElement,
	lost: Map<string, ReadPage>,
	say: { left(title: string): string; back: string },
): void {
	for (const link of main.querySelectorAll<HTMLAnchorElement>("[data-step=left]"))
		if (!lost.delete(link.pathname)) link.parentElement?.remove();
	for (const [path, { content }] of lost) {
		const title = content.map((node) => (node as Element).querySelector?.("h1")?.textContent).find(Boolean);
		const line = document.createElement("p");
		line.className = "banner wrong";
		line.setAttribute("role", "alert");
		const back = document.createElement("a");
		back.href = path;
		back.dataset.step = "left";
		back.textContent = say.back;
		line.append(say.left(title ?? path), " ", back);
		main.querySelector("h1")?.before(line);
	}
}
