import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { type Readable, readAhead } from "../../hooks/readings.ts";
import type { Ticks } from "../../hooks/ticks.ts";
import { CONSOLE_LISTS } from "../../kinds.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { WorkKind, WorksList } from "../../pages/works.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { EntryMarks, PresenceMark } from "../entries/status-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { Dated } from "../layout/dated.tsx";
import { type ListParts, ReadingScreen } from "../reading/reading-screen.tsx";
import { BulkTools, LastBulk, RemovedLink } from "./bulk-tools.tsx";
import { FoundText } from "./found-text.tsx";
import { ListFilters, NeedFilter, StatusFilter } from "./list-filters.tsx";
import { ListTable } from "./list-table.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { Pagination } from "./pagination.tsx";
import { SaveChanges } from "./save-changes.tsx";
import { SavedViews, ViewForms } from "./saved-views.tsx";
import { StatusCell } from "./status-cell.tsx";
import type { Column } from "./table.tsx";
import { TitleLink } from "./title-link.tsx";

export type WorkRow = WorksList["rows"][number] & { gone?: true };

/** What the page of a list of works or nominations shows now. */
export interface WorksShown {
	list: WorksList;
	/** The entry that is being read beside the list. */
	reading: Readable | undefined;
	/** Address of the list. */
	path: string;
	report: Report | undefined;
}

interface Props extends WorksShown {
	title: string;
	kind: WorkKind;
	columns: readonly Column<WorkRow>[];
	/** Second line of an entry in the short list, besides its author. */
	about: (row: WorkRow) => string;
	/** Title of an entry when it is read. */
	caption: string;
	/** Further filters. */
	children?: ReactNode;
}

/** Works or nominations for organisers: a table, or a short list beside the one that is being read. */
export function WorksConsole(props: Props) {
	const { title, kind, list, reading, caption, path, report, about } = props;
	const { locale } = useTranslation();
	const tools = (ticks: Ticks, beside: boolean) => <BulkTools {...{ kind, list, ticks, report, path, beside }} />;
	return (
		<ReadingScreen
			{...{ kind, title, list, reading, caption, path, report }}
			tools={(ticks) => (
				<>
					{tools(ticks, true)}
					<LastBulk batch={list.batch} />
				</>
			)}
			about={(row) => [row.name, about(row)].filter(Boolean).join(marks[locale].comma)}
		>
			{(parts) => <WorksTable {...props} {...parts} tools={tools(parts.ticks, false)} />}
		</ReadingScreen>
	);
}

/** Totals, filters, a status in each row, a file of the ticked ones. */
function WorksTable(props: Props & ListParts<WorkRow> & { tools: ReactNode }) {
	const { title, kind, list, columns, path, report, children, rows, saves, ticks, total, pages, tools } = props;
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const { state, page, lastReceived } = list;
	const base = CONSOLE_LISTS[kind];
	const status: Column<WorkRow> = {
		sort: "status",
		label: t("admin.status"),
		note: inBrowser ? t("admin.savesItself") : undefined,
		cell: (row) => <StatusCell row={row} saves={saves} withButton={!inBrowser} />,
	};
	return (
		<>
			<h1>
				{title} <span className="total-count">{total}</span>
			</h1>
			{lastReceived && (
				<p className="lead">
					<Dated date={lastReceived} text={t("works.last", { time: lastReceived })} />
				</p>
			)}
			<SavedViews views={list.views} />
			<ListFilters base={base} state={state} write={total > 0 ? list.write : undefined}>
				{children}
				<StatusFilter value={state.status} />
				<NeedFilter value={state.need} needs={list.needs} />
			</ListFilters>
			<ReportBanner report={report} />
			<Form method="post" action={path} preventScrollReset noValidate>
				<FormToken />
				<SaveChanges rows={rows} />
				<LastBulk batch={list.batch} />
				<ListTable
					label={title}
					rows={rows}
					columns={[...columns.map(wholeTitle), status]}
					order={{ sort: state.sort, pathOf: (sort) => listPath(base, { ...state, sort, page: 1 }) }}
					open={(id) => withParameters(path, { modal: "details", id })}
					ahead={(id) => void readAhead(path, id)}
					ticks={ticks}
					finding={list.finding}
				/>
				{tools}
			</Form>
			<div className="list-foot">
				<Pagination page={page} pages={pages} pathOf={(page) => listPath(base, { ...state, page })} numbered alone />
				<RemovedLink removed={list.removed} />
				<ViewForms views={list.views} path={path} typed={report?.viewName} />
			</div>
		</>
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
