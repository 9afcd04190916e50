/**
 * Replaces parts of a console page by what the server renders for a link or a form (htmx). The server names the part in
 * `HX-Retarget`; an answer without that header is no part of this page: an error, a file, the page of a proxy. Without this
 * module every link and form loads a page.
 */
import htmx from "htmx.org";
import { DETAILS, DIALOG, FRAME, isConsole, isLoadedWhole, PANE, rowPart, SCREEN, shortPart } from "../fragments.ts";
import {
	dialogFor,
	dropEmptyDialogs,
	focusAfterReturn,
	hasDialog,
	isBelow,
	isReadOver,
	paneOverList,
	removeDialog,
	showDialog,
} from "./console-dialog.ts";
import { focusHeading } from "./focus-heading.ts";
import { mendFocus } from "./kept-focus.ts";
import { made } from "./made.ts";
import { DONE, showMessage, showMessages, takeMessages } from "./messages.ts";
import { parsedPage } from "./parsed-page.ts";
import { addressOf, forgetAhead, takeAhead, wholeAnswer } from "./read-ahead.ts";
import { sayAbove } from "./refusal-line.ts";
import { replacePage } from "./replaced-page.ts";
import { sessionLasts } from "./session-countdown.ts";
import { keepTyped, noteSearch, replacesSearch } from "./typed-search.ts";

/** The request context of htmx, whose own types say `any`. The fields from `number` on are ours. */
interface Context {
	sourceElement: HTMLElement;
	target: Element;
	text: string;
	fetch: typeof fetch;
	request: {
		action: string;
		anchor?: string | undefined;
		method: string;
		headers: Record<string, string>;
		body: FormData;
		form?: HTMLFormElement | null;
		submitter?: HTMLElement | null;
		/** Sent even if the page is left meanwhile. */
		keepalive?: boolean;
		/** A step back has none. */
		abort?(): void;
	};
	response?: { raw: Response };
	hx: { retarget?: string };
	/** Requests in their order; a page that follows a form has the form's number. */
	number?: number;
	/** The form that led here, which was accepted. */
	follows?: HTMLElement;
	/** A change of one entry. */
	change?: Change;
	/** Number of an entry of which only its row is asked for. */
	row?: string;
	/** When it was sent, in milliseconds of the page. */
	begun?: number;
	/** The element of a request that no link and no form made. */
	own?: HTMLElement;
	/** The button that was pressed. */
	opener?: HTMLElement | undefined;
	/** Asked for by a link: the page is shown from its top, as browsers do. */
	isLink?: boolean;
	/** The place in the page that it leads to. */
	place?: string;
	messages?: Element[];
	timer?: number;
}

type RequestEvent = CustomEvent<{ ctx: Context; tasks: readonly { fragment: DocumentFragment }[] }>;

/** A change of one entry that is saved by itself. */
interface Change {
	/** Its number. */
	id: string;
	fields: Readonly<Record<string, string>>;
	/** What messages about the same replace. */
	topic: string;
	/** Says that it was not saved, with `{message}`. */
	unsaved: string;
	isSaved?: boolean;
	/** Its answer is on the page that is shown. */
	isShown?: boolean;
}

interface HistoryUpdate {
	history: { type: string; path: string };
	sourceElement: HTMLElement;
}

/** Forms of these pages may change the header: name, logo and colours of the event. */
const OF_EVENT = /^\/admin\/event(\/|$)/;
const FILE = /\.\w+$|^\/admin\/export\//;
/** Most answers are faster, and showing the line would cost them a frame. */
const PROGRESS_AFTER_MS = 100;

const frame = () => document.getElementById(FRAME);
const wordsOf = (name: string) => frame()?.dataset[name] ?? "";
const on = (name: string, listener: (event: RequestEvent) => void) =>
	document.addEventListener(name, listener as EventListener);

const running = new Set<Context>();
/** Numbers of the last request, and of the last whose screen is shown. */
let last = 0;
let shown = 0;
/** Address of the page that is shown. The address bar is ahead of it after "Back". */
let address = location.href;
/** When changes of entries were saved last, by their numbers. */
const changed = new Map<string, number>();
/** A dialog was open when the last answer came. */
let wasDialog = false;

