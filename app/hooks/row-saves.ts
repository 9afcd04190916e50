import { useState } from "react";
import { parsedPage } from "../islands/parsed-page.ts";
import { useRoot } from "../root-data.ts";
import { textsIn, useTranslation } from "../translation.tsx";
import { amendReadings } from "./readings.ts";
import { useRefresh } from "./refresh.ts";
import { useToast } from "./toast.ts";

/** The result of a save; `message` says why it failed, in the reader's language. */
export type SaveOutcome =
	| { kind: "saved"; notes: string[] }
	| { kind: "refused" | "unanswered" | "signed-out"; message: string };

/** A choice that was saved in a row: the names of its controls (`RowChoice`), and from which option to which. */
export interface SavedChoice {
	row: { id: number; title: string };
	name: string;
	seen: string;
	from: Option;
	to: Option;
}

interface Option {
	value: string;
	label: string;
}

/** Saved values by the name of their control. */
const HELD: Readonly<Record<string, (option: Option) => Readonly<Record<string, string>>>> = {
	status: ({ value }) => ({ status: value }),
	invitation: ({ value }) => ({ invitation: value }),
	track: ({ value, label }) => ({ trackId: value, track: label }),
};

/** The same value in the entry being read. */
const IN_READINGS: readonly string[] = ["status", "track"];

/** Saves rows of a list. Passed to the rows, which know nothing of the page. */
export interface RowSaves {
	/** Posts what the form without scripts would post. */
	post(values: Readonly<Record<string, string>>): Promise<SaveOutcome>;
	/** Reads the list again. */
	refresh(): void;
	/** Shows what was saved, offers to undo it, and reloads the list. */
	tellSaved(choice: SavedChoice): void;
	/** Everything saved in rows since the page was opened, as rows hold it. */
	made: ReadonlyMap<number, Readonly<Record<string, string>>>;
}

/** @param path address of the list, which takes the changes */
export function useRowSaves(path: string): RowSaves {
	const refresh = useRefresh();
	const formToken = useRoot()?.formToken;
	const { t } = useTranslation();
	const tell = useToast();
	const [made, setMade] = useState<RowSaves["made"]>(new Map());
	const send = (values: Readonly<Record<string, string>>) => post(path, formToken ? { ...values, formToken } : values);
	const keep = ({ row, name }: SavedChoice, option: Option) => {
		const set = HELD[name]?.(option);
		amendReadings(row.id, IN_READINGS.includes(name) ? set : undefined);
		setMade((before) => new Map(before).set(row.id, { ...before.get(row.id), ...set }));
	};
	const undo = async (choice: SavedChoice) => {
		const { row, name, seen, from, to } = choice;
		const outcome = await send({ [`${name}-${row.id}`]: from.value, [`${seen}-${row.id}`]: to.value });
		if (outcome.kind === "saved") {
			keep(choice, from);
			tell(t("admin.undone", { title: row.title || row.id }));
		} else tell(outcome.message, { wrong: true });
		if (outcome.kind !== "signed-out") refresh();
	};
	const tellSaved = (choice: SavedChoice) => {
		keep(choice, choice.to);
		const text = t("admin.setTo", { title: choice.row.title || choice.row.id, value: choice.to.label });
		tell(text, { undo: () => void undo(choice) });
		refresh();
	};
	return { post: send, refresh, tellSaved, made };
}

async function post(path: string, values: Readonly<Record<string, string>>): Promise<SaveOutcome> {
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
		return { kind: "refused", message: messageIn(await answer.text()) || t("errors.INTERNAL") };
	} catch {
		// The browser's own message is English and does not help.
		return { kind: "unanswered", message: t("site.offline") };
	}
}

/** Further messages of the list. */
function notesIn(html: string): string[] {
	const said = /<div role="status" class="banner">(.*?)<\/div>/s.exec(html)?.[1] ?? "";
	const lines = parsedPage(said).querySelectorAll("p:not(:first-child)");
	return [...lines].map(({ textContent }) => textContent ?? "");
}

/** The message in an answer: a list names who was faster; an error page has its message as a heading. */
function messageIn(html: string): string {
	const page = parsedPage(html);
	const said = page.querySelector("main [role=alert] p:last-child") ?? page.querySelector("h1");
	return said?.textContent ?? "";
}
