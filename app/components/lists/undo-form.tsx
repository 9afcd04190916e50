import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";

interface Props {
	/** Address that takes it. */
	path: string;
	fields: Readonly<Record<string, string>>;
	/** Name of its button. */
	name?: string;
	/** Number of the entry whose row changes. By default the list is loaded again. */
	part?: number;
}

/** Takes back a change, in the message that tells it. */
export function UndoForm({ path, fields, name, part }: Props) {
	const { t } = useTranslation();
	return (
		<form method="post" action={path} data-part={part}>
			<FormToken />
			{Object.entries(fields).map(([field, value]) => (
				<input key={field} type="hidden" name={field} value={value} />
			))}
			<button type="submit" className="button-link" name={name} value={t("admin.undo")}>
				{t("admin.undo")}
			</button>
		</form>
	);
}
