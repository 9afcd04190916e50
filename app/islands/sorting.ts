import { type Control, isChanged } from "./changed-fields.ts";
import { pageAt } from "./dialog.ts";
import { type Drop, handle } from "./drag.ts";
import { processFragment } from "./fragments.ts";
import { released } from "./pointer-press.ts";

type Kind = "call" | "section" | "question" | "option";

/** What is dragged, by the element that names it. */
const ITEM: Record<Kind, string> = { call: "tr", section: "section", question: "tr", option: ".side-by-side" };

/** Sends a move once those before it are done. */
type Later = (body: URLSearchParams) => void;

const all = <E extends HTMLElement>(root: ParentNode, selector: string) => [...root.querySelectorAll<E>(selector)];

const itemOf = (named: HTMLElement) => named.closest<HTMLElement>(ITEM[named.dataset.drag as Kind]) ?? named;

/**
 * Lets calls, sections, questions and options be dragged, and moves the first three in place, by buttons too. The pages
 * do all of it without scripts: buttons for the first three, a number beside each option.
 */
export function sortByHand(): void {
	const area = document.getElementById("reorder");
	const said = document.createElement("p");
	said.setAttribute("role", "status");
	Object.assign(said.style, { clipPath: "inset(50%)", position: "absolute" });
	area?.before(said);
	let queue = Promise.resolve();
	// One after the other: each answer shows the order that the next one starts from.
	const later: Later = (body) => {
		if (area) queue = queue.then(() => move(area, said, body, later));
	};
	addHandles(document, later);
	// Before the library hears of it, which would replace the whole page.
	const press = (event: SubmitEvent) => {
		const button = event.submitter as HTMLButtonElement | null;
		if (!button || !/^do\.(section-)?(up|down)$/.test(button.name)) return;
		event.preventDefault();
		event.stopPropagation();
		later(new URLSearchParams({ formToken: formToken(), [button.name]: button.value }));
	};
	area?.addEventListener("submit", press, true);
}

function addHandles(root: ParentNode, later: Later): void {
	for (const named of all(root, "[data-drag]")) {
		const kind = named.dataset.drag as Kind;
		const grip = handle(() => {
			const item = itemOf(named);
			const itemsOf = (list: HTMLElement) =>
				all(list, `[data-drag=${kind}]`)
					.map(itemOf)
					.filter((one) => one !== item);
			const lists =
				kind === "question"
					? all(document, "#reorder section")
					: [item.closest<HTMLElement>("#reorder, fieldset") ?? item];
			return { item, lists, itemsOf, dropped: (drop) => dropped(named, drop, later) };
		});
		if (named.matches("a")) named.before(grip);
		else (named.querySelector("label") ?? named).prepend(grip);
	}
}

function dropped(named: HTMLElement, { list, before }: Drop, later: Later): void {
	const { drag, name = "" } = named.dataset;
	const nameIn = (element: Element | undefined, kind = drag) =>
		element?.querySelector<HTMLElement>(`[data-drag=${kind}]`)?.dataset.name ?? "";
	if (drag === "option") placeOption(named, list, before);
	else {
		const button = drag === "section" ? "do.section-place" : "do.place";
		later(
			new URLSearchParams({
				formToken: formToken(),
				[button]: name,
				section: nameIn(list, "section"),
				before: nameIn(before),
			}),
		);
	}
}

/** Options are ordered by a number each, which is sent with the form. */
function placeOption(row: HTMLElement, list: HTMLElement, before: HTMLElement | undefined): void {
	const rows = all(list, "[data-drag=option]");
	if (before) before.before(row);
	else rows.at(-1)?.after(row);
	for (const [index, one] of all(list, "[data-drag=option]").entries()) {
		const place = one.querySelector<HTMLInputElement>('input[name$="-place"]');
		if (place) place.value = String(index + 1);
	}
	row.dispatchEvent(new Event("input", { bubbles: true }));
}

const formToken = () => document.querySelector<HTMLInputElement>("[name=formToken]")?.value ?? "";

/**
 * Moves something and shows what the page answers in place: where everything stands now, and why it was refused. The
 * rest of the page stays, with what was typed in it.
 */
async function move(area: HTMLElement, said: HTMLElement, body: URLSearchParams, later: Later): Promise<void> {
	const { path = "", moved = "", failed = "" } = area.dataset;
	document.getElementById("not-moved")?.remove();
	said.textContent = "";
	try {
		const page = await pageAt(fetch(path, { method: "POST", body }));
		// What is being pressed or dragged stays where it is until then.
		await released();
		// Another page is shown meanwhile.
		if (!area.isConnected) return;
		const answer = page.getElementById("reorder");
		// Where the session has ended, it is another page.
		if (!answer) throw new Error("not the page that was expected");
		const active = document.activeElement;
		const hasFocus = area.contains(active);
		keepTyped(area, answer);
		area.replaceChildren(...answer.childNodes);
		document.getElementById("state")?.replaceChildren(...(page.getElementById("state")?.childNodes ?? []));
		processFragment(area);
		addHandles(area, later);
		const errors = page.getElementById("errors");
		if (errors) {
			errors.id = "not-moved";
			area.before(errors);
			errors.focus();
			return;
		}
		if (hasFocus && active) focusAgain(area, active);
		if (!answer.querySelector("[role=alert]")) said.textContent = moved;
	} catch {
		const line = document.createElement("p");
		line.className = "banner wrong";
		line.id = "not-moved";
		line.setAttribute("role", "alert");
		line.textContent = failed;
		area.before(line);
	}
}

/** Open forms stay open. All keep what was typed in them, and what they were made with. */
function keepTyped(old: HTMLElement, fresh: HTMLElement): void {
	// On a page that came back to be corrected, controls begin with what was typed.
	const isReturned = document.getElementById("errors") !== null;
	for (const details of all<HTMLDetailsElement>(old, "details")) {
		const section = details.closest("section")?.getAttribute("aria-labelledby");
		const present = fresh.querySelector<HTMLDetailsElement>(`section[aria-labelledby="${section}"] details`);
		if (!present) continue;
		present.open = details.open;
		const changed = all<Control>(details, "[id][name]").filter((control) => isReturned || isChanged(control));
		if (changed.length > 0) changed.push(...all<Control>(details, "[name=was]"));
		for (const control of changed) {
			const target = present.querySelector<Control>(`[name="${control.name}"]`);
			if (target) target.value = control.value;
		}
	}
}

/** What had the focus, in its new place: a button, or the other one where something has reached an end, or a control. */
function focusAgain(area: HTMLElement, active: Element): void {
	if (active instanceof HTMLButtonElement) {
		const { name, value } = active;
		const other = name.endsWith("up") ? name.replace(/up$/, "down") : name.replace(/down$/, "up");
		const buttons = [name, other].map((one) => `button[name="${one}"][value="${value}"]:enabled`);
		const [first, second] = buttons.map((selector) => area.querySelector<HTMLElement>(selector));
		(first ?? second)?.focus();
		return;
	}
	const section = active.closest("section")?.getAttribute("aria-labelledby");
	const present = active.id
		? document.getElementById(active.id)
		: area.querySelector<HTMLElement>(`section[aria-labelledby="${section}"] ${active.localName}`);
	present?.focus();
	if (isText(active) && isText(present)) present.setSelectionRange(active.selectionStart, active.selectionEnd);
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
	element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
