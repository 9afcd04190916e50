import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../translation.tsx";
import type { UNSAVED } from "../unsaved.ts";
import { useOnLeave } from "./on-leave.ts";
import type { SaveOutcome } from "./post.ts";
import { failureText, type RowSaves, topicOf } from "./row-saves.ts";
import { useToast } from "./toast.ts";

/** Delay, because arrow keys pass through every value on the way to the intended one. */
const WAIT_MS = 350;

export type SaveReport =
	| { kind: "none" | "saving" | "saved" }
	/** `message` names the value that was not saved, and gives the reason. */
	| { kind: "refused" | "unanswered" | "signed-out"; message: string };

/**
 * A select in a row: its name, the name of the hidden field with the value that the page was rendered with, and that
 * value.
 */
export interface RowChoice {
	name: keyof typeof UNSAVED;
	seen: string;
	value: string;
	options: readonly { value: string; label: string }[];
	/** It is saved when its button is pressed; by default, when it is chosen. */
	staged?: true;
	/** The choice in a form that was sent back, and the value before it. Absent with scripts, which keep choices themselves. */
	unsaved?: { was: string; to: string } | undefined;
}

/** Staged choices by topic, so that going to another entry and back loses none. In the browser only. */
const stagedChoices = new Map<string, string>();

/**
 * Saves a choice by posting what the form without scripts would post. One request at a time: a newer choice waits for
 * the answer, because only the answer tells from which value the next change starts. If the choice cannot be saved,
 * `chosen` returns to the last confirmed value.
 * @returns `select` is the control; `save` for a staged choice that differs from the stored one
 */
export function useChoiceSave(row: { id: number; title: string }, choice: RowChoice, saves: RowSaves) {
	const { name, seen, value, staged, unsaved, options } = choice;
	const topic = topicOf(name, row);
	const tell = useToast();
	const { t } = useTranslation();
	const [chosen, setChosen] = useState(stagedChoices.get(topic) ?? unsaved?.to ?? value);
	const [report, setReport] = useState<SaveReport>({ kind: "none" });
	const confirmed = useRef(value);
	const waiting = useRef<string>();
	const timer = useRef(0);
	const sending = useRef(false);
	const isShown = useRef(false);
	const select = useRef<HTMLSelectElement>(null);
	/** Why the last choice was not saved, as long as only the row says so. */
	const failure = useRef<string>();

	// Depends on the row and not on the value alone: after a refused save the list may come back as it was before.
	// biome-ignore lint/correctness/useExhaustiveDependencies: a row that was read again
	useEffect(() => {
		if (waiting.current !== undefined || sending.current) return;
		confirmed.current = value;
		if (stagedChoices.get(topic) === value) stagedChoices.delete(topic);
		setChosen(stagedChoices.get(topic) ?? value);
	}, [row, value]);

	useOnLeave(send);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the row is left
	useEffect(() => {
		isShown.current = true;
		return () => {
			isShown.current = false;
			tellFailure();
		};
	}, []);

	// The script hears nothing of a choice that was made before it ran. A staged choice is offered for saving. One that saves
	// itself is put back: the browser may have filled it in on a reload, and saving that could undo what others chose since.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over the page
	useEffect(() => {
		const control = select.current;
		if (!control || control.value === chosen) return;
		if (staged) choose(control.value);
		else control.value = chosen;
	}, []);

	/** Its own message disappears with the row, often before anyone has read it. */
	function tellFailure(): void {
		if (failure.current === undefined || isShown.current) return;
		const text = t("admin.setTo", { title: row.title || row.id, value: failure.current });
		tell(text, { wrong: true, lasting: true, topic });
		failure.current = undefined;
	}

	/** @param atOnce it is meant, and not a step on the way */
	function choose(to: string, { atOnce = false } = {}): void {
		setChosen(to);
		if (staged) {
			stagedChoices.set(topic, to);
			return;
		}
		waiting.current = to;
		clearTimeout(timer.current);
		timer.current = window.setTimeout(send, atOnce ? 0 : WAIT_MS);
	}

	function save(): void {
		waiting.current = chosen;
		stagedChoices.delete(topic);
		void send();
	}

	async function send(): Promise<void> {
		clearTimeout(timer.current);
		if (sending.current) return;
		let outcome: SaveOutcome | undefined;
		const from = confirmed.current;
		while (waiting.current !== undefined) {
			const to = waiting.current;
			waiting.current = undefined;
			if (to === confirmed.current) {
				outcome ??= { kind: "saved", notes: [] };
				continue;
			}
			sending.current = true;
			setReport({ kind: "saving" });
			outcome = await saves.post({ [`${name}-${row.id}`]: to, [`${seen}-${row.id}`]: confirmed.current });
			sending.current = false;
			if (outcome.kind === "saved") confirmed.current = to;
		}
		if (!outcome) return;
		setChosen(stagedChoices.get(topic) ?? confirmed.current);
		failure.current = "message" in outcome ? failureText(t, name, outcome) : undefined;
		setReport(
			failure.current !== undefined && outcome.kind !== "saved"
				? { kind: outcome.kind, message: failure.current }
				: { kind: "saved" },
		);
		tellFailure();
		if (outcome.kind === "saved" && confirmed.current !== from) {
			saves.tellSaved({ row, name, seen, from: optionOf(from), to: optionOf(confirmed.current) });
			for (const note of outcome.notes) tell(note, { warning: true });
		} else if (outcome.kind !== "signed-out") saves.refresh();
	}

	function optionOf(value: string): { value: string; label: string } {
		return options.find((option) => option.value === value) ?? { value, label: value };
	}

	const isSaved = chosen === value || chosen === confirmed.current || report.kind === "saving";
	return { select, chosen, choose, save: staged && !isSaved ? save : undefined, report };
}
