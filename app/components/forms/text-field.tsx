import type { Problem } from "../../programmes/problems.ts";
import { useTranslation } from "../../translation.tsx";

/** A one-line question of a form that is not a programme's. Passwords are never filled in again. */
export function TextField(props: {
	name: string;
	type: "text" | "email" | "password" | "date" | "url";
	label: string;
	/** What it is in is called the same: only screen readers are told again. */
	isNamed?: true;
	hint?: string;
	autoComplete?: string;
	/** What the keyboard of a phone is for. */
	inputMode?: "numeric";
	/** What sets it apart on a page with several forms; problems name the field with it. */
	of?: string;
	value?: string;
	/** Message of the script for an empty field; it shows that instead of sending the form. */
	missing?: string;
	problems: readonly Problem[];
}) {
	const field = props.of ? `${props.of}-${props.name}` : props.name;
	const id = `f-${field}`;
	const problem = props.problems.find((one) => one.field === field)?.message;
	const described = [props.hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
	return (
		<div className={problem ? "field wrong" : "field"} data-missing={props.missing}>
			<label htmlFor={id} className={props.isNamed && "off-screen"}>
				{props.label}
			</label>
			{props.hint && (
				<p className="hint" id={`${id}-hint`}>
					{props.hint}
				</p>
			)}
			<FieldError id={id} problem={problem} />
			<input
				id={id}
				name={props.name}
				type={props.type}
				inputMode={props.inputMode}
				autoComplete={props.autoComplete}
				defaultValue={props.type === "password" ? undefined : props.value}
				aria-describedby={described || undefined}
				aria-invalid={problem ? true : undefined}
			/>
		</div>
	);
}

/** The error of the field with this id, if there is one. */
export function FieldError({ id, problem }: { id: string; problem: string | undefined }) {
	const { t } = useTranslation();
	if (!problem) return null;
	return (
		<p className="error" id={`${id}-error`}>
			<strong>{t("problems.error")}</strong>
			{problem}
		</p>
	);
}
