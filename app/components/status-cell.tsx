import { STATUSES, type Status } from "../enumerations.ts";
import { useTranslation } from "../translation.tsx";
import { ChoiceCell } from "./choice-cell.tsx";
import type { RowSaves } from "./row-saves.ts";

interface Props {
	row: { id: number; title: string; status: Status };
	saves: RowSaves;
	withButton: boolean;
}

/** What is decided about an entry. */
export function StatusCell({ row, saves, withButton }: Props) {
	const { t } = useTranslation();
	return (
		<ChoiceCell
			row={row}
			name="status"
			seen="was"
			value={row.status}
			label={t("admin.statusOf", { title: row.title || row.id })}
			options={STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
			look={(status) => status.toLowerCase()}
			saves={saves}
			withButton={withButton}
		/>
	);
}
