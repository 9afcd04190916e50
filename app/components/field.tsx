import type { ReactNode } from "react";
import { textOf, UNSELECTED_TRACK } from "../programmes/answers.ts";
import { countCharacters, countWords } from "../programmes/count.ts";
import type { Field, FieldKind, FieldOf } from "../programmes/define.ts";
import { useTranslation } from "../translation.tsx";
import type { FormState } from "./programme-form.tsx";

interface ControlProps<K extends FieldKind> {
	field: FieldOf<K>;
	state: FormState;
	value: string;
	/** Attributes every control shares: id, name, description, invalid mark. */
	common: { id: string; name: string; "aria-describedby"?: string; "aria-invalid"?: true };
}

type Controls = { [K in FieldKind]: (props: ControlProps<K>) => ReactNode };

/** One small builder a kind. A new kind does not compile until it has one. */
const controls: Controls = {
	text: ({ field, value, common }) => (
		<input type="text" {...common} defaultValue={value} autoComplete={field.autocomplete} />
	),
	email: ({ field, value, common }) => (
		<input type="email" {...common} defaultValue={value} autoComplete={field.autocomplete} />
	),
	url: ({ field, value, common }) => (
		<input type="url" {...common} defaultValue={value} placeholder={field.placeholder} inputMode="url" />
	),
	textarea: TextArea,
	radio: Radios,
	track: TrackSelect,
	consent: Consent,
	photo: PhotoInput,
};

/** A question with its hint and what is wrong with the answer, tied together for assistive technology. */
export function FormField({ field, state }: { field: Field; state: FormState }) {
	const { t, locale } = useTranslation();
	const problem = state.problems.find((one) => one.field === field.name)?.message;
	const id = `f-${field.name}`;
	const hint = field.hint?.[locale];
	const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
	const common = {
		id,
		name: field.name,
		"aria-describedby": described || undefined,
		"aria-invalid": problem ? (true as const) : undefined,
	};
	const Control = controls[field.kind] as (props: ControlProps<FieldKind>) => ReactNode;
	const control = <Control field={field} state={state} value={textOf(state.values, field.name)} common={common} />;
	const label = (
		<>
			{field.label[locale]}
			{!field.required && field.kind !== "radio" && <span className="optional"> {t("form.optional")}</span>}
		</>
	);
	const notes = (
		<>
			{hint && (
				<p className="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{problem && (
				<p className="error" id={`${id}-error`}>
					<strong>{t("form.error")}</strong> {problem}
				</p>
			)}
		</>
	);
	const className = problem ? "field wrong" : "field";
	if (field.kind === "radio" || field.kind === "consent") {
		return (
			<fieldset className={className} aria-describedby={(field.kind === "radio" && described) || undefined}>
				<legend>{label}</legend>
				{notes}
				{control}
			</fieldset>
		);
	}
	return (
		<div className={className}>
			<label htmlFor={id}>{label}</label>
			{notes}
			{control}
		</div>
	);
}

function TextArea({ field, value, common }: ControlProps<"textarea">) {
	const { t } = useTranslation();
	const { advice } = field;
	if (!advice) return <textarea {...common} rows={field.rows} defaultValue={value} />;
	const n = advice.unit === "characters" ? countCharacters(value) : countWords(value);
	const text = (count: number | string) => t(`form.count.${advice.unit}`, { n: count, limit: advice.limit });
	return (
		<>
			<textarea
				{...common}
				rows={field.rows}
				defaultValue={value}
				data-count={advice.unit}
				data-limit={advice.limit}
				data-count-text={text("{n}")}
			/>
			{n > advice.limit && <p className="count over">{text(n)}</p>}
		</>
	);
}

function Radios({ field, value, common }: ControlProps<"radio">) {
	const { locale } = useTranslation();
	const chosen = value || field.initial;
	return (
		<div className="radios">
			{field.options.map((option, index) => (
				<label key={option.value} className="tick">
					<input
						type="radio"
						id={index === 0 ? common.id : undefined}
						name={common.name}
						value={option.value}
						defaultChecked={chosen === option.value}
					/>
					{option.label[locale]}
				</label>
			))}
		</div>
	);
}

function TrackSelect({ state, value, common }: ControlProps<"track">) {
	const fixed = state.variant?.track;
	if (fixed) {
		return (
			<>
				<input type="hidden" name={common.name} value={fixed} />
				<p className="fixed" id={common.id}>
					{state.tracks.find((track) => track.id === fixed)?.label ?? fixed}
				</p>
			</>
		);
	}
	return (
		<select {...common} defaultValue={value || UNSELECTED_TRACK}>
			{state.tracks.map((track) => (
				<option key={track.id} value={track.divider ? "" : track.id} disabled={track.divider}>
					{track.label}
				</option>
			))}
		</select>
	);
}

function Consent({ field, value, common }: ControlProps<"consent">) {
	const { locale } = useTranslation();
	return (
		<label className="tick">
			<input type="checkbox" {...common} value="true" defaultChecked={value !== "" && value !== "false"} />
			<span>{field.text[locale]}</span>
		</label>
	);
}

function PhotoInput({ state, common }: ControlProps<"photo">) {
	const { t } = useTranslation();
	const { photo } = state;
	return (
		<>
			{photo && (
				<div className="photo-kept">
					<img src={`/uploads/${photo.name}.jpg`} alt={t("photo.preview")} width="96" height="96" />
					<p>
						{t("photo.received", { name: photo.sourceName, size: sizeText(photo.sourceBytes) })}
						<br />
						<span className="hint">{t("photo.replace")}</span>
					</p>
					<input type="hidden" name="photo" value={photo.reference} />
				</div>
			)}
			<input type="file" {...common} accept="image/jpeg,image/png,image/webp" />
		</>
	);
}

function sizeText(bytes: number): string {
	return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
