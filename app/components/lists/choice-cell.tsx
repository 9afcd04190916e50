import type { ConsoleTranslate } from "../../i18n.ts";
import { type Choice, SEEN } from "../../unsaved.ts";
import { SaveRow } from "./save-row.tsx";

interface Props {
	row: { id: number; title: string };
	/** Name of the select, without the number of its entry. */
	choice: Choice;
	value: string;
	options: readonly { value: string; label: string }[];
	/** Scripts save it when its button is pressed; by default, when it is chosen. */
	staged?: true;
	/** The choice in a form that was sent back, and the value before it. */
	unsaved?: { was: string; to: string } | undefined;
	label: string;
	/** How it looks. */
	className?: string;
	/** One button saves all that was chosen, so only one cell of a row has it. */
	withButton?: true;
}

/** A select with its Save button. Where scripts run, a choice saves itself (`choices.ts`). */
export function ChoiceCell({ row, choice, value, options, staged, unsaved, label, className = "", withButton }: Props) {
	const chosen = unsaved?.to ?? value;
	return (
		<div className={`choice-cell ${className}`.trim()}>
			<input type="hidden" name={`${SEEN[choice]}-${row.id}`} value={unsaved?.was ?? value} />
			<select
				name={`${choice}-${row.id}`}
				defaultValue={chosen}
				aria-label={label}
				title={options.find((option) => option.value === chosen)?.label}
				data-choice={staged ? "staged" : ""}
			>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
			{withButton && <SaveRow row={row} />}
		</div>
	);
}

/** Attributes of a form with what scripts say where a choice in it was not saved. */
export function choiceWords(t: ConsoleTranslate): Readonly<Record<`data-${string}`, string>> {
	const message = "{message}";
	return {
		"data-set-to": t("admin.setTo", { title: "{title}", value: message }),
		"data-unsaved-status": t("admin.saveFailed", { message }),
		"data-unsaved-track": t("admin.trackFailed", { message }),
	};
}
