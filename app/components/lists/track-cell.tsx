import type { RowChoice } from "../../hooks/choice-save.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import { useTranslation } from "../../translation.tsx";
import { ChoiceCell } from "./choice-cell.tsx";

interface Props {
	row: { id: number; title: string; trackId: string; track: string };
	tracks: readonly { id: string; label: string }[];
	/** The choice in a refused form. */
	unsaved?: RowChoice["unsaved"];
	saves: RowSaves;
}

/** The track of an entry. Without scripts the button of the status saves it, with the whole row. */
export function TrackCell({ row, tracks, unsaved, saves }: Props) {
	const { t } = useTranslation();
	// Retired or deleted: the entry keeps it until another is chosen.
	const own = tracks.some(({ id }) => id === row.trackId) ? [] : [{ id: row.trackId, label: row.track }];
	return (
		<ChoiceCell
			row={row}
			name="track"
			seen="had"
			value={row.trackId}
			staged
			unsaved={unsaved}
			label={t("admin.trackOf", { title: row.title || row.id })}
			options={[...own, ...tracks].map(({ id, label }) => ({ value: id, label }))}
			saves={saves}
			withButton={false}
		/>
	);
}
