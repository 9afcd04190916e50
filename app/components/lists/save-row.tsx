import { useTranslation } from "../../translation.tsx";
import { titleInRow } from "./row-title.ts";

/** Saves the selects of a row. With scripts it is shown while a track is chosen and not saved. */
export function SaveRow({ row, isPrimary }: { row: { id: number; title: string }; isPrimary?: true }) {
	const { t } = useTranslation();
	return (
		<button
			className={isPrimary ? "save-row primary" : "save-row"}
			type="submit"
			name={`do.save.${row.id}`}
			value={t("admin.save")}
			aria-label={t("admin.saveOne", { title: titleInRow(row) })}
		>
			{t("admin.save")}
		</button>
	);
}
