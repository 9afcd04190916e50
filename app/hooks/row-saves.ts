import { useState } from "react";
import type { ConsoleTranslate } from "../i18n.ts";
import { firstWords } from "../programmes/shown-again.ts";
import { useRoot } from "../root-data.ts";
import { useTranslation } from "../translation.tsx";
import { UNSAVED } from "../unsaved.ts";
import { post, type SaveOutcome } from "./post.ts";
import { amendReadings } from "./readings.ts";
import { useRefresh } from "./refresh.ts";
import { useToast } from "./toast.ts";

/** A choice that was saved in a row: the names of its controls (`RowChoice`), and from which option to which. */
export interface SavedChoice {
	row: { id: number; title: string };
	name: keyof typeof UNSAVED;
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

/** Messages about one choice of one row replace each other. */
export const topicOf = (name: string, { id }: { id: number }): string => `${name} ${id}`;

/** The message for a value that could not be saved, with the reason. */
export function failureText(
	t: ConsoleTranslate,
	name: SavedChoice["name"],
	{ message, isWhole }: { message: string; isWhole?: true },
): string {
	return isWhole ? message : t(UNSAVED[name], { message });
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
			tell(t("admin.undone", { title: inShort(row.title) || row.id }));
		} else tell(failureText(t, name, outcome), { wrong: true });
		if (outcome.kind !== "signed-out") refresh();
	};
	const tellSaved = (choice: SavedChoice) => {
		keep(choice, choice.to);
		const text = t("admin.setTo", { title: inShort(choice.row.title) || choice.row.id, value: choice.to.label });
		tell(text, { undo: () => void undo(choice), topic: topicOf(choice.name, choice.row) });
		refresh();
	};
	return { post: send, refresh, tellSaved, made };
}

/** A title that fits on the line of a message beside what was done to it. */
function inShort(title: string): string {
	return firstWords(title, /\p{Script=Han}/u.test(title) ? 16 : 32);
}
