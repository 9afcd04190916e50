/** The draft on the device of a form that was sent: deleted by the page that says it was accepted. */

import { keep, kept } from "./browser-storage.ts";

export const DRAFT = "draft:";
export const ATTEMPTS = "attempts:";
/** Suffixes of up to three drafts from other tabs. A fourth replaces the last. */
const ASIDE = ["+", "++", "+++"];
/** Under it the form leaves in sessionStorage which draft this tab sent last. */
const SENT = "sent";
/** Under it and the name of a form stands where the page that accepted it is, in this tab. */
const ACCEPTED = "accepted:";

/** Names of the drafts of a form that are put aside. */
export const asides = (name: string): string[] => ASIDE.map((end) => name + end);

interface Sent {
	/** Of the draft. */
	name: string;
	/** When the draft was saved that was sent; 0 for none. */
	at: number;
}

/** Notes which draft this tab sends. */
export function noteSent({ name, at }: Sent): void {
	keep("tab", SENT, `${name} ${at}`);
}

/** What this tab sent; it is told once. */
export function takeNoted(): Sent | undefined {
	const [name = "", at = ""] = (kept("tab", SENT) ?? "").split(" ");
	keep("tab", SENT);
	return name ? { name, at: Number(at) } : undefined;
}

/**
 * Deletes the draft that this tab sent, if it is of one of the accepted forms, and notes for the way back where it was
 * accepted. What another tab has typed since stays.
 * @param accepted references of entries and categories of calls
 */
export function forgetSent(accepted: readonly string[]): void {
	const sent = takeNoted();
	if (!sent || !accepted.includes(sent.name.replace(/^editor:|[?@].*/g, ""))) return;
	for (const name of [sent.name, ...asides(sent.name)]) if (savedAt(name) === sent.at) keep("device", DRAFT + name);
	keep("device", ATTEMPTS + sent.name);
	keep("tab", ACCEPTED + sent.name, location.pathname + location.search);
}

/** Something new is typed into a form that was accepted before. */
export function forgetAccepted(name: string): void {
	keep("tab", ACCEPTED + name);
}

/** Where a form was accepted that this tab sent; null if it was not. */
export function acceptedAt(name: string): string | null {
	return kept("tab", ACCEPTED + name);
}

function savedAt(name: string): unknown {
	try {
		return JSON.parse(kept("device", DRAFT + name) ?? "{}").at ?? 0;
	} catch {
		return 0;
	}
}

export function dropDraft(name: string): void {
	keep("device", DRAFT + name);
	keep("device", ATTEMPTS + name);
}
