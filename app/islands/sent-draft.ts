/** The draft on the device of a form that was sent: deleted by the page that says it was accepted. */

import { keep, kept } from "./browser-storage.ts";

export const DRAFT = "draft:";
export const ATTEMPTS = "attempts:";
/** Name of the form this tab sent last, which the form leaves in sessionStorage. */
export const SENT = "sent";

/**
 * Deletes the draft that this tab sent, if it is of one of the accepted forms.
 * @param accepted references of entries and categories of calls @returns the name of the form sent, or null
 */
export function forgetSent(accepted: readonly string[] = []): string | null {
	const sent = kept("tab", SENT);
	keep("tab", SENT);
	if (sent !== null && accepted.includes(sent.replace(/^editor:|[?@].*/g, ""))) dropDraft(sent);
	return sent;
}

export function dropDraft(name: string): void {
	keep("device", DRAFT + name);
	keep("device", ATTEMPTS + name);
}
