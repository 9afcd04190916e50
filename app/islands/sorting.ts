import { type Control, isChanged } from "./changed-fields.ts";
import { pageAt } from "./dialog.ts";
import { type Drop, handle } from "./drag.ts";

type Kind = "call" | "section" | "question" | "option";

/** What is dragged, by the element that names it. */
const ITEM: Record<Kind, string> = { call: "tr", section: "section", question: "tr", option: ".side-by-side" };

/** Sends a move once those before it are done. */
type Later = (body: URLSearchParams, pressed?: HTMLButtonElement) => void;

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
	const later: Later = (body, pressed) => {
		if (area) queue = queue.then(() => move(area, said, body, later, pressed));
	};
	addHandles(document, later);
	area?.addEventListener("submit", (event) => {
		const button = event.submitter as HTMLButtonElement | null;
		if (!button || !/^do\.(section-)?(up|down)$/.test(button.name)) return;
		event.preventDefault();
		later(new URLSearchParams({ formToken: formToken(), [button.name]: button.value }), button);
	});
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

/** Moves something and shows the page's answer in place. A refusal is shown as the page it is. */
async function move(
	area: HTMLElement,
	said: HTMLElement,
	body: URLSearchParams,
	later: Later,
	pressed?: HTMLButtonElement,
): Promise<void> {
	const { path = "", moved = "", failed = "" } = area.dataset;
	document.getElementById("not-moved")?.remove();
	said.textContent = "";
	try {
		const page = await pageAt(fetch(path, { method: "POST", body }));
		const answer = page.getElementById("reorder");
		if (!answer || page.getElementById("errors")) return send(path, body);
		keepTyped(area, answer);
		area.replaceChildren(...answer.childNodes);
		document.getElementById("state")?.replaceChildren(...(page.getElementById("state")?.childNodes ?? []));
		addHandles(area, later);
		if (pressed) focusAgain(area, pressed);
		said.textContent = moved;
	} catch {
		const line = document.createElement("p");
		line.className = "banner wrong";
		line.id = "not-moved";
		line.setAttribute("role", "alert");
		line.textContent = failed;
		area.before(line);
	}
}

function send(path: string, body: URLSearchParams): void {
	const form = document.createElement("form");
	form.method = "post";
	form.action = path;
	for (const [name, value] of body) {
		const input = document.createElement("input");
		Object.assign(input, { type: "hidden", name, value });
		form.append(input);
	}
	document.body.append(form);
	form.submit();
}

/** Open forms stay open with what was typed in them, and with what they were made with. */
function keepTyped(old: HTMLElement, fresh: HTMLElement): void {
	for (const details of all<HTMLDetailsElement>(old, "details[open]")) {
		const section = details.closest("section")?.getAttribute("aria-labelledby");
		const present = fresh.querySelector<HTMLDetailsElement>(`section[aria-labelledby="${section}"] details`);
		if (!present) continue;
		present.open = true;
		const changed = all<Control>(details, "[id][name]").filter(isChanged);
		if (changed.length > 0) changed.push(...all<Control>(details, "[name=was]"));
		for (const control of changed) {
			const target = present.querySelector<Control>(`[name="${control.name}"]`);
			if (target) target.value = control.value;
		}
	}
}

/** The button that was pressed, or the other one where something has reached an end. */
function focusAgain(area: HTMLElement, { name, value }: HTMLButtonElement): void {
	const other = name.endsWith("up") ? name.replace(/up$/, "down") : name.replace(/down$/, "up");
	const buttons = [name, other].map((one) => `button[name="${one}"][value="${value}"]:enabled`);
	const [first, second] = buttons.map((selector) => area.querySelector<HTMLElement>(selector));
	(first ?? second)?.focus();
}
