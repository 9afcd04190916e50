import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Status } from "../enumerations.ts";
import { useRoot } from "../root.tsx";
import { useTranslation } from "../translation.tsx";

/** Arrow keys choose every status on the way to the one that is meant. */
const WAIT_MS = 350;

export type SaveReport =
	| { kind: "none" | "saving" | "saved" }
	| { kind: "refused"; message: string }
	| { kind: "signed-out"; message: string };

type Outcome = Exclude<SaveReport, { kind: "none" | "saving" }>;

/**
 * Saves a chosen status by posting what the form without scripts would post. One request at a time: a newer choice
 * waits for the answer, because only the answer says which status the next change starts from. When the choice cannot
 * be saved, `chosen` goes back to what the server is known to hold.
 */
export function useStatusSave(row: { id: number; status: Status }, path: string) {
	const { t } = useTranslation();
	const { revalidate } = useRevalidator();
	const formToken = useRoot()?.formToken;
	const [chosen, setChosen] = useState(row.status);
	const [report, setReport] = useState<SaveReport>({ kind: "none" });
	const confirmed = useRef(row.status);
	const waiting = useRef<Status>();
	const timer = useRef(0);
	const sending = useRef(false);

	// Depends on the row and not on its status: after a refused save the list may come back as it was before.
	useEffect(() => {
		if (waiting.current !== undefined || sending.current) return;
		confirmed.current = row.status;
		setChosen(row.status);
	}, [row]);

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

	function choose(status: Status): void {
		setChosen(status);
		waiting.current = status;
		clearTimeout(timer.current);
		timer.current = window.setTimeout(send, WAIT_MS);
	}

	async function send(): Promise<void> {
		clearTimeout(timer.current);
		if (sending.current) return;
		let outcome: Outcome | undefined;
		while (waiting.current !== undefined) {
			const status = waiting.current;
			waiting.current = undefined;
			if (status === confirmed.current) {
				outcome ??= { kind: "saved" };
				continue;
			}
			sending.current = true;
			setReport({ kind: "saving" });
			outcome = await post(status);
			sending.current = false;
			if (outcome.kind === "saved") confirmed.current = status;
		}
		if (!outcome) return;
		setChosen(confirmed.current);
		setReport(outcome);
		if (outcome.kind !== "signed-out") revalidate();
	}

	async function post(status: Status): Promise<Outcome> {
		const body = new URLSearchParams({ [`status-${row.id}`]: status, [`was-${row.id}`]: confirmed.current });
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
