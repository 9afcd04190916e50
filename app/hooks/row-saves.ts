import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useRoot } from "../root-data.ts";
import { textsIn, useTranslation } from "../translation.tsx";
import { useToast } from "./toast.ts";

/** The result of a save; `message` says why it failed, in the reader's language. */
export type SaveOutcome =
	| { kind: "saved"; notes: string[] }
	| { kind: "refused" | "unanswered" | "signed-out"; message: string };

/** How the rows of a table are saved. Handed to the rows, which know nothing of the page around them. */
export interface RowSaves {
	/** Posts what the form without scripts would post. */
	post(values: Readonly<Record<string, string>>): Promise<SaveOutcome>;
	/** Reads the list again. @param saved the row that says that it was saved */
	refresh(saved?: number): void;
}

/**
 * A row that no longer matches the filter disappears with its message; the page then shows the message.
 * @param path address of the list, which takes the changes
 */
export function useRowSaves(path: string, rows: readonly { id: number }[]): RowSaves {
	const { revalidate } = useRevalidator();
	const formToken = useRoot()?.formToken;
	const { t } = useTranslation();
	const tell = useToast();
	const saved = useRef(new Set<number>());
	useEffect(() => {
		const count = [...saved.current].filter((id) => rows.every((row) => row.id !== id)).length;
		saved.current.clear();
		if (count > 0) tell(t("admin.saved", { count }));
	}, [rows, tell, t]);
	const refresh = (id?: number) => {
		if (id !== undefined) saved.current.add(id);
		revalidate();
	};
	return { refresh, post: (values) => post(path, formToken ? { ...values, formToken } : values) };
}

async function post(path: string, values: Readonly<Record<string, string>>): Promise<SaveOutcome> {
	const { t } = textsIn(undefined);
	try {
		const body = new URLSearchParams(values);
		// Marked as a script's: a form that was sent by hand is answered with another address.
		const headers = { "X-Requested-With": "fetch" };
		const answer = await fetch(path, { method: "POST", body, headers, redirect: "manual", keepalive: true });
		// Pages redirect people who are not logged in.
		if (answer.type === "opaqueredirect" || answer.status === 401) {
			return { kind: "signed-out", message: t("errors.NOT_SIGNED_IN") };
		}
		if (answer.ok) return { kind: "saved", notes: notesIn(await answer.text()) };
		return { kind: "refused", message: messageIn(await answer.text()) || t("errors.INTERNAL") };
	} catch {
		// The browser's own message is English and does not help.
		return { kind: "unanswered", message: t("site.offline") };
	}
}

/** What the list says besides that it was saved. */
function notesIn(html: string): string[] {
	const said = /<div role="status" class="banner">(.*?)<\/div>/s.exec(html)?.[1] ?? "";
	const lines = new DOMParser().parseFromString(said, "text/html").querySelectorAll("p:not(:first-child)");
	return [...lines].map(({ textContent }) => textContent ?? "");
}

/** What an answer says to people: the list names who was faster, an error page has its message for a heading. */
function messageIn(html: string): string {
	const page = new DOMParser().parseFromString(html, "text/html");
	const said = page.querySelector("main [role=alert] p:last-child") ?? page.querySelector("h1");
	return said?.textContent ?? "";
}
