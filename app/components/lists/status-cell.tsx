import { lookOf, type Status, settable } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";
import { ChoiceCell } from "./choice-cell.tsx";
import { titleInRow } from "./row-title.ts";

interface Props {
	row: { id: number; title: string; status: Status };
	/** The choice in a refused form. */
	unsaved?: { was: string; to: string } | undefined;
}

/** The status of an entry. */
export function StatusCell({ row, unsaved }: Props) {
	const { t } = useTranslation();
	return (
		<ChoiceCell
			row={row}
			choice="status"
			value={row.status}
			unsaved={unsaved}
			label={t("admin.statusOf", { title: titleInRow(row) })}
			options={settable("organiser", row.status).map((status) => ({ value: status, label: t(`status.${status}`) }))}
			className={`status-dot ${lookOf(row.status)}`}
			withButton
		/>
	);
}
