import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import { marks } from "../../programmes/marks.ts";
import type { Problem } from "../../programmes/problems.ts";
import { TextField } from "../forms/text-field.tsx";

/** A password of one's choice, typed twice. `children` stand between the two. */
export function NewPassword(props: {
	label: string;
	hint?: string;
	/** Message of the script for an empty field. */
	missing: string;
	problems: readonly Problem[];
	/** The form has come back, and passwords never do. */
	isAgain: boolean;
	children?: ReactNode;
}) {
	const { t, locale } = useAllTexts();
	const hint = [props.hint, props.isAgain && t("register.again")].filter(Boolean).join(marks[locale].space);
	const { missing, problems } = props;
	const shared = { type: "password", autoComplete: "new-password", missing, problems } as const;
	return (
		<>
			<TextField {...shared} name="password" label={props.label} hint={hint} />
			{props.children}
			<TextField {...shared} name="confirm" label={t("register.confirm")} />
		</>
	);
}
