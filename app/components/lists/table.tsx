import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export interface Column<Row> {
	/** Sort key of this column. Without it the list cannot be sorted by this column. */
	sort?: string;
	label: string;
	/** A hint about the column, told where its heading is pointed at and scripts run. */
	note?: string;
	/** Names the row; exactly one column does. */
	head?: true;
	/** Its cells need no label on narrow screens, which show each row as a card. */
	unlabelled?: true;
	className?: string;
	/** Its cell keeps its content when a script replaces the row. */
	stays?: true;
	/** Its text, where its cells may be too narrow for it. */
	whole?(row: Row): string;
	cell(row: Row): ReactNode;
}

/** The current order, and the address of the list in another one. */
export interface Order {
	sort: string;
	/** What stands above the links where rows are cards, and headings stand above nothing. */
	label?: string;
	pathOf: (sort: string) => string;
}

interface Props<Row> {
	rows: readonly Row[];
	columns: readonly Column<Row>[];
	/** Without it no column sorts. */
	order?: Order;
	/** First cell of each row and its heading, as complete elements. */
	boxes?: { heading: ReactNode; cell: (row: Row) => ReactNode } | undefined;
	/** Id of a row that scripts replace. */
	rowId?: ((id: number | string) => string) | undefined;
	/** Accessible name, if nothing around the table names it. */
	label?: string;
	className?: string;
	/** It fits narrow screens as a table. */
	fits?: true;
}

/** The table of every list: a row per entry, which narrow screens show as a card. Needs no scripts. */
export function Table<Row extends { id: number | string; gone?: true }>({
	rows,
	columns,
	order,
	boxes,
	rowId,
	label,
	className = "",
	fits,
}: Props<Row>) {
	return (
		<table className={fits ? className : `card-table ${className}`.trim()} aria-label={label}>
			<thead>
				<tr data-label={order?.label}>
					{boxes?.heading}
					{columns.map((column) => (
						<Heading key={column.label} column={column} order={order} />
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<TableRow key={row.id} {...{ row, columns, boxes, rowId }} />
				))}
			</tbody>
		</table>
	);
}

/** One row of it. */
export function TableRow<Row extends { id: number | string; gone?: true }>(
	props: Pick<Props<Row>, "columns" | "boxes" | "rowId"> & { row: Row },
) {
	const { row, columns, boxes, rowId } = props;
	return (
		<tr id={rowId?.(row.id)} className={row.gone ? "row-gone" : undefined}>
			{boxes?.cell(row)}
			{columns.map((column) => (
				<Cell key={column.label} column={column} row={row} />
			))}
		</tr>
	);
}

/** The heading of a column that can be sorted by is a link; pressed again it turns the order round. */
function Heading<Row>({ column: { sort, label, note }, order }: { column: Column<Row>; order: Order | undefined }) {
	const isAscending = order && order.sort === sort;
	const direction = isAscending ? "ascending" : order && order.sort === `-${sort}` ? "descending" : undefined;
	return (
		<th scope="col" aria-sort={direction} data-note={note}>
			{sort && order ? (
				<Link to={order.pathOf(isAscending ? `-${sort}` : sort)}>
					{label}
					{direction && <span aria-hidden="true"> {isAscending ? "▲" : "▼"}</span>}
				</Link>
			) : (
				label
			)}
		</th>
	);
}

/** Texts of a cell, one after the other. */
export const wholeOf = (...texts: readonly string[]) => texts.filter(Boolean).join(" · ");

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
	const { head, className, label, unlabelled, stays, whole, cell } = column;
	const Tag = head ? "th" : "td";
	const content = cell(row);
	return (
		<Tag
			scope={head && "row"}
			className={className}
			data-stays={stays && ""}
			title={whole?.(row)}
			data-label={head || unlabelled || content === undefined ? undefined : label}
		>
			{content}
		</Tag>
	);
}
