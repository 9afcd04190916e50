/**
 * Replaces parts of a console page by what the server renders for a link or a form (htmx). The server names the part in
 * `HX-Retarget`; an answer without that header is no part of this page: an error, a file, the page of a proxy. Without this
 * module every link and form loads a page.
 */
import htmx from "htmx.org";
import { DIALOG, FRAME, isConsole, isLoadedWhole, SCREEN } from "../fragments.ts";
import { dialogFor, hasDialog, isBelow, removeDialog, showDialog } from "./console-dialog.ts";
import { focusHeading } from "./focus-heading.ts";
import { made } from "./made.ts";
import { DONE, showMessage, showMessages, takeMessages } from "./messages.ts";
import { parsedPage } from "./parsed-page.ts";
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
		submitter?: HTMLElement | null;
		/** A step back has none. */
		abort?(): void;
	};
	response?: { raw: Response };
	hx: { retarget?: string };
	/** Requests in their order; a page that follows a form has the form's number. */
	number?: number;
	/** The form that led here, which was accepted. */
	follows?: HTMLElement;
	/** Asked for by a link: the page is shown from its top, as browsers do. */
	isLink?: boolean;
	/** The place in the page that it leads to. */
	place?: string;
	messages?: Element[];
	timer?: number;
}

type RequestEvent = CustomEvent<{ ctx: Context; tasks: readonly { fragment: DocumentFragment }[] }>;

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
/** A dialog was open when the last answer came. */
let wasDialog = false;

