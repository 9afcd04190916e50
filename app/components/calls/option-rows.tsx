import { useAllTexts } from "../../all-texts.ts";
import { optionControls } from "../../programmes/question-values.ts";
import { FieldError } from "../forms/text-field.tsx";
import type { Typed } from "./call-controls.tsx";

interface Props extends Typed {
	/** Rows, of which the first `fixed` have values already. */
	rows: number;
	fixed: number;
}

/** The options of a question, one in each row, and a few empty rows for further ones. */
export function OptionRows({ rows, fixed, values, problems }: Props) {
	const { t } = useAllTexts();
	return (
		<fieldset className="field">
			<legend>{t("callPage.controls.options")}</legend>
			<p className="hint">{t("callPage.hints.optionRows")}</p>
			{Array.from({ length: rows }, (_, row) => {
				const control = optionControls(row);
				const number = row + 1;
				const problem = (name: string) => problems.find(({ field }) => field === name)?.message;
				const text = (name: string, label: string, lang?: "zh-Hans") => (
					<div className={problem(name) ? "field wrong" : "field"}>
						<label htmlFor={`f-${name}`}>{label}</label>
						<FieldError id={`f-${name}`} problem={problem(name)} />
						<input
							type="text"
							id={`f-${name}`}
							name={name}
							lang={lang}
							defaultValue={values[name] ?? ""}
							autoComplete="off"
							aria-invalid={problem(name) ? true : undefined}
							aria-describedby={problem(name) && `f-${name}-error`}
						/>
					</div>
				);
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: rows are their numbers
					<div className="side-by-side" key={row}>
						{text(control.en, t("callPage.option", { number }))}
						{text(control.zh, t("callPage.optionZh", { number }), "zh-Hans")}
						{row < fixed ? (
							<>
								<div className="field">
									<label htmlFor={`f-${control.offered}`}>{t("callPage.offered")}</label>
									<select id={`f-${control.offered}`} name={control.offered} defaultValue={values[control.offered]}>
										<option value="yes">{t("callPage.yes")}</option>
										<option value="no">{t("callPage.no")}</option>
									</select>
								</div>
								<div className="field">
									<label htmlFor={`f-${control.place}`}>{t("callPage.place")}</label>
									<input
										type="text"
										id={`f-${control.place}`}
										name={control.place}
										inputMode="numeric"
										defaultValue={values[control.place]}
										autoComplete="off"
									/>
								</div>
							</>
						) : null}
					</div>
				);
			})}
		</fieldset>
	);
}
