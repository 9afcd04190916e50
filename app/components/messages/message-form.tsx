import type { ReactNode } from "react";
import type { Problem } from "../../programmes/problems.ts";
import { Prose } from "../calls/call-controls.tsx";
import { FormToken } from "../forms/form-token.tsx";

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
	return (
		<form method="post" action={`${path}#errors`} noValidate>
			<FormToken />
			<Prose name={text} label={label} hint={hint} rows={5} values={{ [text]: value ?? "" }} problems={problems} />
			<p className="actions">
				<button className={primary && "primary"} type="submit" name={button} value={send}>
					{send}
				</button>
			</p>
			{children}
		</form>
	);
}
