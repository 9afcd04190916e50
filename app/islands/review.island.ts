/**
 * Reading entries one after the other: the pages around the one that is read are fetched ahead, keys mark and lead on, and
 * a review is saved while it is made. Every page works as plain HTML.
 */
import { isPlain, pageAt } from "./dialog.ts";
import { focusHeading } from "./focus-heading.ts";
import { keysOffer, listenToKeys, showShortcuts } from "./review-keys.ts";
import { showWaysBack } from "./review-left.ts";
import { forgetPage, isOutdated, loadPage, outdatePages, type ReadPage, readAhead, readyPage } from "./review-pages.ts";
import { tryLater } from "./review-retry.ts";
import {
	handOver,
	isHalted,
	isUnsaved,
	type Outcome,
	reviewFormOf,
	type SaveButton,
	saveNow,
	saveSoon,
	settled,
	unkeptOf,
} from "./review-saving.ts";
import { fill, main, said, status, tell, words } from "./review-status.ts";

let present: ReadPage = { path: location.pathname, title: document.title, content: [], saves: 0 };
/** Pages that were left before their review was saved, as they are. */
const left = new Map<string, ReadPage>();
let asked = 0;
/** Another entry was asked for and is not shown yet: nothing is marked meanwhile. */
let isLeaving = false;
/** The page that the last saved review was answered with, and all that were saved here. */
let latest: Document | undefined;
const saved = new Set<string>();

const formIn = ({ content }: Pick<ReadPage, "content">) =>
	content.flatMap((node) => (node instanceof Element ? [...node.querySelectorAll("form")] : [])).find(reviewFormOf);
const ownForm = () => [...main.querySelectorAll("form")].find(reviewFormOf);
const say = (news: Partial<typeof said> = {}) => {
	Object.assign(said, news);
	tell(ownForm(), isLeaving);
};
const sayOnly = (aside = "") => say({ aside, marked: "", done: "" });
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
	const button = name === "waiting" ? ownForm()?.elements.namedItem("do.next") : undefined;
	const link = stepLink(name);
	if (button instanceof HTMLButtonElement) button.form?.requestSubmit(button);
	else if (link) void go(link.pathname, true);
	else sayOnly(words.none);
}

/** Saves what was typed here, and keeps the page until that is done. "do.next" ends a review that is complete. */
function keep(button: SaveButton = "do.save"): void {
	const form = ownForm();
	if (!form || (button === "do.save" && !isUnsaved(form))) return;
	left.set(present.path, present);
	saveNow(form, button, received);
}

/** Shows another entry, at once if it is ready. What was typed here is saved meanwhile. */
async function go(path: string, isNew: boolean, button?: SaveButton): Promise<void> {
	asked += 1;
	const mine = asked;
	keep(button);
	isLeaving = true;
	try {
		const ready = left.get(path) ?? readyPage(path);
		if (!ready) say({ aside: "" });
		const page = ready ?? (await loadPage(path));
		if (mine === asked) show(page, isNew);
	} catch (error) {
		if (mine !== asked) return;
		isLeaving = false;
		if (error instanceof TypeError) sayOnly(words.unreached);
		else location.assign(path);
	}
}

function show(page: ReadPage, isNew: boolean): void {
	// It could be typed in while the other page was loading.
	keep();
	present.content = [...main.childNodes];
	forgetPage(page.path);
	left.delete(page.path);
	present = page;
	isLeaving = false;
	main.replaceChildren(...page.content);
	document.title = page.title;
	if (isNew) history.pushState(null, "", page.path);
	sayOnly();
	scrollTo(0, 0);
	focusHeading();
	if (latest && isOutdated(page)) takeParts(latest, false);
	sayLeft();
	begin();
}

/** What became of a review that was sent. Of one that is not on the screen is told only what names it. */
function received({ kind, form, button, page }: Outcome): void {
	const [own, isHere] = [new URL(form.action).pathname, form.isConnected];
	if (kind === "saved" && page) {
		forgetPage(own);
		outdatePages();
		left.delete(own);
		latest = page;
		saved.add(own);
		takeParts(page, isHere);
		const told = button === "do.next" ? page.querySelector(".banner[role=status]")?.textContent : isHere && words.saved;
		if (told) said[isHere ? "done" : "aside"] = told;
		begin();
	}
	say();
	sayLeft();
	tryLater(failing().length > 0, retry);
}

/**
 * How far the reviewer is and what comes next, as the server knows it now. The page of another entry says only the former:
 * where the next one was dealt with meanwhile, its own page is asked for anew.
 */
