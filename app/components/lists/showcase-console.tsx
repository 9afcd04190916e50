import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { WORK_NEEDS } from "../../enumerations.ts";
import { useHeldRows } from "../../hooks/held-rows.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { useReportToast } from "../../hooks/report-toast.ts";
import { useRowSaves } from "../../hooks/row-saves.ts";
import { useTicks } from "../../hooks/ticks.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { entryDetails, WorkKind, worksPage } from "../../pages/works.server.ts";
import { useTranslation } from "../../translation.tsx";
import { ConsoleDetails } from "../entries/console-details.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { PresenceMark } from "../entries/status-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { Modal } from "../layout/modal.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FoundText } from "./found-text.tsx";
import { ListFilters, NeedFilter, StatusFilter } from "./list-filters.tsx";
import { ListTable } from "./list-table.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { Marked } from "./marked.tsx";
import { Pagination } from "./pagination.tsx";
import { SaveChanges } from "./save-changes.tsx";
import { SavedViews, ViewForms } from "./saved-views.tsx";
import { StatusCell } from "./status-cell.tsx";
import type { Column } from "./table.tsx";

type Page = ReturnType<typeof worksPage>;
type Details = ReturnType<typeof entryDetails>;
export type WorkRow = Page["rows"][number];

interface Props {
	title: string;
	kind: WorkKind;
	/** Address of the list without its filters. */
	base: string;
	page: Page;
	columns: readonly Column<WorkRow>[];
	details: Details | undefined;
	detailsTitle: string;
	report: Report | undefined;
	/** Further filters. */
	children?: ReactNode;
}

/** A table of works or nominations for organisers, and the details of one. */
export function WorksConsole(props: Props) {
	const { details, detailsTitle, base, page, report } = props;
	useReportToast(report);
	const back = listPath(base, page.state);
	return (
		<Modal title={detailsTitle} back={back} open={details !== undefined} list={<WorksList {...props} />}>
			{details && <ConsoleDetails details={details} />}
		</Modal>
	);
}

/** Totals, filters, a status in each row, a file of the ticked ones. */
function WorksList({ title, kind, base, page: list, columns, report, children }: Props) {
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const { state, total, page, pages, lastReceived } = list;
	const path = listPath(base, state);
	const saves = useRowSaves(path);
	const rows = useHeldRows(list.rows, path, saves.made as ReadonlyMap<number, object>);
	const ticks = useTicks(rows);
	const status: Column<WorkRow> = {
		sort: "status",
		label: t("admin.status"),
		note: inBrowser ? t("admin.savesItself") : undefined,
		cell: (row) => <StatusCell row={row} saves={saves} withButton={!inBrowser} />,
	};
	return (
		<>
			<h1>{title}</h1>
			<p className="lead">
				{t("works.total", { count: total })}
				{lastReceived && <> · {t("works.last", { time: lastReceived })}</>}
			</p>
			<SavedViews views={list.views} />
			<ListFilters base={base} state={state}>
				<NeedFilter value={state.need} needs={WORK_NEEDS} />
				{children}
				<StatusFilter value={state.status} />
			</ListFilters>
			<ReportBanner report={report} />
			<Form method="post" action={path} preventScrollReset noValidate>
				<FormToken />
				<SaveChanges rows={rows} />
				<ListTable
					label={title}
					rows={rows}
					columns={[...columns, status]}
					order={{ sort: state.sort, pathOf: (sort) => listPath(base, { ...state, sort, page: 1 }) }}
					open={(id) => withParameters(path, { modal: "details", id })}
					ticks={ticks}
					finding={list.finding}
				/>
				<div className="actions">
					<CsvButton kind={kind} path={path} ticked={ticks.ticked} />
					{ticks.ticked && <span role="status">{t("bulk.selected", { count: ticks.ticked.size })}</span>}
				</div>
			</Form>
			<div className="list-foot">
				<Pagination page={page} pages={pages} pathOf={(page) => listPath(base, { ...state, page })} numbered />
				<ViewForms views={list.views} path={path} typed={report?.viewName} />
			</div>
		</>
	);
}

/** The title of an entry with what organisers must know of it at once. */
export function MarkedTitle({ row, query, call }: { row: WorkRow; query: string; call?: string | undefined }) {
	const { t } = useTranslation();
	return (
		<>
			<Marked text={row.title || t("entry.untitled")} query={query} /> <Reference of={row.reference} call={call} />{" "}
			<PresenceMark presence={row.presence} /> <IncompleteMark category={row.category} fields={row.incomplete} />
			<FoundText found={row.found} query={query} />
		</>
	);
}
