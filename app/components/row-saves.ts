import { useRevalidator } from "@remix-run/react";
import { useRoot } from "../root.tsx";
import { textsIn } from "../translation.tsx";

/** What became of a save; `message` says why it was none, in the reader's language unless the browser says it. */
export type SaveOutcome = { kind: "saved" } | { kind: "refused" | "unanswered" | "signed-out"; message: string };

/** How the rows of a table are saved. Handed to the rows, which know nothing of the page around them. */
export interface RowSaves {
	/** Posts what the form without scripts would post. */
	post(values: Readonly<Record<string, string>>): Promise<SaveOutcome>;
	/** Reads the list again. */
	refresh(): void;
}

/** @param path address of the list, which takes the changes */
export function useRowSaves(path: string): RowSaves {
	const { revalidate: refresh } = useRevalidator();
	const formToken = useRoot()?.formToken;
	return { refresh, post: (values) => post(path, formToken ? { ...values, formToken } : values) };
}

async function post(path: string, values: Readonly<Record<string, string>>): Promise<SaveOutcome> {
	const { t } = textsIn(undefined);
	try {
		const body = new URLSearchParams(values);
		const answer = await fetch(path, { method: "POST", body, redirect: "manual", keepalive: true });
		// Pages send whoever is not signed in elsewhere.
		if (answer.type === "opaqueredirect" || answer.status === 401) {
			return { kind: "signed-out", message: t("errors.NOT_SIGNED_IN") };
		}
		if (answer.ok) return { kind: "saved" };
		return { kind: "refused", message: messageIn(await answer.text()) || t("errors.INTERNAL") };
	} catch (error) {
		return { kind: "unanswered", message: error instanceof Error ? error.message : String(error) };
	}
}

/** What an answer says to people: the list names who was faster, an error page has its message for a heading. */
function messageIn(html: string): string {
	const page = new DOMParser().parseFromString(html, "text/html");
	const said = page.querySelector("main [role=alert] p:last-child") ?? page.querySelector("h1");
	return said?.textContent ?? "";
}