function takeParts(page: Document, isSame: boolean): void {
	for (const part of main.querySelectorAll<HTMLElement>(isSame ? "[data-part]" : "[data-part=progress]")) {
		const other = page.querySelector(`[data-part=${part.dataset.part}]`);
		// A link that stays may have the focus once a dialog is closed.
		if (other && !part.isEqualNode(other) && !part.contains(document.activeElement))
			part.replaceChildren(...other.childNodes);
	}
	const waiting = stepLink("waiting");
	if (!isSame && waiting && saved.has(waiting.pathname)) void takeAnew(present);
}

async function takeAnew(shown: ReadPage): Promise<void> {
	const page = await pageAt(fetch(shown.path)).catch(() => undefined);
	if (page && shown === present) takeParts(page, true);
}

function sayLeft(): void {
	const lost = [...left].filter(([, page]) => {
		const form = formIn(page);
		return form && unkeptOf(form);
	});
	showWaysBack(main, new Map(lost), { back: words.back ?? "", left: (title) => fill(words.left, { title }) });
}

/** A form is sent as a page once nothing of it is on its way; "Save and next" goes on at once. */
function submit(event: SubmitEvent): void {
	const form = reviewFormOf(event.target);
	const button = event.submitter as HTMLButtonElement | null;
	if (!form) return;
	const waiting = stepLink("waiting");
	if (isHeld(form)) flush();
	const sent = settled(form);
	const isStep = button?.name === "do.next" && waiting && !isHalted(form);
	if (navigator.onLine && !isStep && !sent) {
		handOver(form);
		return;
	}
	event.preventDefault();
	if (!navigator.onLine) sayOnly(words.unreached);
	else if (isStep) void (isLeaving || go(waiting.pathname, true, "do.next"));
	else void sent?.then(() => (isHeld(form) ? showProblems() : setTimeout(() => form.requestSubmit(button))));
}

/**
 * Whether a page in place of the form would lose what was typed: one that cannot be had, or one with a text cut off that is
 * too long.
 */
function isHeld(form: HTMLFormElement): boolean {
	const { kind, mayPass } = unkeptOf(form) ?? {};
	return !isHalted(form) && (mayPass || kind === "refused");
}

const showProblems = () => main.querySelector<HTMLElement>("#errors")?.focus();

/** A choice is saved at once; a text after a pause, and when it is left. */
function changed({ type, target }: Event): void {
	const form = reviewFormOf(target);
	const control = target as HTMLInputElement;
	const isTyping = type === "input";
	if (!form || (isTyping && control.type === "radio")) return;
	const isMark = control.type === "radio";
	if (!isTyping && !isMark && !isUnsaved(form)) return;
	saveSoon(form, isTyping, received);
	const what = control.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
	const mark = control.parentElement?.textContent?.trim() ?? "";
	say({ aside: "", done: "", marked: isMark ? fill(words.marked, { what, mark }) : "" });
}

/** A link to another page is followed once what was typed is saved. If it cannot be, the browser asks. */
function leave(event: MouseEvent): void {
	const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
	const form = ownForm();
	if (!link || !form || !isUnsaved(form) || !isPlain(event) || event.defaultPrevented) return;
	event.preventDefault();
	flush();
	say();
	void settled(form)?.then(() => location.assign(link.href));
}

function flush(): void {
	const form = ownForm();
	if (form && isUnsaved(form)) saveNow(form, "do.save", received);
}

/** Reviews that may be saved now. */
const failing = () =>
	[ownForm(), ...[...left.values()].map(formIn)].flatMap((form) => (form && unkeptOf(form)?.mayPass ? form : []));

function retry(): void {
	for (const form of failing()) if (!settled(form)) saveNow(form, "do.save", received);
}

main.addEventListener("click", (event) => {
	const target = event.target as Element;
	// The second click of two is on the next entry already, which nobody has read.
	if (event.detail > 1 && target.closest("[name='do.next']")) event.preventDefault();
	const link = target.closest<HTMLAnchorElement>("a[data-step]");
	if (!link || !isPlain(event)) return;
	event.preventDefault();
	void go(link.pathname, true);
});
document.addEventListener("click", leave);
main.addEventListener("input", changed);
main.addEventListener("change", changed);
main.addEventListener("submit", submit);
listenToKeys({ step, help, mayMark: () => !isLeaving });
addEventListener("popstate", () => location.pathname !== present.path && void go(location.pathname, false));
addEventListener("online", () => {
	if (said.aside === words.unreached) say({ aside: "" });
	retry();
});
addEventListener("pagehide", flush);
addEventListener("beforeunload", (event) => {
	const form = ownForm();
	if (left.size > 0 || (form && isUnsaved(form))) event.preventDefault();
});
begin();
