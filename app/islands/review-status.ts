import type { Shortcuts } from "./review-keys.ts";
import { isUnsaved, type Outcome, unkeptOf } from "./review-saving.ts";

export const main = document.getElementById("main") as HTMLElement;
export const words = JSON.parse(main.querySelector<HTMLElement>("[data-review]")?.dataset.review ?? "{}") as Record<
	string,
	string
> & { shortcuts: Shortcuts };

export const fill = (text = "", values: Record<string, string>) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** Says what happens, aloud too. It goes along from page to page. */
export const status = document.createElement("p");
status.setAttribute("role", "status");
status.className = "field-note";

/**
 * `aside`: of another review, or of a way that is closed; `marked`: what was marked last on the screen; `done`: what became
 * of the review there. The last is not said while anything of it is not saved.
 */
export const said = { aside: "", marked: "", done: "" };

/** Says how the review on the screen is. Nothing is said anew that has not changed. */
export function tell(form: HTMLFormElement | undefined, isLoading: boolean): void {
	const unkept = form && unkeptOf(form);
	const own = unkept ? reasonOf(unkept) : form && isUnsaved(form) ? words.saving : said.done;
	// That there is no connection is said once.
	const aside = unkept?.kind === "offline" && said.aside === words.unreached ? "" : said.aside;
	const text = [aside, said.marked, own, isLoading && words.loading].filter(Boolean).join(" · ");
	if (status.textContent !== text) status.textContent = text;
}

const reasonOf = ({ kind, page }: Outcome) => (page ? problemsIn(page) : (words[kind] ?? words.failed));

const problemsIn = (page: Document) =>
	[...page.querySelectorAll("#errors > p, #errors li")].map(({ textContent }) => textContent).join(" · ");
