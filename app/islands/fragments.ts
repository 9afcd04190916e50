/**
 * Replaces parts of a console page by what the server renders for a link or a form (htmx). The server says in
 * `HX-Retarget` which element an answer replaces; an answer without that header is no part of this page: a login, an
 * error, a file, the page of a proxy. Without this module every link and form loads a page.
 */
import htmx from "htmx.org";
import { dialogFor, hasDialog, isBelow, removeDialog, showDialog } from "./console-dialog.ts";
import { focusHeading } from "./focus-heading.ts";
import { made } from "./made.ts";
import { takeMessages, tell, tellAll } from "./messages.ts";
import { parsedPage } from "./parsed-page.ts";
import { sayAbove } from "./refusal-line.ts";
import { sessionLasts } from "./session-countdown.ts";
import { keepTyped, noteSearch, replacesSearch } from "./typed-search.ts";

/** What htmx knows of a request; its types say `any`. */
interface Context {
	sourceElement: HTMLElement;
	target: Element;
	text: string;
	request: {
		action: string;
		anchor?: string;
		method: string;
		abort(): void;
		body: FormData;
		headers: Record<string, string>;
		submitter?: HTMLElement | null;
	};
	fetch: typeof fetch;
	response?: { raw: Response };
	hx: { retarget?: string; redirect?: string };
	messages?: Element[];
}

type RequestEvent = CustomEvent<{ ctx: Context; tasks: readonly { fragment: DocumentFragment }[] }>;

interface HistoryUpdate {
	history: { type: string; path: string };
	sourceElement: HTMLElement;
}

/** Pages with a program of their own are loaded whole. */
const ALONE = /^\/admin\/(editor|proposals|nominations|aigc|forum|schedule)$/;
/** Most answers are faster, and showing the line would cost them a frame. */
const PROGRESS_AFTER_MS = 100;

const frame = () => document.getElementById("console");
const on = (name: string, listener: (event: RequestEvent) => void) =>
	document.addEventListener(name, listener as EventListener);

/** A dialog was open when the last answer came. */
let wasDialog = false;

/** @param improve improves what came, and the page as it was loaded */
export function swapFragments(improve: () => void): void {
	htmx.config.implicitInheritance = true;
	htmx.config.includeIndicatorCSS = false;
	on("htmx:before:init", (event) => {
		if (!isOurs(event.target as Element)) event.preventDefault();
	});
	on("htmx:config:request", ({ detail }) => {
		noteSearch(detail.ctx.request);
		aim(detail.ctx);
	});
	on("htmx:before:request", ({ detail }) => begin(detail.ctx));
	on("htmx:finally:request", ({ detail }) => end(detail.ctx));
	on("htmx:after:request", (event) => {
		if (!isFragment(event.detail.ctx)) event.preventDefault();
	});
	on("htmx:before:history:update", (event) => {
		const { history, sourceElement } = event.detail as unknown as HistoryUpdate;
		history.path = history.path.replace(/#.*/, "");
		// As browsers do with a form that leads back to its page.
		if (history.path === location.pathname + location.search) event.preventDefault();
		// "Back" leaves a dialog, however many pages were shown in it.
		else if (wasDialog || replacesSearch(asked(sourceElement), history.path)) history.type = "replace";
	});
	on("htmx:before:history:restore", (event) => {
		if (isBelow(location.href)) event.preventDefault();
	});
	on("htmx:before:swap", (event) => {
		const { ctx, tasks } = event.detail;
		wasDialog = hasDialog();
		if (ctx.hx.retarget !== "#dialog") removeDialog();
		if (!keepTyped(ctx.request, tasks[0]?.fragment ?? document)) return event.preventDefault();
		// Before it is shown: what takes the focus is found by its place.
		ctx.messages = tasks.flatMap(({ fragment }) => takeMessages(fragment));
	});
	on("htmx:after:swap", ({ detail }) => {
		if (detail.ctx.hx.retarget === "#dialog") showDialog();
		tellAll(detail.ctx.messages ?? []);
		improve();
		show(detail.ctx);
	});
}

/** Takes over the links and forms of an element whose content was replaced by other means. */
export const processFragment = (element: Element): void => htmx.process(element);

/** Whether a link or a form is to another part of the console. */
function isOurs(element: Element): boolean {
	const to = element instanceof HTMLAnchorElement ? element : element.getAttribute("action");
	const { origin, pathname } = new URL(String(to ?? location.href), location.href);
	const isFile = element.hasAttribute("download");
	return origin === location.origin && /^\/admin(\/|$)/.test(pathname) && !ALONE.test(pathname) && !isFile;
}

/** A dialog over the page is asked for alone. */
function aim(ctx: Context): void {
	const { request } = ctx;
	const isDialog = new URL(request.action, location.href).searchParams.has("modal");
	if (ctx.target.id === "screen" && isDialog) ctx.target = dialogFor(ctx.sourceElement);
	// The library names the element that it had in mind before.
	request.headers["HX-Target"] = `${ctx.target.tagName.toLowerCase()}#${ctx.target.id}`;
}

const running = new Map<Context, number>();
/** The request that an element sent last. */
const asked = (element: HTMLElement): object =>
	[...running.keys()].find(({ sourceElement }) => sourceElement === element)?.request ?? {};

function begin(ctx: Context): void {
	// Who asks for another page does not want the one before any more; a change is not broken off.
	for (const { request } of running.keys())
		if (ctx.request.method === "GET" && request.method === "GET") request.abort();
	if (ctx.sourceElement instanceof HTMLFormElement) ctx.sourceElement.inert = true;
	// Otherwise the library reports on the browser's console that nobody answered.
	ctx.fetch = (what, options) =>
		fetch(what, options).catch((error) => {
			if (error.name === "AbortError") throw error;
			return Response.error();
		});
	const timer = window.setTimeout(() => frame()?.classList.add("waits"), PROGRESS_AFTER_MS);
	running.set(ctx, timer);
}

function end(ctx: Context): void {
	clearTimeout(running.get(ctx));
	running.delete(ctx);
	if (running.size === 0) frame()?.classList.remove("waits");
	if (ctx.sourceElement instanceof HTMLFormElement) ctx.sourceElement.inert = false;
}

/** Whether the answer is a part of this page. If not, the browser goes where it leads, or the page says what it says. */
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
	if (hx.redirect || (hx.retarget && !(isGet && isOutdated(answer)))) return true;
	const form = ctx.sourceElement.closest("form");
	if (!isGet && form && isLogin(answer)) {
		const { signedOut = "", logIn = "" } = frame()?.dataset ?? {};
		// In another window: here something is typed.
		sayAbove(form, `${signedOut} `, made("a", { href: "/login", target: "_blank" }, logIn));
		return false;
	}
	if (answer.ok || (isGet && answer.status < 500 && answer.status !== 429)) {
		location.assign(answer.url);
		return false;
	}
	const said = messageIn(text);
	if (isGet) tell(said || (frame()?.dataset.notLoaded ?? ""), { wrong: true });
	else if (form) sayAbove(form, said || wordFor(ctx, "failed"));
	return false;
}

