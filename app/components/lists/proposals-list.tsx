import { Fragment } from "react";
import { rowPart } from "../../fragments.ts";
import { CONSOLE_LISTS } from "../../kinds.ts";
import { lookOf, STATUSES } from "../../lifecycle.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { FragmentPart } from "../layout/fragment-part.tsx";
import { Space } from "../layout/space.tsx";
import { ReadingScreen } from "../reading/reading-screen.tsx";
import { BulkTools, LastBulk, RemovedLink } from "./bulk-tools.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { chosenIn, filterKey, ListFilters, NeedFilter, StatusFilter, TrackFilter } from "./list-filters.tsx";
import { ListReport } from "./list-report.tsx";
import { ListTable } from "./list-table.tsx";
import { listPath } from "./list-url.ts";
import { PageSize } from "./page-size.tsx";
import { Pagination } from "./pagination.tsx";
import { proposalColumns } from "./proposal-columns.tsx";
import { RowsForm } from "./rows-form.tsx";
import { SaveChanges } from "./save-changes.tsx";
import { SavedViews, ViewForms } from "./saved-views.tsx";
import { TableRow } from "./table.tsx";
import { TickAll, TickBox } from "./tick-boxes.tsx";

type Page = ReturnType<typeof proposalsPage>;

const BASE = CONSOLE_LISTS.talk;

/** The talks: a table with filters, or a short list beside the entry being read. */
export function ProposalsList({ page, report }: { page: Page; report: Report | undefined }) {
	const { t, locale } = useTranslation();
	const { state, path, list } = page;
	const { tracks, counts } = page.about;
	const statuses = <StatusCounts counts={isNarrowed(state) ? undefined : counts} />;
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
	const columns = proposalColumns({
		t,
		locale,
		tracks,
		path,
		labels,
		query: state.q,
		// A script that sent one keeps it itself.
		unsaved: (!page.row && report?.kept?.rows) || [],
	}).filter(({ key }) => state.cols === "" || state.cols.split(".").includes(key));
	const kept = report?.kept?.ids ?? [];
	const boxes = { heading: <TickAll />, cell: (row: { id: number; title: string }) => <TickBox {...{ row, kept }} /> };
	const bulk = (beside: boolean) => list && <BulkTools kind="talk" {...{ list, tracks, report, beside }} />;
	return (
		<ReadingScreen
			kind="talk"
			title={t("admin.proposals")}
			{...{ page, report, tracks }}
			about={({ name, track }) => [name, track].filter(Boolean).join(marks[locale].comma)}
			tools={bulk(true)}
			row={(row) => <TableRow {...{ row, columns, boxes }} rowId={rowPart} />}
			withRow={<FragmentPart to=".status-counts">{statuses}</FragmentPart>}
		>
			{list && (
				<>
					<h1>
						{t("admin.proposals")} <span className="total-count">{list.total}</span>
					</h1>
					{statuses}
					<SavedViews views={list.views} />
					<ListFilters
						base={BASE}
						state={state}
						chosen={[
							tracks.find(({ id }) => id === state.track)?.label,
							state.status && t(`status.${state.status}`),
							chosenIn(list.needs, state.need),
						]}
						write={list.total > 0 ? list.write : undefined}
					>
						<TrackFilter value={state.track} tracks={tracks} />
						<StatusFilter value={state.status} />
						<NeedFilter value={state.need} needs={list.needs} />
					</ListFilters>
					<ListReport {...{ page, report }} />
					<RowsForm page={page}>
						<SaveChanges rows={list.rows} />
						<LastBulk batch={list.batch} />
						<ListTable
							label={t("admin.proposals")}
							{...{ rows: list.rows, columns, boxes, finding: list.finding }}
							rowId={rowPart}
							order={{ sort: state.sort, pathOf: (sort) => listPath(BASE, { ...state, sort, page: 1 }) }}
						/>
						{bulk(false)}
					</RowsForm>
					<div className="list-foot">
						<Pagination
							{...{ page: list.page, pages: list.pages }}
							pathOf={(page) => listPath(BASE, { ...state, page })}
							alone
						/>
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
}

/** Whether the list is filtered by more than a status: counts of all entries beside it would be taken for its own. */
const isNarrowed = (state: Page["state"]) => filterKey({ ...state, status: "", rows: "", cols: "" }) !== "";

function StatusCounts({ counts }: { counts: Page["about"]["counts"] | undefined }) {
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
