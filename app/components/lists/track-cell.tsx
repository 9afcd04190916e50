import { useEffect, useState } from "react";
import type { RowChoice } from "../../hooks/choice-save.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import { useTranslation } from "../../translation.tsx";
import type { ProposalRow } from "./proposal-table.tsx";

interface Props {
	row: ProposalRow;
	tracks: readonly { id: string; label: string }[];
	/** The choice in a refused form. */
	unsaved: RowChoice["unsaved"];
	saves: RowSaves;
	/** Shows the result of a save. */
	tell: (text: string, options?: { wrong?: boolean }) => void;
}

/**
 * The track of an entry: chosen first, saved with a button, and only when it differs (specification section 4). Where
 * it cannot be saved the choice goes back.
 */
export function TrackCell({ row, tracks, unsaved, saves, tell }: Props) {
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const [chosen, setChosen] = useState(unsaved?.to ?? row.trackId);
	/** What the server is known to hold, before the list is read again. */
	const [held, setHeld] = useState(row.trackId);
	const [saving, setSaving] = useState(false);
	useEffect(() => {
		setHeld(row.trackId);
		setChosen(row.trackId);
	}, [row.trackId]);
	const known = tracks.some(({ id }) => id === row.trackId);

	async function save(): Promise<void> {
		setSaving(true);
		const outcome = await saves.post({
			[`track-${row.id}`]: chosen,
			[`had-${row.id}`]: held,
			[`do.save.${row.id}`]: "1",
		});
		setSaving(false);
		if (outcome.kind === "saved") {
			setHeld(chosen);
			tell(t("admin.trackSaved"));
			for (const note of outcome.notes) tell(note, { wrong: true });
		} else {
			tell(t("admin.trackFailed", { message: outcome.message }), { wrong: true });
			setChosen(held);
		}
		if (outcome.kind !== "signed-out") saves.refresh();
	}

	return (
		<div className="status-cell">
			<input type="hidden" name={`had-${row.id}`} value={unsaved?.was ?? row.trackId} />
			<select
				name={`track-${row.id}`}
				value={chosen}
				aria-label={t("admin.trackOf", { title: row.title || row.id })}
				onChange={(event) => setChosen(event.currentTarget.value)}
			>
				{/* Retired, or not there any more: the entry keeps it until another is chosen. */}
				{!known && <option value={row.trackId}>{row.track}</option>}
				{tracks.map((track) => (
					<option key={track.id} value={track.id}>
						{track.label}
					</option>
				))}
			</select>
			{inBrowser && chosen !== held && (
				<button type="button" disabled={saving} onClick={save}>
					{t("admin.saveTrack")}
				</button>
			)}
		</div>
	);
}
