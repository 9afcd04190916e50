import { useAllTexts } from "../../all-texts.ts";
import { ROLES } from "../../roles.ts";

/** One of the roles. */
export function RoleField({ id, label, value }: { id: string; label: string; value: string }) {
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			<RoleSelect id={id} value={value} />
		</div>
	);
}

/** The choice alone. @param label where no text beside it says what it is */
export function RoleSelect({ id, label, value }: { id: string; label?: string; value: string }) {
	const { t } = useAllTexts();
	return (
		<select id={id} name="role" defaultValue={value} aria-label={label}>
			{[...ROLES].reverse().map((role) => (
				<option key={role} value={role}>
					{t(`team.roles.${role}`)}
				</option>
			))}
		</select>
	);
}