/** What other modules do with the parts of a page. */
interface Steps {
	/** Improves what came. */
	improve(): void;
	/** Something is about to go. @param next what comes */
	leave(next: ParentNode | undefined): void;
	/** A form has its answer. */
	answered(form: HTMLElement): void;
	/** Gives up the focus if another entry comes. @param next what comes */
	release(next: ParentNode | undefined): void;
	/** Moves the focus where reading goes on. @returns what has it then */
	focus(): HTMLElement | undefined;
}

let steps: Steps;

export function swapFragments(given: Steps): void {
	steps = given;
	htmx.config.implicitInheritance = true;
	// The browser knows better when a slow upload is lost.
	htmx.config.defaultTimeout = 0;
	// Nothing here is animated.
	htmx.config.defaultSettleDelay = 0;
	// In what is changed in place: what the visitor has opened, and what only the whole list knows.
	htmx.config.morphIgnore.push("open");
	htmx.config.morphSkip = "[data-stays]";
	document.addEventListener("submit", sendFileRequests, true);
	on("htmx:before:init", (event) => {
		if (!isOurs(event.target as Element)) event.preventDefault();
	});
	on("htmx:config:request", (event) => {
		const { ctx } = event.detail;
		if (isRepeated(ctx)) return event.preventDefault();
		number(ctx);
		noteSearch(ctx.request);
		setTarget(ctx);
		if (ctx.change) setChange(ctx, ctx.change);
		if (ctx.row) setPart(ctx.request, ctx.target, partOf(ctx.row));
	});
	on("htmx:before:request", ({ detail }) => begin(detail.ctx));
	on("htmx:finally:request", ({ detail }) => end(detail.ctx));
	on("htmx:after:request", (event) => {
		if (!isFragment(event.detail.ctx)) event.preventDefault();
	});
	on("htmx:before:swap", (event) => {
		const { ctx, tasks } = event.detail;
		// Before they are shown: what takes the focus is found by its place.
		ctx.messages = tasks.flatMap(({ fragment }) => takeMessages(fragment));
		const isShown = !isOvertaken(ctx);
		if (ctx.change) ctx.change.isShown = isShown && ctx.request.action === addressOf(location.href);
		if (!isShown) {
			showMessages(ctx.messages);
			const isSaid = ctx.messages.length > 0;
			if (ctx.response?.raw.ok === false && !isSaid) showMessage(wordFor(ctx, "failed"), { wrong: true });
			return event.preventDefault();
		}
		wasDialog = hasDialog();
		if (isWhole(ctx)) {
			const isEntry = ctx.hx.retarget?.endsWith(PANE);
			if (!ctx.hx.retarget?.endsWith(DIALOG)) {
				steps.leave(tasks[0]?.fragment);
				removeDialog({ withEntry: !isEntry });
				steps.release(tasks[0]?.fragment);
			}
			steps.answered(ctx.follows ?? ctx.sourceElement);
		}
		if (!keepTyped(ctx.request, tasks[0]?.fragment ?? document)) event.preventDefault();
	});
	on("htmx:before:history:update", (event) => {
		const { history, sourceElement } = event.detail as unknown as HistoryUpdate;
		const ctx = requestOf(sourceElement);
		// The last part says only what is told once.
		history.path = history.path.replace(/#.*/, "").replace(/[?&]said=\w*$/, "");
		// A form that leads back to its page is no step of the history, as in browsers, and neither is a smaller part.
		if (history.path === location.pathname + location.search || !isWhole(ctx)) event.preventDefault();
		// "Back" leaves a dialog, however many pages were shown in it.
		else if (wasDialog || isNextOver(ctx) || replacesSearch(ctx?.request ?? {}, history.path)) history.type = "replace";
	});
	on("htmx:before:history:restore", (event) => {
		if (!isBelow(location.href)) return;
		address = location.href;
		event.preventDefault();
		focusAfterReturn(steps.focus());
	});
	on("htmx:after:swap", ({ detail }) => {
		const { ctx } = detail;
		showDialog(ctx.target);
		showMessages(ctx.messages ?? []);
		const toasts = document.querySelector(".toasts");
		if (toasts) htmx.process(toasts);
		steps.improve();
		show(ctx);
	});
}

/** True for another entry in the dialog over its list. */
const isNextOver = (ctx: Context | undefined) =>
	ctx?.hx.retarget?.endsWith(PANE) === true && document.querySelector(`dialog[open] #${PANE}`) !== null;

/** Takes over the links and forms of an element whose content was replaced by other means. */
export const processFragment = (element: Element): void => htmx.process(element);

/** True if a link or a form leads to a console page that has parts. */
function isOurs(element: Element): boolean {
	const to = element instanceof HTMLAnchorElement ? element.href : element.getAttribute("action");
	const { origin, pathname } = new URL(to ?? location.href, location.href);
	const closes = element.matches("[data-close], [method=dialog]");
	return (
		origin === location.origin && isConsole(pathname) && !isLoadedWhole(pathname) && !FILE.test(pathname) && !closes
	);
}

/** An answer that is a file is the browser's. */
function sendFileRequests(event: SubmitEvent): void {
	if (event.submitter?.hasAttribute("data-file")) event.stopImmediatePropagation();
}

/** Asks for an address of the console, or sends a form, from an element of its own: htmx lets those of one element wait for each other. */
async function ask(
	method: "GET" | "POST",
	to: string,
	about: Omit<Partial<Context>, "target"> & { target?: string },
): Promise<void> {
	const own = made("span", { hidden: "" });
	frame()?.append(own);
	try {
		await htmx.ajax(method, to, Object.assign({ source: own, target: `#${SCREEN}`, own }, about));
	} finally {
		own.remove();
	}
}

/** Saves a change of one entry. @param action takes it @returns false if it was not saved, which was said then */
export async function changeEntry(
	action: string,
	fields: Change["fields"],
	about: Pick<Change, "id" | "topic" | "unsaved">,
): Promise<boolean> {
	const change: Change = { ...about, fields };
	await ask("POST", hereIfSame(action), { change });
	if (change.isSaved) {
		changed.set(about.id, performance.now());
		if (!change.isShown) void refresh(about.id);
	}
	return change.isSaved === true;
}

/** The present address, where it is of the same list: what it shows of the entry is to follow. */
const hereIfSame = (action: string) =>
	new URL(action, location.href).pathname === location.pathname ? addressOf(location.href) : action;

/** Loads a row again: another page came while the entry was changed, and it may be older. */
async function refresh(id: string): Promise<void> {
	if (document.getElementById(partOf(id))) await ask("GET", addressOf(location.href), { row: id });
}

function setChange({ request, target }: Context, { id, fields }: Change): void {
	const token = document.querySelector<HTMLInputElement>("[name=formToken]")?.value;
	request.body = new FormData();
	for (const [name, value] of Object.entries(fields)) request.body.set(name, value);
	if (token) request.body.set("formToken", token);
	request.keepalive = true;
	setPart(request, target, partOf(id));
}

/** Id of an entry as its list shows it now. */
const partOf = (id: string) => (document.getElementById(shortPart(id)) ? shortPart(id) : rowPart(id));

/** Asks for the part of this id, by default the target: htmx names in the header what was the target before. */
function setPart(request: Context["request"], target: Element, id = target.id): void {
	request.headers["HX-Target"] = `${target.tagName.toLowerCase()}#${id}`;
	// A redirect is told and not followed: what the next page says once would not be seen where that is loaded whole.
	request.headers["X-Requested-With"] = "form";
}

/** What asked for a page that has not come yet. */
export const asking = (): HTMLElement | undefined =>
	[...running].findLast(({ request, row }) => request.method === "GET" && row === undefined)?.sourceElement;

/** Stays on the page. */
export function abandon(): void {
	for (const { request } of running) if (request.method === "GET") request.abort?.();
}

const requestOf = (element: HTMLElement) => [...running].find(({ sourceElement }) => sourceElement === element);

/** The second click of two asks for nothing. A search is asked for again: the one before is broken off. */
function isRepeated({ sourceElement, request }: Context): boolean {
	const isSearch = sourceElement instanceof HTMLFormElement && request.method === "GET";
	return !isSearch && requestOf(sourceElement) !== undefined;
}

/** True if the address is that of a dialog over the page. An entry is read beside its list. */
function isDialog(url: string): boolean {
	const modal = new URL(url, location.href).searchParams.get("modal");
	return modal !== null && modal !== DETAILS;
}

/** A dialog over the page is asked for alone, and so is another entry of the short list beside the present one. */
function setTarget(ctx: Context): void {
	const { request, sourceElement } = ctx;
	const { part } = sourceElement.dataset;
	const pane = document.getElementById(PANE);
	if (part) {
		// By the list as it is shown now, whose filters decide whether the entry is in it.
		request.action = hereIfSame(request.action);
		setPart(request, ctx.target, partOf(part));
		return;
	}
	if (ctx.target.id === SCREEN) {
		if (isDialog(request.action) && !isDialog(location.href)) ctx.target = dialogFor(openerOf(ctx));
		else if (isStep(ctx) && (pane || !matchMedia(ROOM_BESIDE).matches))
			ctx.target = pane ?? paneOverList(sourceElement, wordsOf("closeLabel"));
		else if (pane && sourceElement.closest("form")?.closest(`#${PANE}`)) ctx.target = pane;
	}
	setPart(request, ctx.target);
}

/** From 1,200 px, as in `styles/reading.css`. */
const ROOM_BESIDE = "(min-width: 75em)";

/** True if an entry of the list is asked for, and nothing in the list has changed. */
function isStep({ request: { method, action }, follows }: Context): boolean {
	const links = document.querySelectorAll<HTMLAnchorElement>(`#${SCREEN} a[data-entry]`);
	const isThere = [...links].some(({ href }) => addressOf(href) === addressOf(action));
	return method === "GET" && isThere && (!follows || isReadOver());
}

/** What has the focus again when the dialog is closed. */
const openerOf = ({ sourceElement, follows, opener }: Context) => opener ?? follows ?? sourceElement;

/** Numbers a request. Who asks for another page does not want the one before any more; a change is not broken off. */
function number(ctx: Context): void {
	if (ctx.number === undefined) {
		last += 1;
		ctx.number = last;
	}
	ctx.isLink = ctx.sourceElement instanceof HTMLAnchorElement;
	if (ctx.request.method !== "GET" || ctx.row) return;
	for (const { request, number = 0 } of running) if (request.method === "GET" && number < ctx.number) request.abort?.();
}

function begin(ctx: Context): void {
	const { request, sourceElement } = ctx;
	if (request.method !== "GET" && sourceElement instanceof HTMLFormElement) sourceElement.inert = true;
	ctx.opener ??= request.submitter ?? undefined;
	ctx.begun = performance.now();
	if (request.method !== "GET") forgetAhead(ctx.change?.id);
	ctx.fetch = answerOf;
	ctx.timer = window.setTimeout(() => frame()?.classList.add("waits"), PROGRESS_AFTER_MS);
	running.add(ctx);
}

/** The answer once all of it is there, else an error response: htmx would report it on the browser's console only. */
async function answerOf(what: RequestInfo | URL, options?: RequestInit): Promise<Response> {
	try {
		return (await takeAhead(what, options)) ?? (await wholeAnswer(what, options));
	} catch (error) {
		if ((error as Error).name === "AbortError") throw error;
		return Response.error();
	}
}

function end(ctx: Context): void {
	clearTimeout(ctx.timer);
	if (ctx.request.method !== "GET") forgetAhead(ctx.change?.id);
	// The target is a selector once the answer has named it.
	dropEmptyDialogs([...running].map(({ target }) => target).filter((one) => one instanceof Element));
	running.delete(ctx);
	if (running.size === 0) frame()?.classList.remove("waits");
	const forms = [ctx.sourceElement, ctx.follows];
	// The form of an accepted change is free again once the next page is there.
	const isFollowed = [...running].some(({ follows }) => follows === ctx.sourceElement);
	for (const form of forms) if (form instanceof HTMLFormElement && !isFollowed) form.inert = false;
}

/** True if the answer is a part of this page. Otherwise follows the redirect, loads the address, or shows the refusal. */
function isFragment(ctx: Context): boolean {
	const { hx, request, response, text } = ctx;
	const answer = response?.raw;
	if (!answer || answer.type === "error") {
		failed(ctx);
		return false;
	}
	const left = answer.headers.get("Session-Seconds");
	if (left) sessionLasts(Number(left));
	const isGet = request.method === "GET";
	const isRestore = "HX-History-Restore-Request" in request.headers;
	const next = answer.headers.get("Location");
	if (hx.retarget && !next && !(isGet && isOutdated(answer))) {
		if (ctx.change) ctx.change.isSaved = answer.ok;
		return true;
	}
	if (next) follow(ctx, new URL(next, location.href));
	else if (isGet) {
		if (answer.status >= 500 || answer.status === 429) failed(ctx, messageIn(text));
		else if (isRestore) location.reload();
		else location.assign(answer.url);
	} else if (!showAgain(ctx)) refuse(ctx, messageIn(text) || wordFor(ctx, "failed"));
	return false;
}

/** Goes where a form leads that was accepted. Whatever fails from here on, the next page is the one to see. */
function follow(ctx: Context, to: URL): void {
	const { sourceElement, request, target, number } = ctx;
	if (/^\/(login)?$/.test(to.pathname)) {
		const logIn = made("a", { href: "/login", target: "_blank" }, wordsOf("logIn"));
		// In another window: here something is typed.
		refuse(ctx, `${wordsOf("signedOut")} `, logIn);
		return;
	}
	const from = new URL(request.action, location.href).pathname;
	const isPart = isConsole(to.pathname) && !isLoadedWhole(to.pathname) && !OF_EVENT.test(from);
	if (!isPart || !frame()) {
		location.assign(to.href.replace(/#$/, ""));
		return;
	}
	const isInDialog = target.id === DIALOG && isDialog(to.href);
	const isEntry = target.id !== PANE || to.searchParams.get("modal") === DETAILS;
	const isSmall = target.id !== DIALOG && target.id !== FRAME && to.pathname === location.pathname && isEntry;
	const goal = isInDialog || isSmall ? `#${target.id}` : `#${SCREEN}`;
	const opener = request.submitter ?? undefined;
	const about = { number, follows: sourceElement, opener, place: to.hash.slice(1), push: "true", target: goal };
	void ask("GET", to.pathname + to.search, about);
}

/** Shows the page in which the server kept a form: it asks who one is first, or came back in another language. */
function showAgain({ sourceElement, text }: Context): boolean {
	const page = parsedPage(text);
	const action = sourceElement.getAttribute("action")?.replace(/#.*/, "");
	const isKept =
		action !== undefined && [...page.forms].some((one) => one.getAttribute("action")?.replace(/#.*/, "") === action);
	if (!isKept || !page.querySelector(".page")) return false;
	steps.leave(page);
	removeDialog();
	const next = replacePage(page);
	if (next) htmx.process(next);
	scrollTo(0, 0);
	(document.querySelector<HTMLElement>("#errors") ?? document.querySelector<HTMLElement>("main [name=proof]"))?.focus();
	if (document.activeElement === document.body) focusHeading();
	return true;
}

/** True if the page around the answer is in another language (chosen in another window) or of an older version. */
function isOutdated({ headers }: Response): boolean {
	const language = headers.get("Content-Language");
	return language !== document.documentElement.lang || !import.meta.url.endsWith(headers.get("Page-Script") ?? "");
}

/** True if a later request has changed the screen already: this answer would take the user back. */
const isOvertaken = (ctx: Context) =>
	(isWhole(ctx) && (ctx.number ?? 0) < shown) || !document.querySelector(ctx.hx.retarget ?? "body");

const isWhole = (ctx: Context | undefined) => [FRAME, SCREEN, DIALOG, PANE].some((id) => ctx?.hx.retarget === `#${id}`);

/** Returns the message of the portal's error page; "" for a proxy's page, which says nothing to organisers. */
function messageIn(html: string): string {
	const lines = parsedPage(html).querySelectorAll(`#${SCREEN} :is(h1, p:not(.actions))`);
	return [...lines].map(({ textContent }) => textContent).join(" ");
}

/** Nobody answered, or the server is busy: the page stays as it is, with everything typed. */
function failed(ctx: Context, message = ""): void {
	if (ctx.follows) location.assign(ctx.request.action);
	else if (ctx.request.method !== "GET") refuse(ctx, message || wordFor(ctx, "offline"));
	else {
		// "Back" has changed the address already; the page stays, so its address comes back.
		if (location.href !== address) history.replaceState(history.state, "", address);
		showMessage(message || wordsOf("notLoaded"), { wrong: true });
	}
}

/** Says why a form was not taken: above it, or over the page where it is gone. */
function refuse({ sourceElement, change }: Context, ...said: (string | Node)[]): void {
	const text = said.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
	if (change) {
		const { unsaved, topic } = change;
		const action = said.find((one) => one instanceof Element);
		const message = action ? String(said[0]).trim() : text;
		const options = { wrong: true, lasting: true, topic, action };
		showMessage(
			unsaved.replace("{message}", () => message),
			options,
		);
		return;
	}
	const form = sourceElement.closest("form");
	if (form?.isConnected && !form.closest(".toasts")) sayAbove(form, ...said);
	else showMessage(text, { wrong: true });
}

/** The button that was pressed, or its form, may have words of their own for that. */
function wordFor({ sourceElement, request, change }: Context, name: "offline" | "failed"): string {
	if (change) return wordsOf("offline");
	const form = sourceElement.closest("form");
	const own = request.submitter?.dataset.offline ?? form?.dataset[name] ?? form?.dataset.offline;
	return own ?? wordsOf(name);
}

/** Says how many rows a search found, for people who do not see them change. */
function tellFound(): void {
	const present = document.getElementById("found");
	const line = present ?? made("p", { id: "found", class: "off-screen", role: "status" });
	// Behind the screen: what takes a lost focus is found by its place.
	if (!present) document.querySelector(".console-page")?.append(line);
	const text = document.querySelector<HTMLElement>("[data-found]")?.dataset.found ?? "";
	if (line.textContent !== text) line.textContent = text;
}

/** Shows what came as the browser would: the problems of a form, the place that the address names, a message, the top. */
function show(ctx: Context): void {
	const { request, number, sourceElement, follows } = ctx;
	for (const form of [sourceElement, follows]) form?.dispatchEvent(new Event(DONE, { bubbles: true }));
	const [before, now] = [address, location.href].map((one) => new URL(one).pathname);
	const isOther = before !== now;
	const isEntry = ctx.hx.retarget === `#${PANE}`;
	if (isWhole(ctx)) {
		address = location.href;
		shown = number ?? shown;
	}
	const hash = ctx.place || request.anchor;
	const place = hash ? document.getElementById(hash) : null;
	const says = isWhole(ctx) && request.method !== "GET" && document.querySelector(`#${SCREEN} .banner[role]`) !== null;
	const wanted = isWhole(ctx) ? document.querySelector<HTMLElement>(`#${SCREEN} [data-focus]`) : null;
	if (wanted) {
		wanted.scrollIntoView({ block: "center" });
		wanted.focus({ preventScroll: true });
		if (wanted instanceof HTMLInputElement) wanted.select();
	} else if (place) {
		place.scrollIntoView();
		if (place.tabIndex < 0) place.tabIndex = -1;
		place.focus({ preventScroll: true });
	} else if (
		isOther ||
		says ||
		(ctx.isLink && isWhole(ctx) && !hasDialog() && !isEntry) ||
		(ctx.follows && document.querySelector(`#${SCREEN} .banner[role]`))
	) {
		scrollTo(0, 0);
		if (isOther) focusHeading();
	}
	if (isWhole(ctx)) {
		tellFound();
		for (const [id, at] of changed) {
			changed.delete(id);
			if ((ctx.begun ?? 0) < at) void refresh(id);
		}
	}
	if (isWhole(ctx) && !hasDialog()) steps.focus();
	mendFocus();
	if (document.activeElement === document.body && !hasDialog() && isWhole(ctx)) focusHeading();
}
