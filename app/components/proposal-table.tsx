import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { STATUSES, type Status } from "../enumerations.ts";
import { useTranslation } from "../translation.tsx";
import { FormToken } from "./form-token.tsx";
import { IncompleteMark } from "./incomplete-mark.tsx";
import { useStatusSave } from "./status-save.ts";

export interface ProposalRow {
	id: number;
	displayIndex: number;
	category: string;
	name: string;
	org: string;
	title: string;
	track: string;
	status: Status;
	incomplete: string[];
	withdrawn: boolean;
	updated: string;
}

/**
 * One form around the whole table: its first button saves every changed row, the button in a row saves that row. With
 * scripts a chosen status saves itself and the row's button is not needed.
 */
export function ProposalTable({ rows, path }: { rows: readonly ProposalRow[]; path: string }) {
	const { t } = useTranslation();
	const [inBrowser, setInBrowser] = useState(false);
	useEffect(() => setInBrowser(true), []);
	const separator = path.includes("?") ? "&" : "?";
	return (
		<form method="post" action={path}>
			<FormToken />
			{!inBrowser && (
				<div className="table-tools">
					<button type="submit">{t("admin.saveChanges")}</button>
					<span className="hint">{t("admin.saveHint")}</span>
				</div>
			)}
			<section className="scroll" tabIndex={0} aria-label={t("admin.proposals")}>
				<table>
					<thead>
						<tr>
							<th scope="col">#</th>
							<th scope="col">{t("admin.talk")}</th>
							<th scope="col">{t("admin.speaker")}</th>
							<th scope="col">{t("admin.track")}</th>
							<th scope="col">{t("admin.updated")}</th>
							<th scope="col">
								{t("admin.status")} {inBrowser && <span className="hint">{t("admin.savesItself")}</span>}
							</th>
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<tr key={row.id}>
								<td className="number">{row.displayIndex}</td>
								<th scope="row">
									<Link to={`${path}${separator}modal=details&id=${row.id}`}>{row.title || t("entry.untitled")}</Link>{" "}
									{row.withdrawn && <span className="status reject">{t("entry.withdrawn")}</span>}{" "}
									<IncompleteMark category={row.category} fields={row.incomplete} />
								</th>
								<td className="who" data-label={t("admin.speaker")}>
									{row.name}
									<br />
									<span className="hint">{row.org}</span>
								</td>
								<td data-label={t("admin.track")}>{row.track}</td>
								<td className="when" data-label={t("admin.updated")}>
									{row.updated}
								</td>
								<td data-label={t("admin.status")}>
									<StatusCell row={row} path={path} withButton={!inBrowser} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</form>
	);
}

/** A select with its Save button, which is not needed once the choice saves itself. */
function StatusCell({ row, path, withButton }: { row: ProposalRow; path: string; withButton: boolean }) {
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
