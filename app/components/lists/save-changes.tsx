import { useInBrowser } from "../../hooks/in-browser.ts";
import { useTranslation } from "../../translation.tsx";

/** The first button of a table's form: saves every row that was changed, where the rows do not save themselves. */
export function SaveChanges({ rows }: { rows: readonly object[] }) {
	const { t } = useTranslation();
	if (useInBrowser() || rows.length === 0) return null;
	return (
		<div className="table-tools">
			<button type="submit">{t("admin.saveChanges")}</button>
		</div>
	);
}
