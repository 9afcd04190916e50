/** Loads entries before they are asked for: those before and after the one that is read, and where the pointer rests. */
import { PANE } from "../fragments.ts";

/** Milliseconds after which an answer is asked for again. */
const FRESH_MS = 20_000;
/** Answers that are kept at most. */
const MOST = 10;
/** Milliseconds that the pointer rests on a link. */
const REST_MS = 60;

/** Answers by address. */
const ahead = new Map<string, { at: number; answer: Promise<Response | undefined> }>();

/** Path and query of an address. */
export function addressOf(href: string): string {
	const { pathname, search } = new URL(href, location.href);
	return pathname + search;
}

/** An answer once all of it is there. */
export async function wholeAnswer(what: RequestInfo | URL, options?: RequestInit): Promise<Response> {
	const answer = await fetch(what, options);
	const text = await answer.text();
	answer.text = async () => text;
	return answer;
}

const isFresh = ({ at }: { at: number }) => performance.now() - at < FRESH_MS;

/** Loads the entry of a link, unless that was just done. If it fails, it is loaded when it is shown. */
export function readAhead({ href }: HTMLAnchorElement): void {
	const address = addressOf(href);
	for (const [key, one] of ahead) if (!isFresh(one) || ahead.size >= MOST) ahead.delete(key);
	if (ahead.has(address)) return;
	const headers = {
		"HX-Request": "true",
		"HX-Target": `article#${PANE}`,
		"HX-Current-URL": location.href,
		// A message for the next page is not taken.
		"X-Requested-With": "ahead",
		Accept: "text/html",
	};
	ahead.set(address, { at: performance.now(), answer: wholeAnswer(href, { headers }).catch(() => undefined) });
}

/** Loads the entry of a link that the pointer rests on. */
export function readWherePointed(isWanted: (link: HTMLAnchorElement) => boolean): void {
	let timer = 0;
	document.addEventListener("pointerover", ({ target }) => {
		clearTimeout(timer);
		const link = (target as Element).closest<HTMLAnchorElement>("a[data-entry]");
		if (link && isWanted(link)) timer = window.setTimeout(() => readAhead(link), REST_MS);
	});
}

/** The answer that was loaded before, once. Undefined for requests of anything but an entry. */
export async function takeAhead(what: RequestInfo | URL, options?: RequestInit): Promise<Response | undefined> {
	const address = addressOf(String(what));
	const headers = options?.headers as Record<string, string> | undefined;
	const present = ahead.get(address);
	if (!present || options?.method !== "GET" || !headers?.["HX-Target"]?.endsWith(`#${PANE}`)) return;
	ahead.delete(address);
	const answer = isFresh(present) ? await present.answer : undefined;
	return answer?.ok ? answer : undefined;
}

/** Drops what was loaded of an entry, or of all: something of it is being changed, or was. */
export function forgetAhead(id?: string): void {
	for (const address of [...ahead.keys()])
		if (id === undefined || new URLSearchParams(address.split("?")[1]).get("id") === id) ahead.delete(address);
}
