import { type RowChoice, useChoiceSave } from "../../hooks/choice-save.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { titleInRow } from "./row-title.ts";

interface Props extends RowChoice {
	row: { id: number; title: string };
	label: string;
	/** How the select looks with a value. */
	look?: (value: string) => string;
	saves: RowSaves;
	/** One button saves all that was chosen, so only one cell of a row has it. */
	withButton: boolean;
}

/**
 * A select with its Save button. Where scripts run, a choice saves itself. A staged choice waits for its Save button, which
 * is shown only while the choice is not the stored value.
 */
export function ChoiceCell({ row, label, look, saves, withButton, ...choice }: Props) {
	const { t, locale } = useTranslation();
	const { select, chosen, choose, save, report } = useChoiceSave(row, choice, saves);
	return (
		<div className={["choice-cell", look?.(chosen)].filter(Boolean).join(" ")}>
			<input type="hidden" name={`${choice.seen}-${row.id}`} value={choice.unsaved?.was ?? choice.value} />
			<select
				ref={select}
				name={`${choice.name}-${row.id}`}
				value={chosen}
				aria-label={label}
				title={choice.options.find(({ value }) => value === chosen)?.label}
				onChange={(event) => choose(event.currentTarget.value)}
			>
				{choice.options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
			{save && (
				<button type="button" onClick={save} aria-label={`${t("admin.save")}${marks[locale].colon}${label}`}>
					{t("admin.save")}
				</button>
			)}
			{withButton && (
				<button
					type="submit"
					name={`do.save.${row.id}`}
					value={t("admin.save")}
					aria-label={t("admin.saveOne", { title: titleInRow(row) })}
				>
					{t("admin.save")}
				</button>
			)}
			<span role="status" className="hint">
				{report.kind === "saving" && t("admin.saving")}
			</span>
			{"message" in report && (
				<p className="error">
					<span role="alert">{report.message}</span>
					{report.kind === "signed-out" && (
						<>
							{" "}
							<a href="/login">{t("site.logIn")}</a>
						</>
					)}
				</p>
			)}
		</div>
	);
}
