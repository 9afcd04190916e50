import { useAllTexts } from "../../all-texts.ts";
import { optionControls } from "../../programmes/option-rows.ts";
import { Choice, Line, type Typed } from "./call-controls.tsx";

interface Props extends Typed {
	/** Rows, of which the first `fixed` have values already. */
	rows: number;
	fixed: number;
}

/** The options of a question, one in each row, and a few empty rows for further ones. */
export function OptionRows({ rows, fixed, values, problems }: Props) {
	const { t } = useAllTexts();
	const choices = [
		{ value: "yes", label: t("callPage.yes") },
		{ value: "no", label: t("callPage.no") },
	];
	return (
		<fieldset className="field">
			<legend>{t("callPage.controls.options")}</legend>
			<p className="hint">{t("callPage.hints.optionRows")}</p>
			{Array.from({ length: rows }, (_, row) => {
				const control = optionControls(row);
				const number = row + 1;
				const typed = { values, problems };
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: rows are their numbers
					<div className="side-by-side" key={row} data-drag={row < fixed ? "option" : undefined}>
						<Line {...typed} name={control.en} label={t("callPage.option", { number })} />
						<Line {...typed} name={control.zh} label={t("callPage.optionZh", { number })} lang="zh-Hans" />
						{row < fixed && (
							<>
								<Choice {...typed} name={control.offered} label={t("callPage.offered")} options={choices} />
								<Line {...typed} name={control.place} label={t("callPage.place")} inputMode="numeric" />
							</>
						)}
					</div>
				);
			})}
		</fieldset>
	);
}
