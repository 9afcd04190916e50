import { Form } from "@remix-run/react";
import { NEEDS, STATUSES, type Status } from "../enumerations.ts";
import type { Report } from "../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../pages/proposals.server.ts";
import { useTranslation } from "../translation.tsx";
import { listPath } from "./list-address.ts";
import { Pagination } from "./pagination.tsx";
import { ProposalTable } from "./proposal-table.tsx";
import { ReportBanner } from "./report.tsx";

type Props = ReturnType<typeof proposalsPage> & { path: string; report: Report | undefined };

const BASE = "/admin/proposals";

/** The table of talks with its filters, counts and what can be done with several rows at once. */
export function ProposalsList({ state, rows, total, page, pages, tracks, counts, batch, path, report }: Props) {
	const { t } = useTranslation();
	return (
		<>
			<h1>
				{t("admin.proposals")} <span className="total">{total}</span>
			</h1>
			<p className="counts">
				{STATUSES.map((status) => (
					<a key={status} href={listPath(BASE, { status })} className={`status ${status.toLowerCase()}`}>
						{t(`status.${status}`)} {counts[status]}
					</a>
				))}{" "}
				<a className="button" href="/admin/tracks">
					{t("tracks.title")}
				</a>
			</p>
			<Form method="get" action={BASE} className="filters" role="search">
				<label>
					{t("admin.search")} <input type="search" name="q" defaultValue={state.q} />
				</label>
				<label>
					{t("admin.track")}{" "}
					<select name="track" defaultValue={state.track}>
						<option value="">{t("admin.all")}</option>
						{tracks.map((track) => (
							<option key={track.id} value={track.id}>
								{track.label}
							</option>
						))}
					</select>
				</label>
				<label>
					{t("admin.status")}{" "}
					<select name="status" defaultValue={state.status}>
						<option value="">{t("admin.all")}</option>
						{STATUSES.map((status: Status) => (
							<option key={status} value={status}>
								{t(`status.${status}`)}
							</option>
						))}
					</select>
				</label>
				<label>
					{t("admin.need")}{" "}
					<select name="need" defaultValue={state.need}>
						<option value="">{t("admin.all")}</option>
						{NEEDS.map((need) => (
							<option key={need} value={need}>
								{t(`need.${need}`)}
							</option>
						))}
					</select>
				</label>
				{state.sort !== "-id" && <input type="hidden" name="sort" value={state.sort} />}
				<button type="submit">{t("admin.filter")}</button>
				<a href={BASE}>{t("admin.clear")}</a>
			</Form>
			<ReportBanner report={report} />
			<ProposalTable rows={rows} tracks={tracks} batch={batch} sort={state.sort} state={state} path={path} />
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);
}
