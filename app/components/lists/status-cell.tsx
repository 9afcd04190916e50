import type { RowChoice } from "../../hooks/choice-save.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import { lookOf, type Status, settable } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";
import { ChoiceCell } from "./choice-cell.tsx";
import { titleInRow } from "./row-title.ts";

interface Props {
	row: { id: number; title: string; status: Status };
	/** The choice in a refused form. */
	unsaved?: RowChoice["unsaved"];
	saves: RowSaves;
	withButton: boolean;
}

/** The status of an entry. */
export function StatusCell({ row, unsaved, saves, withButton }: Props) {
	const { t } = useTranslation();
	return (
		<ChoiceCell
			row={row}
			name="status"
			seen="was"
			value={row.status}
			unsaved={unsaved}
			label={t("admin.statusOf", { title: titleInRow(row) })}
			options={settable("organiser", row.status).map((status) => ({ value: status, label: t(`status.${status}`) }))}
			look={(status) => `status-dot ${lookOf(status as Status)}`}
			saves={saves}
			withButton={withButton}
		/>
	);
}
