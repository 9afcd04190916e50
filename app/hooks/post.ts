import { parsedPage } from "../islands/parsed-page.ts";
import { textsIn } from "../translation.tsx";

/**
 * The result of a save. `message` gives the reason for a failure, in the reader's language. `isWhole`: the message also
 * names the value that was not saved, so nothing is put before it.
 */
export type SaveOutcome =
	| { kind: "saved"; notes: string[] }
	| { kind: "refused" | "unanswered" | "signed-out"; message: string; isWhole?: true };

/** Posts what a form without scripts would post. */
export async function post(path: string, values: Readonly<Record<string, string>>): Promise<SaveOutcome> {
	const { t } = textsIn(undefined);
	try {
		const body = new URLSearchParams(values);
		// Marks the request as a script's: a form sent by hand is answered with a redirect.
		const headers = { "X-Requested-With": "fetch" };
		const answer = await fetch(path, { method: "POST", body, headers, redirect: "manual", keepalive: true });
		// Pages redirect people who are not logged in.
		if (answer.type === "opaqueredirect" || answer.status === 401) {
			return { kind: "signed-out", message: t("errors.NOT_SIGNED_IN") };
		}
		if (answer.ok) return { kind: "saved", notes: notesIn(await answer.text()) };
		return refusedBy(await answer.text()) ?? { kind: "unanswered", message: t("site.offline") };
	} catch {
		// The browser's own message is English and does not help.
		return { kind: "unanswered", message: t("site.offline") };
	}
}

/** Further messages of the list. */
function notesIn(html: string): string[] {
	const said = /<div role="status" class="banner"[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? "";
	const lines = parsedPage(said).querySelectorAll("p:not(:first-child)");
	return [...lines].map(({ textContent }) => textContent ?? "");
}

/**
 * The message in an answer of the portal: a list names who was faster; an error page has its message as a heading.
 * Undefined for the page of a proxy, which says nothing to organisers.
 */
function refusedBy(html: string): SaveOutcome | undefined {
	const page = parsedPage(html);
	const report = page.querySelector("main [role=alert] p:last-child")?.textContent;
	if (report) return { kind: "refused", message: report, isWhole: true };
	const message = page.querySelector("main h1")?.textContent;
	return message ? { kind: "refused", message } : undefined;
}
