import { settable } from "../../lifecycle.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { useTranslation } from "../../translation.tsx";
import { CsvButton } from "./csv-button.tsx";

type Page = ReturnType<typeof proposalsPage>;

interface Props extends Pick<Page, "tracks" | "batch"> {
	/** Undefined where scripts do not run: the page then does not know what is ticked. */
	ticked: ReadonlySet<number> | undefined;
	/** What was chosen when nothing could be done. */
	kept: Report["kept"];
	path: string;
}

/** What can be done with the ticked rows, and the way back from the last time it was. */
export function BulkTools({ tracks, batch, ticked, kept, path }: Props) {
	const { t } = useTranslation();
	return (
		<fieldset className="bulk-tools">
			<legend>
				{t("bulk.title")} {ticked && <span role="status">{t("bulk.selected", { count: ticked.size })}</span>}
			</legend>
			<p className="hint">{t("bulk.hint")}</p>
			<label>
				{t("bulk.status")}{" "}
				<select name="bulk-status" defaultValue={kept?.status ?? ""}>
					<option value="">{t("bulk.choose")}</option>
					{settable("organiser").map((status) => (
						<option key={status} value={status}>
							{t(`status.${status}`)}
						</option>
					))}
				</select>
			</label>
			<button
				type="submit"
				name="do.bulk-status"
				value={t("bulk.apply")}
				aria-label={`${t("bulk.status")}: ${t("bulk.apply")}`}
			>
				{t("bulk.apply")}
			</button>
			<label>
				{t("bulk.track")}{" "}
				<select name="bulk-track" defaultValue={kept?.track ?? ""}>
					<option value="">{t("bulk.choose")}</option>
					{tracks.map((track) => (
						<option key={track.id} value={track.id}>
							{track.label}
						</option>
					))}
				</select>
			</label>
			<button
				type="submit"
				name="do.bulk-track"
				value={t("bulk.apply")}
				aria-label={`${t("bulk.track")}: ${t("bulk.apply")}`}
			>
				{t("bulk.apply")}
			</button>
			<CsvButton kind="talk" path={path} ticked={ticked} />
			{batch && (
				<p>
					{t("bulk.last", { count: batch.entries, state: batch.state, time: batch.time })}{" "}
					<input type="hidden" name="batch" value={batch.batch} />
					<button type="submit" name="do.undo" value={t("bulk.undo")}>
						{t("bulk.undo")}
					</button>
				</p>
			)}
		</fieldset>
	);
}
