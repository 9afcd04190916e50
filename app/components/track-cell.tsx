import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useRoot } from "../root.tsx";
import { useTranslation } from "../translation.tsx";
import { useInBrowser } from "./in-browser.ts";
import type { ProposalRow } from "./proposal-table.tsx";
import { useToast } from "./toasts.tsx";

interface Props {
	row: ProposalRow;
	tracks: readonly { id: string; label: string }[];
	path: string;
}

/**
 * The track of an entry: chosen first, saved with a button, and only when it differs (specification section 4). Where
 * it cannot be saved the choice goes back.
 */
export function TrackCell({ row, tracks, path }: Props) {
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const tell = useToast();
	const formToken = useRoot()?.formToken;
	const fetcher = useFetcher<Report>();
	const [chosen, setChosen] = useState(row.trackId);
	useEffect(() => setChosen(row.trackId), [row]);
	const report = fetcher.state === "idle" ? fetcher.data : undefined;
	useEffect(() => {
		if (!report) return;
		if (report.wrong) {
			setChosen(row.trackId);
			tell(t("admin.trackFailed", { message: report.lines.slice(1).join(" ") || report.lines.join(" ") }), {
				wrong: true,
			});
		} else tell(t("admin.trackSaved"));
	}, [report, row, tell, t]);
	const known = tracks.some(({ id }) => id === row.trackId);
	return (
		<div className="status-cell">
			<input type="hidden" name={`had-${row.id}`} value={row.trackId} />
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
			{inBrowser && chosen !== row.trackId && (
				<button
					type="button"
					disabled={fetcher.state !== "idle"}
					onClick={() =>
						fetcher.submit(
							{
								[`track-${row.id}`]: chosen,
								[`had-${row.id}`]: row.trackId,
								[`do.save.${row.id}`]: "1",
								...(formToken && { formToken }),
							},
							{ method: "post", action: path },
						)
					}
				>
					{t("admin.saveTrack")}
				</button>
			)}
		</div>
	);
}
