import type { ReactNode } from "react";
import type { Ticks } from "../../hooks/ticks.ts";
import { useTranslation } from "../../translation.tsx";
import { SortHeader } from "./sort-header.tsx";
import { TableSection } from "./table-section.tsx";
import { TickAll, TickBox } from "./tick-boxes.tsx";

export interface Column<Row> {
	/** What the list sorts by for this column; without it, it cannot. */
	sort?: string;
	label: string;
	/** What else there is to know about the column. */
	note?: string;
	/** Names the row; exactly one column does. */
	head?: true;
	className?: string;
	cell(row: Row): ReactNode;
}

interface Props<Row> {
	label: string;
	rows: readonly Row[];
	columns: readonly Column<Row>[];
	sort: string;
	/** Address of the list in another order. */
	pathOf: (sort: string) => string;
	/** Address of a row's details, for a column that leads there; without it, cells do. */
	open?: (id: number) => string;
	/** Where rows can be picked. */
	ticks?: Ticks;
}

/** Entries in rows. Needs no scripts, so public pages show it as well. */
export function ListTable<Row extends { id: number; title: string }>(props: Props<Row>) {
	const { label, rows, columns, sort, pathOf, open, ticks } = props;
	const { t } = useTranslation();
	if (rows.length === 0) return <NoEntries path={pathOf("-id")} />;
	return (
		<TableSection label={label}>
			<table className="card-table">
				<thead>
					<tr>
						{ticks && <TickAll rows={rows} ticks={ticks} />}
						{columns.map((column) =>
							column.sort ? (
								<SortHeader
									key={column.label}
									name={column.sort}
									label={column.label}
									note={column.note}
									sort={sort}
									pathOf={pathOf}
								/>
							) : (
								<th key={column.label} scope="col">
									{column.label}
									{column.note && <span className="hint"> {column.note}</span>}
								</th>
							),
						)}
						{open && <th scope="col">{t("works.details")}</th>}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={row.id}>
							{ticks && <TickBox row={row} ticks={ticks} />}
							{columns.map((column) =>
								column.head ? (
									<th key={column.label} scope="row" className={column.className}>
										{column.cell(row)}
									</th>
								) : (
									<td key={column.label} className={column.className} data-label={column.label}>
										{column.cell(row)}
									</td>
								),
							)}
							{open && (
								<td>
									<a
										className="button"
										href={open(row.id)}
										aria-label={t("works.detailsOf", { title: row.title || row.id })}
									>
										{t("works.details")}
									</a>
								</td>
							)}
						</tr>
					))}
				</tbody>
			</table>
		</TableSection>
	);
}

/** Says why a list is empty. @param path address of the list as it is narrowed, on its first page and in no order */
export function NoEntries({ path }: { path: string }) {
	const { t } = useTranslation();
	return <p className="empty">{t(path.includes("?") ? "admin.noEntries" : "overview.nothing")}</p>;
}
