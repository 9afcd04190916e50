import { Fragment, memo } from "react";
import type { Readable } from "../../hooks/readings.ts";
import type { Ticks } from "../../hooks/ticks.ts";
import { CONSOLE_LISTS } from "../../kinds.ts";
import { lookOf, STATUSES } from "../../lifecycle.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { Space } from "../layout/space.tsx";
import { ReadingScreen } from "../reading/reading-screen.tsx";
import { BulkTools, LastBulk, RemovedLink } from "./bulk-tools.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { filterKey, ListFilters, NeedFilter, StatusFilter, TrackFilter } from "./list-filters.tsx";
import { listPath } from "./list-url.ts";
import { PageSize } from "./page-size.tsx";
import { Pagination } from "./pagination.tsx";
import { ProposalTable } from "./proposal-table.tsx";
import { SavedViews, ViewForms } from "./saved-views.tsx";

interface Props {
	list: ReturnType<typeof proposalsPage>;
	/** The entry that is being read beside the list. */
	reading: Readable | undefined;
	/** Address of the list. */
	path: string;
	report: Report | undefined;
}

const BASE = CONSOLE_LISTS.talk;

/** The talks: a table with filters, or a short list beside the entry being read. Memoised: a navigation renders it once. */
export const ProposalsList = memo(({ list, reading, path, report }: Props) => {
	const { t, locale } = useTranslation();
	const { state, page, tracks } = list;
	const labels = {
		number: "#",
		title: t("admin.talk"),
		name: t("admin.speaker"),
		tracks: t("admin.track"),
		panel: t("admin.panel"),
		updated: t("admin.updated"),
		status: t("admin.status"),
		mails: t("admin.mails"),
	};
	const bulk = (ticks: Ticks, beside: boolean) => <BulkTools kind="talk" {...{ list, ticks, report, path, beside }} />;
	return (
		<ReadingScreen
			kind="talk"
			title={t("admin.proposals")}
			{...{ list, reading, path, report }}
			about={({ name, track }) => [name, track].filter(Boolean).join(marks[locale].comma)}
			tools={(ticks) => (
				<>
					{bulk(ticks, true)}
					<LastBulk batch={list.batch} />
				</>
			)}
		>
			{({ rows, saves, ticks, total, pages }) => (
				<>
					<h1>
						{t("admin.proposals")} <span className="total-count">{total}</span>
					</h1>
					<StatusCounts counts={isNarrowed(list.state) ? undefined : list.counts} />
					<SavedViews views={list.views} />
					<ListFilters base={BASE} state={state} write={total > 0 ? list.write : undefined}>
						<TrackFilter value={state.track} tracks={tracks} />
						<StatusFilter value={state.status} />
						<NeedFilter value={state.need} needs={list.needs} />
					</ListFilters>
					<ReportBanner report={report} />
					<ProposalTable
						{...{ rows, tracks, state, path, saves, ticks, labels }}
						finding={list.finding}
						kept={report?.kept}
						batch={list.batch}
						tools={bulk(ticks, false)}
					/>
					<div className="list-foot">
						<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} alone />
						<RemovedLink removed={list.removed} />
						<Space />
						<PageSize base={BASE} state={state} />
						<ColumnChoice base={BASE} state={state} labels={labels} />
						<ViewForms views={list.views} path={path} typed={report?.viewName} />
					</div>
				</>
			)}
		</ReadingScreen>
	);
});

/** Whether the list is filtered by more than a status: counts of all entries beside it would be taken for its own. */
const isNarrowed = (state: Props["list"]["state"]) => filterKey({ ...state, status: "", rows: "", cols: "" }) !== "";

function StatusCounts({ counts }: { counts: Props["list"]["counts"] | undefined }) {
	const { t } = useTranslation();
	return (
		<p className="status-counts">
			{counts &&
				STATUSES.map((status) => (
					<Fragment key={status}>
						<a href={listPath(BASE, { status })} className={`status-dot ${lookOf(status)}`}>
							{t(`status.${status}`)} <b>{counts[status]}</b>
						</a>
						<Space />
					</Fragment>
				))}
			<Space />
			<a className="button" href="/admin/tracks">
				{t("tracks.title")}
			</a>
		</p>
	);
}
