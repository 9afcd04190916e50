import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import { marks } from "../../programmes/marks.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Values } from "../../programmes/question-values.ts";
import { FieldError } from "../forms/text-field.tsx";

/** What the controls of one form have in common. */
export interface Typed {
	values: Values;
	problems: readonly Problem[];
	/** Sets their ids apart on a page with several forms. */
	of?: string;
}

interface Props extends Typed {
	name: string;
	label: string;
	hint?: string | undefined;
	/** It may stay empty, and says so. */
	optional?: true | undefined;
	/** Of the text in it. */
	lang?: string;
}

function Control(props: Props & { children: (common: object) => ReactNode }) {
	const { name, label, hint, optional, problems, of, lang, children } = props;
	const { t, locale } = useAllTexts();
	const id = of ? `f-${of}-${name}` : `f-${name}`;
	const problem = problems.find((one) => one.field === name)?.message;
	const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ") || undefined;
	const common = { id, name, lang, "aria-describedby": described, "aria-invalid": problem ? true : undefined };
	return (
		<div className={problem ? "field wrong" : "field"}>
			<label htmlFor={id}>
				{label}
				{optional && <span className="field-remark">{`${marks[locale].space}${t("form.optional")}`}</span>}
			</label>
			{hint && (
				<p className="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			<FieldError id={id} problem={problem} />
			{children(common)}
		</div>
	);
}

/** A text in one line. @param isFirst it has the focus when the page is shown */
export function Line(props: Props & { inputMode?: "numeric"; isFirst?: boolean }) {
	return (
		<Control {...props}>
			{(common) => (
				<input
					type="text"
					{...common}
					inputMode={props.inputMode}
					defaultValue={props.values[props.name] ?? ""}
					autoComplete="off"
					// biome-ignore lint/a11y/noAutofocus: a button of its row was pressed
					autoFocus={props.isFirst}
				/>
			)}
		</Control>
	);
}

/** A text of several lines. */
export function Prose(props: Props & { rows: number }) {
	return (
		<Control {...props}>
			{/* On lines of its own where there are no styles. */}
			{(common) => (
				<div>
					<textarea {...common} rows={props.rows} defaultValue={props.values[props.name] ?? ""} />
				</div>
			)}
		</Control>
	);
}

/** One of several. */
export function Choice(props: Props & { options: readonly { value: string; label: string }[] }) {
	return (
		<Control {...props}>
			{(common) => (
				<select {...common} defaultValue={props.values[props.name] ?? ""}>
					{props.options.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</select>
			)}
		</Control>
	);
}

/** A text in both languages: beside each other where there is room. `part` is a name under `callPage.controls`. */
export function Both(
	props: Typed & {
		part: "label" | "title" | "lead" | "hint" | "text";
		label?: string;
		hint?: string;
		optional?: true;
		rows?: number;
	},
) {
	const { part, hint, rows, ...typed } = props;
	const { t } = useAllTexts();
	const label = props.label ?? t(`callPage.controls.${part}`);
	const inChinese = t("callPage.inChinese", { field: label });
	const chinese = `${part}Zh`;
	return (
		<div className="side-by-side">
			{rows === undefined ? (
				<Line {...typed} name={part} label={label} hint={hint} />
			) : (
				<Prose {...typed} name={part} label={label} hint={hint} rows={rows} />
			)}
			{rows === undefined ? (
				<Line {...typed} name={chinese} label={inChinese} lang="zh-Hans" />
			) : (
				<Prose {...typed} name={chinese} label={inChinese} lang="zh-Hans" rows={rows} />
			)}
		</div>
	);
}
