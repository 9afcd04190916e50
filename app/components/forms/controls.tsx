import { Fragment, type ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import { textOf, textsOf, UNSELECTED_TRACK } from "../../programmes/answers.ts";
import type { FieldKind, FieldOf } from "../../programmes/define.ts";
import { offered } from "../../programmes/forms.ts";
import { countCharacters, countWords } from "../../programmes/text-length.ts";
import { PhotoInput } from "./photo-input.tsx";
import type { FormState } from "./programme-form.tsx";

/** Name of the button that opens the form chosen with the switch. */
export const SWITCH = "do.switch";

/** Before the name of a field: the copy that the page shows locked there. Without scripts unticking cannot unlock it. */
export const LOCKED = "locked.";

export interface ControlProps<K extends FieldKind> {
	field: FieldOf<K>;
	state: FormState;
	value: string;
	/** The fields that depend on this one, or on one option of it. */
	asked: (option?: string) => ReactNode[];
	/** Attributes every control shares: id, name, description, invalid mark. */
	common: { id: string; name: string; readOnly?: true; "aria-describedby"?: string; "aria-invalid"?: true };
}

type Controls = { [K in FieldKind]: (props: ControlProps<K>) => ReactNode };

/** One function per kind of field. A new kind does not compile without one. */
export const controls: Controls = {
	text: ({ field, value, common }) => (
		<input type="text" {...common} defaultValue={value} autoComplete={field.autocomplete} inputMode={field.inputMode} />
	),
	email: ({ field, value, common }) => (
		<input type="email" {...common} defaultValue={value} autoComplete={field.autocomplete} />
	),
	url: ({ field, value, common }) => (
		<input type="url" {...common} defaultValue={value} placeholder={field.placeholder} inputMode="url" />
	),
	textarea: TextArea,
	radio: Options,
	select: Select,
	choices: Options,
	track: TrackSelect,
	switch: Switch,
	copy: ({ field, state, value, common }) => {
		const { locale } = useAllTexts();
		return (
			<label className="tick">
				<input
					type="checkbox"
					{...common}
					value="true"
					defaultChecked={isTicked(value)}
					data-copies={JSON.stringify(field.copies)}
				/>
				{isTicked(value) &&
					Object.entries(field.copies).map(([to, from]) => (
						<input key={to} type="hidden" name={LOCKED + to} value={textOf(state.values, from)} />
					))}
				<span>{field.label[locale]}</span>
			</label>
		);
	},
	consent: ({ field, value, common }) => {
		const { locale } = useAllTexts();
		return (
			<label className="tick">
				<input type="checkbox" {...common} value="true" defaultChecked={isTicked(value)} />
				<span>{field.text[locale]}</span>
			</label>
		);
	},
	photo: PhotoInput,
};

export const isTicked = (value: string) => value !== "" && value !== "false";
/** In a block of its own: w3m would set the question beside the last line of the box. */
function TextArea({ field, value: typed, common }: ControlProps<"textarea">) {
	const { t } = useAllTexts();
	const { advice } = field;
	// Browsers post line ends as CR LF. A first line end in the HTML of a textarea is lost unless React recognises it as
	// LF.
	const value = typed.replace(/\r\n?/g, "\n");
	if (!advice)
		return (
			<div>
				<textarea {...common} rows={field.rows} defaultValue={value} />
			</div>
		);
	const n = advice.unit === "characters" ? countCharacters(value) : countWords(value);
	const text = (count: number | string) => t(`form.count.${advice.unit}`, { n: count, limit: advice.limit });
	return (
		<div>
			<textarea
				{...common}
				rows={field.rows}
				defaultValue={value}
				data-count={advice.unit}
				data-limit={advice.limit}
				data-count-text={text("{n}")}
			/>
			{n > advice.limit && <p className="field-note over-limit">{text(n)}</p>}
		</div>
	);
}

/**
 * Radio buttons or checkboxes. The field that an option asks for follows it: CSS hides it until the option is chosen,
 * except in browsers that could not show it again.
 */
function Options({ field, state, common, asked }: ControlProps<"radio"> | ControlProps<"choices">) {
	const { locale } = useAllTexts();
	const chosen = textsOf(state.values, field.name);
	const initial = field.kind === "radio" && chosen.length === 0 ? field.initial : undefined;
	const inOneLine = field.kind === "radio" && field.options.length < 4 && asked().length === 0;
	return (
		<div className={inOneLine ? "options options-inline" : "options"}>
			{offered(field, chosen).map(({ value, label }, index) => {
				const below = asked(value);
				const id = index === 0 ? common.id : `${common.id}-${index}`;
				const box = (
					<>
						<input
							type={field.kind === "radio" ? "radio" : "checkbox"}
							id={id}
							name={common.name}
							value={value}
							defaultChecked={chosen.includes(value) || initial === value}
							className={below.length > 0 ? "opener" : undefined}
						/>
						<label htmlFor={id}>{label[locale]}</label>
					</>
				);
				return (
					<Fragment key={value}>
						{inOneLine ? <span>{box}</span> : box}
						{below.length > 0 && <div className="opened-fields">{below}</div>}
					</Fragment>
				);
			})}
		</div>
	);
}

/** A select. Fields that an option asks for follow it and are hidden in the same way. */
function Select({ field, value, common, asked }: ControlProps<"select">) {
	const { t, locale } = useAllTexts();
	return (
		<>
			<select {...common} defaultValue={value}>
				<option value="">{t("form.choose")}</option>
				{offered(field, [value]).map((option) => (
					<option
						key={option.value}
						value={option.value}
						className={asked(option.value).length > 0 ? "opener" : undefined}
					>
						{option.label[locale]}
					</option>
				))}
			</select>
			{offered(field, [value]).map((option) => {
				const below = asked(option.value);
				return below.length === 0 ? null : (
					<div key={option.value} className="opened-fields">
						{below}
					</div>
				);
			})}
		</>
	);
}

/** Switches between the forms of a programme. The address decides which one is open; the button opens the other. */
function Switch({ field, state, common }: ControlProps<"switch">) {
	const { t, locale } = useAllTexts();
	const settled = state.variant?.fixed[field.name];
	return (
		<>
			<div className="options">
				{field.options.map(({ value, label }, index) => {
					const id = index === 0 ? common.id : `${common.id}-${index}`;
					return (
						<Fragment key={value}>
							<input
								type="radio"
								id={id}
								name={common.name}
								value={value}
								defaultChecked={value === settled}
								data-path={state.paths[value]}
							/>
							<label htmlFor={id}>{label[locale]}</label>
						</Fragment>
					);
				})}
			</div>
			<button type="submit" name={SWITCH} value={t("form.switch")}>
				{t("form.switch")}
			</button>
		</>
	);
}

function TrackSelect({ state, value, common }: ControlProps<"track">) {
	const { t } = useAllTexts();
	if (state.trackQuestion === "awaited") {
		// Refused for this, the form says it above.
		const isSaid = common["aria-invalid"];
		return (
			<output className={isSaid ? undefined : "fixed-answer"} id={common.id}>
				{isSaid ? "" : t("problemMessages.tracksLoading")}
			</output>
		);
	}
	const fixed = state.variant?.fixed[common.name];
	if (fixed) {
		return (
			<>
				<input type="hidden" name={common.name} value={fixed} />
				<output className="fixed-answer" id={common.id}>
					{state.tracks.find((track) => track.id === fixed)?.label ?? fixed}
				</output>
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
