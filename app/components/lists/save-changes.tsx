import { useTranslation } from "../../translation.tsx";

/** The first button of a table's form: saves every row that was changed. Where scripts run the rows save themselves. */
export function SaveChanges({ rows }: { rows: readonly object[] }) {
	const { t } = useTranslation();
	if (rows.length === 0) return null;
	return (
		<div className="table-tools">
			<button type="submit">{t("admin.saveChanges")}</button>
		</div>
	);
}