/** The login screen, at either address: the session has ended. */
const isLogin = ({ redirected, url }: Response) => redirected && /^\/(login)?$/.test(new URL(url).pathname);

/** Whether the page around the answer is of another language, as chosen in another window, or of an older version of the portal. */
function isOutdated({ headers }: Response): boolean {
	const language = headers.get("Content-Language");
	return language !== document.documentElement.lang || !import.meta.url.endsWith(headers.get("Page-Script") ?? "");
}

/** The message of an error page of the portal; "" for that of a proxy, which says nothing to organisers. */
function messageIn(html: string): string {
	const lines = parsedPage(html).querySelectorAll("#screen :is(h1, p:not(.actions))");
	return [...lines].map(({ textContent }) => textContent).join(" ");
}

/** Nobody answered: the page stays as it is, with everything typed. */
function failed(ctx: Context): void {
	if (ctx.request.method === "GET") tell(frame()?.dataset.notLoaded ?? "", { wrong: true });
	else {
		const form = ctx.sourceElement.closest("form");
		if (form) sayAbove(form, wordFor(ctx, "offline"));
	}
}

/** The button that was pressed, or its form, may have words of their own for that. */
function wordFor({ sourceElement, request }: Context, name: "offline" | "failed"): string {
	const form = sourceElement.closest("form");
	const own = request.submitter?.dataset.offline ?? form?.dataset[name] ?? form?.dataset.offline;
	return own ?? frame()?.dataset[name] ?? "";
}

/** Pathname of the page that is shown. */
let shownPath = location.pathname;

/** Shows what came as the browser would: the problems of a form, the place that the address names, a message, the top. */
function show({ request, hx }: Context): void {
	const place = request.anchor ? document.getElementById(request.anchor) : null;
	const isOther = location.pathname !== shownPath;
	shownPath = location.pathname;
	const isWhole = hx.retarget === "#console" || hx.retarget === "#screen";
	const says = isWhole && request.method !== "GET" && document.querySelector("#screen .banner[role]") !== null;
	const wanted = document.querySelector<HTMLElement>("#screen [data-focus]");
	if (wanted) {
		wanted.scrollIntoView({ block: "center" });
		wanted.focus({ preventScroll: true });
		if (wanted instanceof HTMLInputElement) wanted.select();
	} else if (place) {
		place.scrollIntoView();
		place.focus();
	} else if (isOther || says) {
		scrollTo(0, 0);
		if (isOther) focusHeading();
	}
}
