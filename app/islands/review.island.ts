/**
 * Reading entries one after the other: the pages around the one that is read are fetched ahead, keys mark and lead on, and
 * a review is saved while it is made. Every page works as plain HTML.
 */
import { focusHeading, isPlain } from "./dialog.ts";
import { keysOffer, listenToKeys, type Shortcuts, showShortcuts } from "./review-keys.ts";
import { forgetPage, loadPage, type ReadPage, readAhead, readyPage } from "./review-pages.ts";
import {
	handOver,
	isRefused,
	isUnsaved,
	isUnsent,
	type Outcome,
	reviewFormOf,
	saveNow,
	saveSoon,
	settled,
} from "./review-saving.ts";

const main = document.getElementById("main") as HTMLElement;
const words = JSON.parse(main.querySelector<HTMLElement>("[data-review]")?.dataset.review ?? "{}") as Record<
	string,
	string
> & { shortcuts: Shortcuts };

/** Says what happens, aloud too. It goes along from page to page. */
const status = document.createElement("p");
status.setAttribute("role", "status");
status.className = "field-note";

let present: ReadPage = { path: location.pathname, title: document.title, content: [] };
/** Pages that were left before their review was saved, as they are. */
const left = new Map<string, ReadPage>();
let asked = 0;
/** Another entry was asked for and is not shown yet: nothing is marked meanwhile. */
let isLeaving = false;
/** What was marked last. */
let marked = "";

const formIn = ({ content }: Pick<ReadPage, "content">) =>
	content.flatMap((node) => (node instanceof Element ? [...node.querySelectorAll("form")] : [])).find(reviewFormOf);
const ownForm = () => [...main.querySelectorAll("form")].find(reviewFormOf);
const fill = (text = "", values: Record<string, string>) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
const say = (...texts: (string | undefined)[]) => {
	status.textContent = texts.filter(Boolean).join(" · ");
};
const stepLink = (name: string) => main.querySelector<HTMLAnchorElement>(`[data-step=${name}]`);
const help = () => showShortcuts(words.keys ?? "", words.close ?? "", words.shortcuts);

function begin(): void {
	if (!main.querySelector(".keys-offer"))
		main.querySelector("[data-part=progress]")?.after(keysOffer(words.keys ?? "", help));
	const bar = main.querySelector(".review-bar");
	if (bar) bar.prepend(status);
	else main.querySelector(".keys-offer")?.after(status);
	const paths = ["next", "waiting", "previous"].flatMap((name) => stepLink(name)?.pathname ?? []);
	// What is being saved is asked for when that is done.
	void readAhead(paths.filter((path) => !left.has(path)));
}

function step(name: string): void {
	const link = stepLink(name);
	if (link) void go(link.pathname, true);
	else say(words.none);
}

/** Shows another entry, at once if it is ready. What was typed here is saved meanwhile. */
async function go(path: string, isNew: boolean, button: "do.save" | "do.next" = "do.save"): Promise<void> {
	asked += 1;
	const mine = asked;
	const form = ownForm();
	if (form && (button === "do.next" || isUnsaved(form))) {
		left.set(present.path, present);
		saveNow(form, button, received);
	}
	isLeaving = true;
	try {
		const page = left.get(path) ?? readyPage(path) ?? (await loadPage(path));
		if (mine !== asked) return;
		const { path: before } = present;
		show(page, isNew);
		if (form && isRefused(form)) sayLeft(before, "refused");
	} catch (error) {
		if (mine !== asked) return;
		isLeaving = false;
		if (error instanceof TypeError) say(words.offline);
		else location.assign(path);
	}
}

function show(page: ReadPage, isNew: boolean): void {
	present.content = [...main.childNodes];
	forgetPage(page.path);
	left.delete(page.path);
	present = page;
	marked = "";
	say();
	main.replaceChildren(...page.content);
	document.title = page.title;
	if (isNew) history.pushState(null, "", page.path);
	isLeaving = false;
	scrollTo(0, 0);
	focusHeading();
	begin();
}