/** @param improve improves what came */
export function swapFragments(improve: () => void): void {
	htmx.config.implicitInheritance = true;
	// The browser knows better when a slow upload is lost.
	htmx.config.defaultTimeout = 0;
	on("htmx:before:init", (event) => {
		if (!isOurs(event.target as Element)) event.preventDefault();
	});
	on("htmx:config:request", (event) => {
		const { ctx } = event.detail;
		if (isRepeated(ctx)) return event.preventDefault();
		number(ctx);
		noteSearch(ctx.request);
		setTarget(ctx);
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
		if (isOvertaken(ctx)) {
			showMessages(ctx.messages);
			if (ctx.response?.raw.ok === false) showMessage(wordFor(ctx, "failed"), { wrong: true });
			return event.preventDefault();
		}
		wasDialog = hasDialog();
		if (!ctx.hx.retarget?.endsWith(DIALOG)) removeDialog();
		if (!keepTyped(ctx.request, tasks[0]?.fragment ?? document)) event.preventDefault();
	});
	on("htmx:before:history:update", (event) => {
		const { history, sourceElement } = event.detail as unknown as HistoryUpdate;
		const ctx = requestOf(sourceElement);
		history.path = history.path.replace(/#.*/, "");
		// A form that leads back to its page is no step of the history, as in browsers, and neither is a smaller part.
		if (history.path === location.pathname + location.search || !isWhole(ctx)) event.preventDefault();
		// "Back" leaves a dialog, however many pages were shown in it.
		else if (wasDialog || replacesSearch(ctx?.request ?? {}, history.path)) history.type = "replace";
	});
	on("htmx:before:history:restore", (event) => {
		if (!isBelow(location.href)) return;
		address = location.href;
		event.preventDefault();
	});
	on("htmx:after:swap", ({ detail }) => {
		const { ctx } = detail;
		if (ctx.hx.retarget?.endsWith(DIALOG)) showDialog();
		showMessages(ctx.messages ?? []);
		const toasts = document.querySelector(".toasts");
		if (toasts) htmx.process(toasts);
		improve();
		show(ctx);
	});
}

/** Takes over the links and forms of an element whose content was replaced by other means. */
export const processFragment = (element: Element): void => htmx.process(element);

/** True if a link or a form leads to a console page that has parts. */
function isOurs(element: Element): boolean {
	const to = element instanceof HTMLAnchorElement ? element.href : element.getAttribute("action");
	const { origin, pathname } = new URL(to ?? location.href, location.href);
	const closes = element.hasAttribute("data-close");
	return (
		origin === location.origin && isConsole(pathname) && !isLoadedWhole(pathname) && !FILE.test(pathname) && !closes
	);
}

const requestOf = (element: HTMLElement) => [...running].find(({ sourceElement }) => sourceElement === element);

/** The second click of two asks for nothing. A search is asked for again: the one before is broken off. */
function isRepeated({ sourceElement, request }: Context): boolean {
	const isSearch = sourceElement instanceof HTMLFormElement && request.method === "GET";
	return !isSearch && sourceElement !== frame() && requestOf(sourceElement) !== undefined;
}

/** A dialog over the page is asked for alone. */
function setTarget(ctx: Context): void {
	const { request } = ctx;
	const isDialog = (url: string) => new URL(url, location.href).searchParams.has("modal");
	const opens = ctx.target.id === SCREEN && isDialog(request.action) && !isDialog(location.href);
	if (opens) ctx.target = dialogFor(ctx.sourceElement);
	// htmx has set this header for the target before.
	request.headers["HX-Target"] = `${ctx.target.tagName.toLowerCase()}#${ctx.target.id}`;
	// A redirect is told and not followed: what the next page says once would not be seen where that is loaded whole.
	request.headers["X-Requested-With"] = "form";
}

/** Numbers a request. Who asks for another page does not want the one before any more; a change is not broken off. */
function number(ctx: Context): void {
	if (ctx.number === undefined) {
		last += 1;
		ctx.number = last;
	}
	ctx.isLink = ctx.sourceElement instanceof HTMLAnchorElement;
	if (ctx.request.method !== "GET") return;
	for (const { request, number = 0 } of running) if (request.method === "GET" && number < ctx.number) request.abort?.();
}

function begin(ctx: Context): void {
	const { request, sourceElement } = ctx;
	if (request.method !== "GET" && sourceElement instanceof HTMLFormElement) sourceElement.inert = true;
	ctx.fetch = answerOf;
	ctx.timer = window.setTimeout(() => frame()?.classList.add("waits"), PROGRESS_AFTER_MS);
	running.add(ctx);
}

/** The answer once all of it is there, else an error response: htmx would report it on the browser's console only. */
async function answerOf(what: RequestInfo | URL, options?: RequestInit): Promise<Response> {
	try {
		const answer = await fetch(what, options);
		const text = await answer.text();
		answer.text = async () => text;
		return answer;
	} catch (error) {
		if ((error as Error).name === "AbortError") throw error;
		return Response.error();
	}
}

function end(ctx: Context): void {
	clearTimeout(ctx.timer);
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
	if (next) follow(ctx, new URL(next, location.href));
	else if (hx.retarget && !(isGet && isOutdated(answer))) return true;
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
	const source = frame();
	if (!isPart || !source) {
		location.assign(to.href.replace(/#$/, ""));
		return;
	}
	const isInDialog = target.id === DIALOG && to.searchParams.has("modal");
	const isSmall = target.id !== DIALOG && target.id !== FRAME && to.pathname === location.pathname;
	const about = { number, follows: sourceElement, place: to.hash.slice(1) };
	const goal = isInDialog || isSmall ? `#${target.id}` : `#${SCREEN}`;
	void htmx.ajax("GET", to.pathname + to.search, Object.assign(about, { source, target: goal, push: "true" }));
}

/** Shows the page in which the server kept a form: it asks who one is first, or came back in another language. */
function showAgain({ sourceElement, text }: Context): boolean {
	const page = parsedPage(text);
	const action = sourceElement.getAttribute("action")?.replace(/#.*/, "");
	const isKept = [...page.forms].some((one) => one.getAttribute("action")?.replace(/#.*/, "") === action);
	if (!isKept || !page.querySelector(".page")) return false;
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
const isOvertaken = ({ number = 0, hx }: Context) => number < shown || !document.querySelector(hx.retarget ?? "body");

const isWhole = (ctx: Context | undefined) => [FRAME, SCREEN, DIALOG].some((id) => ctx?.hx.retarget === `#${id}`);

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
function refuse({ sourceElement }: Context, ...said: (string | Node)[]): void {
	const form = sourceElement.closest("form");
	if (form?.isConnected && !form.closest(".toasts")) sayAbove(form, ...said);
	else showMessage(said.map((one) => (typeof one === "string" ? one : one.textContent)).join(""), { wrong: true });
}

/** The button that was pressed, or its form, may have words of their own for that. */
function wordFor({ sourceElement, request }: Context, name: "offline" | "failed"): string {
	const form = sourceElement.closest("form");
	const own = request.submitter?.dataset.offline ?? form?.dataset[name] ?? form?.dataset.offline;
	return own ?? wordsOf(name);
}

/** Shows what came as the browser would: the problems of a form, the place that the address names, a message, the top. */
function show(ctx: Context): void {
	const { request, number, sourceElement, follows } = ctx;
	for (const form of [sourceElement, follows]) form?.dispatchEvent(new Event(DONE, { bubbles: true }));
	const [before, now] = [address, location.href].map((one) => new URL(one).pathname);
	const isOther = before !== now;
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
		(ctx.isLink && isWhole(ctx) && !hasDialog()) ||
		(ctx.follows && document.querySelector(`#${SCREEN} .banner[role]`))
	) {
		scrollTo(0, 0);
		if (isOther) focusHeading();
	}
	if (document.activeElement === document.body && !hasDialog() && isWhole(ctx)) focusHeading();
}
