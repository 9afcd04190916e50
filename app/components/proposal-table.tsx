import { Form, Link, useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { STATUSES, type Status } from "../enumerations.ts";
import { useTranslation } from "../translation.tsx";
import { FormToken } from "./form-token.tsx";
import { IncompleteMark } from "./incomplete-mark.tsx";

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
	updated: string;
}

/**
 * One form around the whole table: its first button saves every changed row, the button in a row saves that row. With
 * scripts a chosen status saves itself and the row's button is not needed.
 */
export function ProposalTable({ rows, path }: { rows: readonly ProposalRow[]; path: string }) {
	const { t } = useTranslation();
	const separator = path.includes("?") ? "&" : "?";
	return (
		<Form method="post" action={path}>
			<FormToken />
			<div className="table-tools">
				<button type="submit">{t("admin.saveChanges")}</button>
				<span className="hint">{t("admin.saveHint")}</span>
			</div>
			<section className="scroll" tabIndex={0} aria-label={t("admin.proposals")}>
				<table>
					<thead>
						<tr>
							<th scope="col">#</th>
							<th scope="col">{t("admin.talk")}</th>
							<th scope="col">{t("admin.speaker")}</th>
							<th scope="col">{t("admin.track")}</th>
							<th scope="col">{t("admin.updated")}</th>
							<th scope="col">{t("admin.status")}</th>
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<tr key={row.id}>
								<td className="number">{row.displayIndex}</td>
								<th scope="row">
									<Link to={`${path}${separator}modal=details&id=${row.id}`}>{row.title || t("entry.untitled")}</Link>{" "}
									<IncompleteMark category={row.category} fields={row.incomplete} />
								</th>
								<td className="who">
									{row.name}
									<br />
									<span className="hint">{row.org}</span>
								</td>
								<td>{row.track}</td>
								<td className="when">{row.updated}</td>
								<td>
									<StatusCell row={row} path={path} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</Form>
	);
}

/** A select with its Save button; in the browser the choice saves itself and the button goes. */
function StatusCell({ row, path }: { row: ProposalRow; path: string }) {
	const { t } = useTranslation();
	const fetcher = useFetcher<{ saved: number; stale: { now: string; by: string }[] }>();
	const [inBrowser, setInBrowser] = useState(false);
	useEffect(() => setInBrowser(true), []);
	// What the server holds wins as soon as it is known: after a save, and when somebody else was faster.
	const [chosen, setChosen] = useState(row.status);
	useEffect(() => setChosen(row.status), [row.status]);
	const [stale] = fetcher.data?.stale ?? [];
	const name = `status-${row.id}`;

	function save(status: Status): void {
		setChosen(status);
		fetcher.submit({ [name]: status, [`was-${row.id}`]: row.status }, { method: "post", action: path });
	}

	return (
		<div className="status-cell">
			<input type="hidden" name={`was-${row.id}`} value={row.status} />
			<select
				name={name}
				value={chosen}
				aria-label={t("admin.statusOf", { title: row.title || row.id })}
				onChange={(event) => save(event.currentTarget.value as Status)}
				className={chosen.toLowerCase()}
			>
				{STATUSES.map((status) => (
					<option key={status} value={status}>
						{t(`status.${status}`)}
					</option>
				))}
			</select>
			{!inBrowser && (
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
				{fetcher.state !== "idle" ? t("admin.saving") : null}
				{fetcher.state === "idle" && fetcher.data && !stale ? t("admin.savedShort") : null}
				{fetcher.state === "idle" && stale
					? t("admin.stale", {
							id: row.id,
							status: t(`status.${stale.now as Status}`),
							by: stale.by || t("admin.someone"),
						})
					: null}
			</span>
		</div>
	);
}
