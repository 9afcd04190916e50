import { STATUSES, type Status } from "../enumerations.ts";
import { useTranslation } from "../translation.tsx";
import { useStatusSave } from "./status-save.ts";

interface Props {
	row: { id: number; title: string; status: Status };
	/** Address of the list, which takes the change. */
	path: string;
	withButton: boolean;
}

/** A select with its Save button, which is not needed once the choice saves itself. */
export function StatusCell({ row, path, withButton }: Props) {
	const { t } = useTranslation();
	const { chosen, choose, report } = useStatusSave(row, path);
	return (
		<div className="status-cell">
			<input type="hidden" name={`was-${row.id}`} value={row.status} />
			<select
				name={`status-${row.id}`}
				value={chosen}
				aria-label={t("admin.statusOf", { title: row.title || row.id })}
				onChange={(event) => choose(event.currentTarget.value as Status)}
				className={chosen.toLowerCase()}
			>
				{STATUSES.map((status) => (
					<option key={status} value={status}>
						{t(`status.${status}`)}
					</option>
				))}
			</select>
			{withButton && (
				<button
					type="submit"
					name={`do.save.${row.id}`}
					value={t("admin.save")}
					aria-label={t("admin.saveOne", { title: row.title || row.id })}
				>
					{t("admin.save")}
				</button>
			)}
			<span role="status" className="hint">
				{report.kind === "saving" && t("admin.saving")}
				{report.kind === "saved" && t("admin.savedShort")}
			</span>
			{"message" in report && (
				<p className="error">
					<span role="alert">{report.message}</span>
					{report.kind === "signed-out" && (
						<>
							{" "}
							<a href="/login">{t("login.title")}</a>
						</>
					)}
				</p>
			)}
		</div>
	);
}
