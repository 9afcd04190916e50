/** The draft on the device of a form that was sent: deleted by the page that says it was accepted. */

import { keep, kept } from "./browser-storage.ts";

export const DRAFT = "draft:";
export const ATTEMPTS = "attempts:";
/** Name of the form this tab sent last, which the form leaves in sessionStorage. */
export const SENT = "sent";

/** Name of the form that this tab sent, or null; it is told once. */
export function sentForm(): string | null {
	const sent = kept("tab", SENT);
	keep("tab", SENT);
	return sent;
}

/**
 * Deletes the draft that this tab sent, if it is of one of the accepted forms.
 * @param accepted references of entries and categories of calls
 */
export function forgetSent(accepted: readonly string[]): void {
	const sent = sentForm();
	if (sent !== null && accepted.includes(sent.replace(/^editor:|[?@].*/g, ""))) dropDraft(sent);
}

export function dropDraft(name: string): void {
	keep("device", DRAFT + name);
	keep("device", ATTEMPTS + name);
}
