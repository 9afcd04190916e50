import { useAllTexts } from "../../all-texts.ts";
import type { Problem } from "../../programmes/problems.ts";
import { TextField } from "../forms/text-field.tsx";

/** The address an account is known by. */
export function AddressField({ value, problems }: { value: string | undefined; problems: readonly Problem[] }) {
	const { t } = useAllTexts();
	const label = t("login.emailLabel");
	return (
		<TextField
			name="email"
			type="email"
			label={label}
			autoComplete="username"
			value={value}
			missing={t("login.email")}
			problems={problems}
		/>
	);
}
