import { NEEDS } from "../../enumerations.ts";
import { lookOf, STATUSES } from "../../lifecycle.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { useTranslation } from "../../translation.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { FilterSelect, ListFilters, StatusFilter, TrackFilter } from "./list-filters.tsx";
import { listPath } from "./list-url.ts";
import { Pagination } from "./pagination.tsx";
import { ProposalTable } from "./proposal-table.tsx";

type Props = ReturnType<typeof proposalsPage> & { path: string; report: Report | undefined };

const BASE = "/admin/proposals";

/** The table of talks with its filters, counts and what can be done with several rows at once. */
export function ProposalsList({ state, rows, total, page, pages, tracks, counts, batch, path, report }: Props) {
	const { t } = useTranslation();
	return (
		<>
			<h1>
				{t("admin.proposals")} <span className="total-count">{total}</span>
			</h1>
			<p className="status-counts">
				{STATUSES.map((status) => (
					<a key={status} href={listPath(BASE, { status })} className={`status ${lookOf(status)}`}>
						{t(`status.${status}`)} <b>{counts[status]}</b>
					</a>
				))}{" "}
				<a className="button" href="/admin/tracks">
					{t("tracks.title")}
				</a>
			</p>
			<ListFilters base={BASE} state={state}>
				<TrackFilter value={state.track} tracks={tracks} />
				<StatusFilter value={state.status} />
				<FilterSelect
					name="need"
					label={t("admin.need")}
					value={state.need}
					options={NEEDS.map((need) => ({ value: need, label: t(`need.${need}`) }))}
				/>
			</ListFilters>
			<ReportBanner report={report} />
			<ProposalTable rows={rows} tracks={tracks} batch={batch} state={state} path={path} kept={report?.kept} />
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);
}
