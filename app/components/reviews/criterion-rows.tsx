import { useAllTexts } from "../../all-texts.ts";
import { SCALES } from "../../enumerations.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Values } from "../../programmes/question-values.ts";
import { MOST_IN_RULES } from "../../reviews/criteria.ts";
import { criterionControl, rowCount } from "../../reviews/rule-values.ts";
import { Choice, Line } from "../calls/call-controls.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { Space } from "../layout/space.tsx";

interface Props {
	values: Values;
	problems: readonly Problem[];
	/** The row to go on with: browsers scroll there. */
	row: number | undefined;
}

/** The criteria of the rules, one in each row, with buttons that move and remove them. */
export function CriterionRows({ values, problems, row: next }: Props) {
	const { t } = useAllTexts();
	const rows = rowCount(values);
	const typed = { values, problems };
	return (
		<>
			<h2 id="f-criteria" tabIndex={-1}>
				{t("reviewRules.criteria")}
			</h2>
			<FieldError id="f-criteria" problem={problems.find(({ field }) => field === "criteria")?.message} />
			<p className="hint">{t("reviewRules.criteriaHint")}</p>
			{Array.from({ length: rows }, (_, row) => (
				<Criterion
					// biome-ignore lint/suspicious/noArrayIndexKey: rows are their numbers
					key={row}
					{...typed}
					row={row}
					isLast={row === rows - 1}
					isNext={row === next}
				/>
			))}
			{rows < MOST_IN_RULES.criteria && (
				<p>
					<button type="submit" name="do.add" value={t("reviewRules.add")}>
						{t("reviewRules.add")}
					</button>
				</p>
			)}
		</>
	);
}

function Criterion(props: Omit<Props, "row"> & { row: number; isLast: boolean; isNext: boolean }) {
	const { values, problems, row, isLast, isNext } = props;
	const { t, locale } = useAllTexts();
	const number = row + 1;
	const about =
		values[criterionControl(row, locale === "zh" ? "labelZh" : "label")] || t("reviewRules.criterion", { number });
	const control = (part: Parameters<typeof criterionControl>[1]) => ({
		values,
		problems,
		name: criterionControl(row, part),
	});
	return (
		<section className="field" aria-labelledby={`h-criterion-${number}`}>
			<h3 id={`h-criterion-${number}`}>{t("reviewRules.criterion", { number })}</h3>
			<input type="hidden" name={criterionControl(row, "id")} value={values[criterionControl(row, "id")] ?? ""} />
			<div className="side-by-side">
				<Line {...control("label")} label={t("reviewRules.label")} isFirst={isNext} />
				<Line {...control("labelZh")} label={t("reviewRules.labelZh")} lang="zh-Hans" />
			</div>
			<div className="side-by-side">
				<Line {...control("help")} label={t("reviewRules.help")} />
				<Line {...control("helpZh")} label={t("reviewRules.helpZh")} lang="zh-Hans" />
			</div>
			<div className="side-by-side">
				<Choice
					{...control("scale")}
					label={t("reviewRules.scale")}
					options={SCALES.map((scale) => ({ value: scale, label: t(`reviewRules.scales.${scale}`) }))}
				/>
				<Line {...control("weight")} label={t("reviewRules.weight")} inputMode="numeric" />
			</div>
			<div className="actions">
				<button
					type="submit"
					name="do.up"
					value={number}
					disabled={row === 0}
					aria-label={t("callPage.upOf", { about })}
				>
					{t("callPage.up")}
				</button>
				<Space />
				<button
					type="submit"
					name="do.down"
					value={number}
					disabled={isLast}
					aria-label={t("callPage.downOf", { about })}
				>
					{t("callPage.down")}
				</button>
				<Space />
				<button type="submit" name="do.drop" value={number} aria-label={t("reviewRules.dropOf", { about })}>
					{t("reviewRules.drop")}
				</button>
			</div>
		</section>
	);
}