/** What became of a review that was sent. */
function received({ kind, form, page, path }: Outcome): void {
	const own = new URL(form.action).pathname;
	const isHere = form.isConnected;
	if (kind === "saved") {
		forgetPage(own);
		left.delete(own);
		if (path === location.pathname && page) takeParts(page);
		const told = path === own ? words.saved : page?.querySelector(".banner[role=status]")?.textContent;
		// What was chosen since is still on its way.
		say(isHere ? marked : "", isUnsent(form) ? words.saving : (told ?? words.saved));
		// It was sent as done with, and is here again: only the server knows it.
		if (isHere && path !== own) location.reload();
		else begin();
	} else if (isHere) {
		say(...(page ? problemsIn(page) : [words[kind] ?? words.failed]));
	} else sayLeft(own, kind);
}

const problemsIn = (page: Document) =>
	[...page.querySelectorAll("#errors > p, #errors li")].map(({ textContent }) => textContent ?? "");

/** How far the reviewer is and what comes next, as the server knows it now. */
function takeParts(page: Document): void {
	for (const part of main.querySelectorAll<HTMLElement>("[data-part]")) {
		const other = page.querySelector(`[data-part=${part.dataset.part}]`);
		// A link that stays may have the focus once a dialog is closed.
		if (other && !part.isEqualNode(other) && !part.contains(document.activeElement))
			part.replaceChildren(...other.childNodes);
	}
}

/** A review that was left is not saved: the way back to what was typed. */
function sayLeft(path: string, kind: "offline" | "failed" | "refused"): void {
	if (main.querySelector(`[data-step=left][href="${path}"]`)) return;
	const title = left
		.get(path)
		?.content.map((node) => (node as Element).querySelector?.("h1")?.textContent)
		.find(Boolean);
	const line = document.createElement("p");
	line.className = "banner wrong";
	line.setAttribute("role", "alert");
	const back = document.createElement("a");
	back.href = path;
	back.dataset.step = "left";
	back.textContent = words.back ?? "";
	line.append(fill(words.left, { title: title ?? path }), " ", back);
	main.querySelector("h1")?.before(line);
	if (kind === "offline") say(words.offline);
}

/** A form is sent as a page once nothing of it is on its way; "Save and next" goes on at once. */
function submit(event: SubmitEvent): void {
	const form = reviewFormOf(event.target);
	const button = event.submitter as HTMLButtonElement | null;
	if (!form) return;
	const waiting = stepLink("waiting");
	const sent = settled(form);
	const isStep = button?.name === "do.next" && waiting;
	if (navigator.onLine && !isStep && !sent) {
		handOver(form);
		return;
	}
	event.preventDefault();
	if (!navigator.onLine) say(words.offline);
	else if (isStep) void go(waiting.pathname, true, "do.next");
	else void sent?.then(() => setTimeout(() => form.requestSubmit(button)));
}

/** A choice is saved at once; a text after a pause, and when it is left. */
function changed({ type, target }: Event): void {
	const form = reviewFormOf(target);
	const control = target as HTMLInputElement;
	const isTyping = type === "input";
	if (!form || (isTyping && control.type === "radio")) return;
	if (control.type === "radio") {
		const what = control.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
		marked = fill(words.marked, { what, mark: control.parentElement?.textContent?.trim() ?? "" });
		say(marked, words.saving);
	} else marked = "";
	if (isTyping || control.type === "radio" || isUnsaved(form)) saveSoon(form, isTyping, received);
}

function flush(): void {
	const form = ownForm();
	if (form && isUnsaved(form)) saveNow(form, "do.save", received);
}

function retry(): void {
	flush();
	for (const page of left.values()) {
		const form = formIn(page);
		if (form && isRefused(form)) saveNow(form, "do.save", received);
	}
}

main.addEventListener("click", (event) => {
	const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-step]");
	if (!link || !isPlain(event)) return;
	event.preventDefault();
	void go(link.pathname, true);
});
main.addEventListener("input", changed);
main.addEventListener("change", changed);
main.addEventListener("submit", submit);
listenToKeys({ step, help, mayMark: () => !isLeaving });
addEventListener("popstate", () => location.pathname !== present.path && void go(location.pathname, false));
addEventListener("online", retry);
addEventListener("pagehide", flush);
addEventListener("beforeunload", (event) => {
	const form = ownForm();
	if (left.size > 0 || (form && isRefused(form))) event.preventDefault();
});
begin();
