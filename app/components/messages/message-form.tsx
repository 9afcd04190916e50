import type { ReactNode } from "react";
import type { Problem } from "../../programmes/problems.ts";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";

interface Props {
	path: string;
	/** Names of its field and its button, which together say who will read what is typed. */
	controls: { text: string; button: string };
	label: string;
	hint?: string | undefined;
	send: string;
	/** The main thing to do on its page. */
	primary?: true;
	value: string | undefined;
	problems: readonly Problem[];
	children?: ReactNode;
}

/** Writes a message. */
export function MessageForm({ path, controls, label, hint, send, primary, value, problems, children }: Props) {
	const { text, button } = controls;
	const id = `f-${text}`;
	const problem = problems.find(({ field }) => field === text)?.message;
	const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
	return (
		<form method="post" action={`${path}#errors`} noValidate>
			<FormToken />
			<div className={problem ? "field wrong" : "field"}>
				<label htmlFor={id}>{label}</label>
				{hint && (
					<p className="hint" id={`${id}-hint`}>
						{hint}
					</p>
				)}
				<FieldError id={id} problem={problem} />
				{/* On lines of its own where there are no styles. */}
				<div>
					<textarea
						id={id}
						name={text}
						rows={5}
						defaultValue={value}
						aria-describedby={described || undefined}
						aria-invalid={problem ? true : undefined}
					/>
				</div>
			</div>
			<p className="actions">
				<button className={primary && "primary"} type="submit" name={button} value={send}>
					{send}
				</button>
			</p>
			{children}
		</form>
	);
}
