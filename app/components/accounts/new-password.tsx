import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import type { Problem } from "../../programmes/problems.ts";
import { TextField } from "../forms/text-field.tsx";

/** A password of one's choice, typed twice. `children` stand between the two. */
export function NewPassword(props: {
	label: string;
	hint?: string;
	problems: readonly Problem[];
	children?: ReactNode;
}) {
	const { t } = useAllTexts();
	const shared = { type: "password", autoComplete: "new-password", problems: props.problems } as const;
	return (
		<>
			<TextField {...shared} name="password" label={props.label} hint={props.hint} />
			{props.children}
			<TextField {...shared} name="confirm" label={t("register.confirm")} />
		</>
	);
}
