import { marks } from "../../programmes/marks.ts";
import { firstWords } from "../../programmes/shown-again.ts";
import { useTranslation } from "../../translation.tsx";
import { ChoiceCell } from "./choice-cell.tsx";
import { titleInRow } from "./row-title.ts";

/** Characters of the label of a track in a row. */
const MOST_OF_LABEL = 60;

interface Props {
	row: { id: number; title: string; trackId: string; track: string };
	tracks: readonly { id: string; label: string }[];
	/** The choice in a refused form. */
	unsaved?: { was: string; to: string } | undefined;
}

/** Tracks that every row of a list offers, and the characters of their labels: a hundred rows may have a few hundred KB of them. */
const MOST_IN_ROWS = { tracks: 40, characters: 1_000 };

/** Whether each row has a select of the tracks. Where there are too many, it links to the entry, where its track is chosen. */
export const areOfferedInRows = (tracks: Props["tracks"]): boolean =>
	tracks.length <= MOST_IN_ROWS.tracks &&
	tracks.reduce((sum, { label }) => sum + label.length, 0) <= MOST_IN_ROWS.characters;

/** The track of an entry, as a link to where it is chosen. */
export function TrackLink({ row, to }: Pick<Props, "row"> & { to: string }) {
	const { t, locale } = useTranslation();
	const { colon, comma } = marks[locale];
	const track = firstWords(row.track, MOST_OF_LABEL);
	return (
		<a href={to} className="first-line" aria-label={t("admin.track") + colon + track + comma + titleInRow(row)}>
			{track}
		</a>
	);
}

/** The track of an entry. The button of the status saves it. */
export function TrackCell({ row, tracks, unsaved }: Props) {
	const { t } = useTranslation();
	// Retired or deleted: the entry keeps it until another is chosen.
	const own = tracks.some(({ id }) => id === row.trackId) ? [] : [{ id: row.trackId, label: row.track }];
	return (
		<ChoiceCell
			row={row}
			choice="track"
			value={row.trackId}
			staged
			unsaved={unsaved}
			label={t("admin.trackOf", { title: titleInRow(row) })}
			options={[...own, ...tracks].map(({ id, label }) => ({ value: id, label }))}
		/>
	);
}
