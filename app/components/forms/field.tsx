import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import { textOf } from "../../programmes/answers.ts";
import type { Field, FieldKind, Programme } from "../../programmes/define.ts";
import { dependents } from "../../programmes/forms.ts";
import { marks } from "../../programmes/marks.ts";
import { missingMessage } from "../../programmes/problems.ts";
import { uploadRefused } from "../../programmes/uploads.ts";
import { type ControlProps, controls, isTicked } from "./controls.tsx";
import type { FormState } from "./programme-form.tsx";
import { FieldError } from "./text-field.tsx";

/** Kinds that are several controls, named together by a legend. */
const GROUPS: ReadonlySet<FieldKind> = new Set(["radio", "choices", "switch", "consent"]);
/** Kinds of which "(optional)" says nothing, because something is always chosen. */
const ALWAYS_ANSWERED: ReadonlySet<FieldKind> = new Set(["switch", "copy", "track"]);

/** A question with its hint and error, connected for assistive technology. */
export function FormField({ programme, field, state }: { programme: Programme; field: Field; state: FormState }) {
	const { t, locale } = useAllTexts();
	const found = state.problems.find((one) => one.field === field.name)?.message;
	const problem = found ?? (field.kind === "photo" && state.photoGone ? uploadRefused(t, field, "gone") : undefined);
	const id = `f-${field.name}`;
	const source = copiedFrom(programme, field.name, state);
	const hint = source === undefined ? field.hint?.[locale] : t("form.copied");
	// Browsers name the button in their own language: the kinds of file are said beside it.
	const kinds = field.kind === "photo" && !field.work && t("photo.choose");
	const described = [hint && `${id}-hint`, kinds && `${id}-kinds`, problem && `${id}-error`].filter(Boolean).join(" ");
	const common = {
		id,
		name: field.name,
		readOnly: source === undefined ? undefined : (true as const),
		"aria-describedby": described || undefined,
		"aria-invalid": problem ? (true as const) : undefined,
	};
	const Control = controls[field.kind] as (props: ControlProps<FieldKind>) => ReactNode;
	const value = textOf(state.values, source ?? field.name);
	const control = (
		<Control
			field={field}
			state={state}
			value={value}
			common={common}
			asked={(option) =>
				dependents(programme, field.name, option).map((one) => (
					<FormField key={one.name} programme={programme} field={one} state={state} />
				))
			}
		/>
	);
	const remark = remarkOn(programme, field);
	const label = (
		<>
			{field.label[locale]}
			{remark && <span className="field-remark">{`${marks[locale].space}${remark}`}</span>}
		</>
	);
	const notes = (
		<>
			{hint && (
				<p className="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{kinds && (
				<p className="hint" id={`${id}-kinds`}>
					{kinds}
				</p>
			)}
			<FieldError id={id} problem={problem} />
		</>
	);
	const className = problem ? "field wrong" : "field";
	// For the script that says it before anything is sent.
	const isOwed = field.required && source === undefined && !(state.editor && state.editing);
	// Where the error says it, it is not repeated.
	const missing = isOwed ? (problem ? "" : missingMessage(t, field, locale)) : undefined;
	if (GROUPS.has(field.kind)) {
		return (
			<fieldset
				className={className}
				data-missing={missing}
				aria-describedby={(field.kind !== "consent" && described) || undefined}
			>
				<legend>{label}</legend>
				{notes}
				{control}
			</fieldset>
		);
	}
	return (
		<div className={className} data-missing={missing}>
			{field.kind !== "copy" && <label htmlFor={id}>{label}</label>}
			{notes}
			{control} {/* Without the space lynx sets the next question beside a list. */}
		</div>
	);

	/** The condition of a question that not everybody is asked, in brackets after it. */
	function remarkOn(programme: Programme, { kind, required, when, ...field }: Field): string | undefined {
		const asker = when && programme.fields.find(({ name }) => name === when.field);
		if (when && asker && "options" in asker && asker.kind !== "switch") {
			const value = "is" in when ? when.is : when.includes;
			const option = asker.options.find((one) => one.value === value)?.label[locale] ?? value;
			return t("form.ifChosen", { option });
		}
		return required || ALWAYS_ANSWERED.has(kind) || "initial" in field ? undefined : t("form.optional");
	}
}

/** The name of the answer this one repeats, while the tick for it is set. */
function copiedFrom(programme: Programme, name: string, { values }: FormState): string | undefined {
	for (const field of programme.fields) {
		if (field.kind === "copy" && isTicked(textOf(values, field.name)) && name in field.copies)
			return field.copies[name];
	}
}
