import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { STATUSES } from "../enumerations.ts";
import type { Report } from "../pages/proposal-actions.server.ts";
import type { WorkKind, worksPage } from "../pages/works.server.ts";
import { useTranslation } from "../translation.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FormToken } from "./form-token.tsx";
import { useInBrowser } from "./in-browser.ts";
import { IncompleteMark } from "./incomplete-mark.tsx";
import { listPath, withParameters } from "./list-address.ts";
import { type Column, ListTable } from "./list-table.tsx";
import { Pagination } from "./pagination.tsx";
import { ReportBanner } from "./report.tsx";
import { StatusCell } from "./status-cell.tsx";
import { useTicks } from "./ticks.tsx";

type Page = ReturnType<typeof worksPage>;
export type WorkRow = Page["rows"][number];

interface Props {
	title: string;
	kind: WorkKind;
	/** Address of the list without its filters. */
	base: string;
	page: Page;
	columns: readonly Column<WorkRow>[];
	report: Report | undefined;
	/** Further filters. */
	children?: ReactNode;
}

/** A table of works or nominations for organisers: totals, filters, a status in each row, a file of the ticked ones. */
export function WorksConsole({ title, kind, base, page: list, columns, report, children }: Props) {
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const ticks = useTicks();
	const { state, rows, total, page, pages, lastReceived } = list;
	const path = listPath(base, state);
	const status: Column<WorkRow> = {
		sort: "status",
		label: t("admin.status"),
		note: inBrowser ? t("admin.savesItself") : undefined,
		cell: (row) => <StatusCell row={row} path={path} withButton={!inBrowser} />,
	};
	return (
		<>
			<h1>{title}</h1>
			<p className="lead">
				{t("works.total", { count: total })}
				{lastReceived && <> · {t("works.last", { time: lastReceived })}</>}
			</p>
			<Form method="get" action={base} className="filters" role="search">
				<label>
					{t("admin.search")} <input type="search" name="q" defaultValue={state.q} />
				</label>
				{children}
				<label>
					{t("admin.status")}{" "}
					<select name="status" defaultValue={state.status}>
						<option value="">{t("admin.all")}</option>
						{STATUSES.map((status) => (
							<option key={status} value={status}>
								{t(`status.${status}`)}
							</option>
						))}
					</select>
				</label>
				{state.sort !== "-id" && <input type="hidden" name="sort" value={state.sort} />}
				<button type="submit">{t("admin.filter")}</button>
				<a href={base}>{t("admin.clear")}</a>
			</Form>
			<ReportBanner report={report} />
			<Form method="post" action={path} preventScrollReset>
				<FormToken />
				{!inBrowser && rows.length > 0 && (
					<div className="table-tools">
						<button type="submit">{t("admin.saveChanges")}</button>
						<span className="hint">{t("admin.saveHint")}</span>
					</div>
				)}
				<ListTable
					label={title}
					rows={rows}
					columns={[...columns, status]}
					sort={state.sort}
					pathOf={(sort) => listPath(base, { ...state, sort, page: 1 })}
					open={(id) => withParameters(path, { modal: "details", id })}
					ticks={ticks}
				/>
				<div className="actions">
					<CsvButton kind={kind} path={path} ticked={ticks.ticked} />
					{ticks.ticked && <span role="status">{t("bulk.selected", { count: ticks.ticked.size })}</span>}
				</div>
			</Form>
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(base, { ...state, page })} numbered />
		</>
	);
}

/** The title of an entry with what organisers must know of it at once. */
export function MarkedTitle({ row }: { row: WorkRow }) {
	const { t } = useTranslation();
	return (
		<>
			{row.title || t("entry.untitled")}{" "}
			{row.withdrawn && <span className="status reject">{t("entry.withdrawn")}</span>}{" "}
			<IncompleteMark category={row.category} fields={row.incomplete} />
		</>
	);
}
