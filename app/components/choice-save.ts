import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useRoot } from "../root.tsx";
import { useTranslation } from "../translation.tsx";

/** Arrow keys choose every value on the way to the one that is meant. */
const WAIT_MS = 350;

export type SaveReport =
	| { kind: "none" | "saving" | "saved" }
	| { kind: "refused"; message: string }
	| { kind: "signed-out"; message: string };

type Outcome = Exclude<SaveReport, { kind: "none" | "saving" }>;

/** A choice in a row of a table: its control, the hidden one that says what the page was made with, and that value. */
export interface RowChoice {
	name: string;
	seen: string;
	value: string;
}

/**
 * Saves what is chosen in a row by posting what the form without scripts would post. One request at a time: a newer
 * choice waits for the answer, because only the answer says which value the next change starts from. When the choice
 * cannot be saved, `chosen` goes back to what the server is known to hold.
 */
export function useChoiceSave(row: { id: number }, { name, seen, value }: RowChoice, path: string) {
	const { t } = useTranslation();
	const { revalidate } = useRevalidator();
	const formToken = useRoot()?.formToken;
	const [chosen, setChosen] = useState(value);
	const [report, setReport] = useState<SaveReport>({ kind: "none" });
	const confirmed = useRef(value);
	const waiting = useRef<string>();
	const timer = useRef(0);
	const sending = useRef(false);

	// Depends on the row and not on the value alone: after a refused save the list may come back as it was before.
	// biome-ignore lint/correctness/useExhaustiveDependencies: a row that was read again
	useEffect(() => {
		if (waiting.current !== undefined || sending.current) return;
		confirmed.current = value;
		setChosen(value);
	}, [row, value]);

	const latest = useRef(send);
	latest.current = send;
	useEffect(() => {
		const leave = () => void latest.current();
		addEventListener("pagehide", leave);
		return () => {
			removeEventListener("pagehide", leave);
			leave();
		};
	}, []);

	function choose(to: string): void {
		setChosen(to);
		waiting.current = to;
		clearTimeout(timer.current);
		timer.current = window.setTimeout(send, WAIT_MS);
	}

	async function send(): Promise<void> {
		clearTimeout(timer.current);
		if (sending.current) return;
		let outcome: Outcome | undefined;
		while (waiting.current !== undefined) {
			const to = waiting.current;
			waiting.current = undefined;
			if (to === confirmed.current) {
				outcome ??= { kind: "saved" };
				continue;
			}
			sending.current = true;
			setReport({ kind: "saving" });
			outcome = await post(to);
			sending.current = false;
			if (outcome.kind === "saved") confirmed.current = to;
		}
		if (!outcome) return;
		setChosen(confirmed.current);
		setReport(outcome);
		if (outcome.kind !== "signed-out") revalidate();
	}

	async function post(to: string): Promise<Outcome> {
		const body = new URLSearchParams({ [`${name}-${row.id}`]: to, [`${seen}-${row.id}`]: confirmed.current });
		if (formToken) body.set("formToken", formToken);
		const failed = (message: string) => t("admin.saveFailed", { message });
		try {
			const answer = await fetch(path, { method: "POST", body, redirect: "manual", keepalive: true });
			// Pages send whoever is not signed in elsewhere.
			if (answer.type === "opaqueredirect" || answer.status === 401) {
				return { kind: "signed-out", message: failed(t("errors.NOT_SIGNED_IN")) };
			}
			if (answer.ok) return { kind: "saved" };
			return { kind: "refused", message: failed(messageIn(await answer.text()) || t("errors.INTERNAL")) };
		} catch (error) {
			return { kind: "refused", message: failed(error instanceof Error ? error.message : String(error)) };
		}
	}

	return { chosen, choose, report };
}

/** What an answer says to people: the list names who was faster, an error page has its message for a heading. */
function messageIn(html: string): string {
	const page = new DOMParser().parseFromString(html, "text/html");
	const said = page.querySelector("main [role=alert] p:last-child") ?? page.querySelector("h1");
	return said?.textContent ?? "";
}
