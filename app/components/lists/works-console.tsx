import type { ReactNode } from "react";
import { rowPart } from "../../fragments.ts";
import { CONSOLE_LISTS } from "../../kinds.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { WorkKind, WorksPage } from "../../pages/works.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { EntryMarks, PresenceMark } from "../entries/status-mark.tsx";
import { Dated } from "../layout/dated.tsx";
import { ReadingScreen } from "../reading/reading-screen.tsx";
import { BulkTools, LastBulk, RemovedLink } from "./bulk-tools.tsx";
import { FoundText } from "./found-text.tsx";
import { chosenIn, ListFilters, NeedFilter, StatusFilter } from "./list-filters.tsx";
import { ListReport } from "./list-report.tsx";
import { detailsColumn, ListTable } from "./list-table.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { Pagination } from "./pagination.tsx";
import { RowsForm } from "./rows-form.tsx";
import { SaveChanges } from "./save-changes.tsx";
import { SavedViews, ViewForms } from "./saved-views.tsx";
import { StatusCell } from "./status-cell.tsx";
import { type Column, TableRow } from "./table.tsx";
import { TickAll, TickBox } from "./tick-boxes.tsx";
import { TitleLink } from "./title-link.tsx";

export type WorkRow = NonNullable<WorksPage["row"]>;

interface Props {
	title: string;
	kind: WorkKind;
	page: WorksPage;
	report: Report | undefined;
	columns: readonly Column<WorkRow>[];
	/** Second line of an entry in the short list, besides its author. */
	about: (row: WorkRow) => string;
	/** Title of an entry when it is read. */
	caption: string;
	/** A further filter, and the label of its value. */
	children?: ReactNode;
	chosen?: string | undefined;
}

/** Works or nominations for organisers: a table, or a short list beside the one that is being read. */
export function WorksConsole(props: Props) {
	const { title, kind, page, caption, report, about, children } = props;
	const { t, locale } = useTranslation();
	const { list, state, path } = page;
	const base = CONSOLE_LISTS[kind];
	const status: Column<WorkRow> = {
		sort: "status",
		label: t("admin.status"),
		note: t("admin.savesItself"),
		cell: (row) => <StatusCell row={row} />,
	};
	const columns = [
		...props.columns.map(wholeTitle),
		status,
		detailsColumn<WorkRow>(t, (id) => withParameters(path, { modal: "details", id })),
	];
	const kept = report?.kept?.ids ?? [];
	const boxes = { heading: <TickAll />, cell: (row: { id: number; title: string }) => <TickBox {...{ row, kept }} /> };
	const tools = (beside: boolean) => list && <BulkTools {...{ kind, list, report, beside }} />;
	return (
		<ReadingScreen
			{...{ kind, title, page, caption, report }}
			tools={tools(true)}
			about={(row) => [row.name, about(row)].filter(Boolean).join(marks[locale].comma)}
			row={(row) => <TableRow {...{ row, columns, boxes }} rowId={rowPart} />}
		>
			{list && (
				<>
					<h1>
						{title} <span className="total-count">{list.total}</span>
					</h1>
					{list.lastReceived && (
						<p className="lead">
							<Dated date={list.lastReceived} text={t("works.last", { time: list.lastReceived })} />
						</p>
					)}
					<SavedViews views={list.views} />
					<ListFilters
						base={base}
						state={state}
						chosen={[props.chosen, state.status && t(`status.${state.status}`), chosenIn(list.needs, state.need)]}
						write={list.total > 0 ? list.write : undefined}
					>
						{children}
						<StatusFilter value={state.status} />
						<NeedFilter value={state.need} needs={list.needs} />
					</ListFilters>
					<ListReport {...{ page, report }} />
					<RowsForm page={page}>
						<SaveChanges rows={list.rows} />
						<LastBulk batch={list.batch} />
						<ListTable
							label={title}
							{...{ rows: list.rows, columns, boxes, finding: list.finding }}
							rowId={rowPart}
							order={{ sort: state.sort, pathOf: (sort) => listPath(base, { ...state, sort, page: 1 }) }}
						/>
						{tools(false)}
					</RowsForm>
					<div className="list-foot">
						<Pagination
							{...{ page: list.page, pages: list.pages }}
							pathOf={(page) => listPath(base, { ...state, page })}
							numbered
							alone
						/>
						<RemovedLink removed={list.removed} />
						<ViewForms views={list.views} path={path} typed={report?.viewName} />
					</div>
				</>
			)}
		</ReadingScreen>
	);
}

const wholeTitle = (column: Column<WorkRow>): Column<WorkRow> =>
	column.head ? { ...column, whole: (row) => row.title } : column;

/** The title of an entry with what organisers must know of it at once. */
export function MarkedTitle(props: { row: WorkRow; path: string; query: string; call?: string | undefined }) {
	const { row, path, query, call } = props;
	const { t } = useTranslation();
	return (
		<>
			<TitleLink {...{ row, path, query }} /> <Reference of={row.reference} call={call} />{" "}
			<PresenceMark presence={row.presence} /> <EntryMarks entry={row} />{" "}
			<IncompleteMark fields={row.lacking} isShort />
			{row.gone && <span className="hint">{t("admin.rowGone")}</span>}
			<FoundText found={row.found} query={query} />
		</>
	);
}
