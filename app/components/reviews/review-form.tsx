import { Fragment, type ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import { RECOMMENDATIONS } from "../../enumerations.ts";
import type { reviewPage } from "../../pages/reviews.server.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Values } from "../../programmes/question-values.ts";
import { RECOMMENDATION_KEYS, SEEN_CONTROLS } from "../../reviews/review-controls.ts";
import { Prose } from "../calls/call-controls.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { Space } from "../layout/space.tsx";

type Page = ReturnType<typeof reviewPage>;

interface Props {
	page: Pick<Page, "path" | "criteria">;
	values: Values;
	problems: readonly Problem[];
	/** What is marked. */
	children: ReactNode;
}

/** Marks an entry. The entry is inside, so that the last button stays in sight while it is read. */
export function ReviewForm({ page, values, problems, children }: Props) {
	const { t } = useAllTexts();
	const typed = { values, problems };
	return (
		<form method="post" action={`${page.path}#errors`} aria-labelledby="h-review" noValidate>
			{children}
			<FormToken />
			{SEEN_CONTROLS.map((name) => (
				<input key={name} type="hidden" name={name} value={values[name] ?? ""} />
			))}
			{page.criteria.map(({ id, name, label, hint, marks }) => (
				<Options
					key={id}
					{...typed}
					name={name}
					legend={label}
					hint={hint}
					options={marks.map((mark) => ({ value: mark, label: mark, shortcut: mark }))}
				/>
			))}
			<Options
				{...typed}
				name="recommendation"
				legend={t("review.recommendation")}
				options={RECOMMENDATIONS.map((value) => ({
					value,
					label: t(`review.recommendations.${value}`),
					shortcut: RECOMMENDATION_KEYS[value],
				}))}
			/>
			<Prose
				{...typed}
				name="committeeNote"
				label={t("review.committeeNote")}
				hint={t("review.committeeHint")}
				rows={4}
			/>
			<Prose {...typed} name="authorNote" label={t("review.authorNote")} hint={t("review.authorHint")} rows={4} />
			<div className="actions">
				<button type="submit" name="do.save" value={t("review.save")}>
					{t("review.save")}
				</button>
				<Space />
				<button type="submit" name="do.done" value={t("review.done")}>
					{t("review.done")}
				</button>
				<Space />
				<button type="submit" name="do.abstain" value={t("review.abstain")}>
					{t("review.abstain")}
				</button>
				<Space />
				<button type="submit" name="do.declare" value={t("review.declare")}>
					{t("review.declare")}
				</button>
			</div>
			<div className="actions review-bar">
				<button className="primary" type="submit" name="do.next" value={t("review.saveNext")}>
					{t("review.saveNext")}
				</button>
			</div>
		</form>
	);
}

/** One of a few. */
function Options(props: {
	name: string;
	legend: string;
	hint?: string;
	/** `shortcut`: the key that chooses it, where scripts run. */
	options: readonly { value: string; label: string; shortcut: string }[];
	values: Values;
	problems: readonly Problem[];
}) {
	const { name, legend, hint, options, values, problems } = props;
	const id = `f-${name}`;
	const problem = problems.find((one) => one.field === name)?.message;
	return (
		<fieldset className={problem ? "field wrong" : "field"} id={id} tabIndex={-1}>
			<legend>{legend}</legend>
			{hint && <p className="hint">{hint}</p>}
			<FieldError id={id} problem={problem} />
			<div className="status-choice mark-choice">
				{options.map(({ value, label, shortcut }) => (
					<Fragment key={value}>
						<label>
							<input
								type="radio"
								name={name}
								value={value}
								defaultChecked={values[name] === value}
								aria-describedby={problem && `${id}-error`}
								aria-keyshortcuts={shortcut}
							/>
							{label}
						</label>
						<Space />
					</Fragment>
				))}
			</div>
		</fieldset>
	);
}

/** A review, to be read. */
export function ReviewInWords({ lines }: { lines: readonly { label: string; text: string }[] }) {
	return (
		<dl className="details">
			{lines.map(({ label, text }) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{text}</dd>
				</div>
			))}
		</dl>
	);
}
