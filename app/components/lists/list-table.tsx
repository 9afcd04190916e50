import type { ReactNode } from "react";
import type { ConsoleTranslate } from "../../i18n.ts";
import type { Finding } from "../../pages/finding.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FindingNote, NoEntries } from "./finding-note.tsx";
import { titleInRow } from "./row-title.ts";
import { type Column, type Order, Table } from "./table.tsx";
import { TableSection } from "./table-section.tsx";

interface Props<Row> {
	label: string;
	rows: readonly Row[];
	columns: readonly Column<Row>[];
	order: Order;
	/** Address of a row's details, in a column of its own. */
	open?: (id: number) => string;
	/** First cell of each row and its heading, where rows can be selected. */
	boxes?: { heading: ReactNode; cell: (row: Row) => ReactNode };
	/** Id of a row that scripts replace. */
	rowId?: (id: number | string) => string;
	finding: Finding;
}

/** A list of entries. Needs no scripts, so public pages show it as well. */
export function ListTable<Row extends { id: number; title: string; gone?: true }>(props: Props<Row>) {
	const { label, rows, columns, order, open, boxes, rowId, finding } = props;
	const { t } = useTranslation();
	const details = open && detailsColumn<Row>(t, open);
	if (rows.length === 0) {
		return (
			<>
				<FindingNote finding={finding} />
				<NoEntries
					text={t(order.pathOf("-id").includes("?") ? "admin.noEntries" : "overview.nothing")}
					links={finding.wider}
				/>
			</>
		);
	}
	return (
		<>
			<FindingNote finding={finding} />
			<TableSection label={label}>
				<Table
					rows={rows}
					columns={details ? [...columns, details] : columns}
					order={{ ...order, label: t("admin.sort") }}
					boxes={boxes}
					rowId={rowId}
				/>
			</TableSection>
		</>
	);
}

/** The column that leads to the entry of a row. @param open its address */
export function detailsColumn<Row extends { id: number; title: string }>(
	t: ConsoleTranslate,
	open: (id: number) => string,
): Column<Row> {
	return {
		label: t("works.details"),
		unlabelled: true,
		cell: (row) => (
			<a
				className="button"
				href={open(row.id)}
				aria-label={t("works.detailsOf", { title: titleInRow(row) })}
				data-entry={row.id}
			>
				{t("works.details")}
			</a>
		),
	};
}
