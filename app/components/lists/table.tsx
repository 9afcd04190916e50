import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export interface Column<Row> {
	/** What the list sorts by for this column; without it, it cannot. */
	sort?: string;
	label: string;
	/** What else there is to know about the column. */
	note?: string;
	/** Names the row; exactly one column does. */
	head?: true;
	/** Its cells speak for themselves: narrow screens, which show a row as a card, repeat no label beside them. */
	unlabelled?: true;
	className?: string;
	cell(row: Row): ReactNode;
}

/** The order a list is in, and its address in another one. */
export interface Order {
	sort: string;
	pathOf: (sort: string) => string;
}

interface Props<Row> {
	rows: readonly Row[];
	columns: readonly Column<Row>[];
	/** Without it no column sorts. */
	order?: Order;
	/** A first cell of each row and its heading, both whole. */
	boxes?: { heading: ReactNode; cell: (row: Row) => ReactNode } | undefined;
	/** Its name, where nothing around it has one. */
	label?: string;
	className?: string;
}

/** The table of every list: a line per row, which narrow screens show as a card. Needs no scripts. */
export function Table<Row extends { id: number | string; gone?: true }>({
	rows,
	columns,
	order,
	boxes,
	label,
	className = "",
}: Props<Row>) {
	return (
		<table className={`card-table ${className}`.trim()} aria-label={label}>
			<thead>
				<tr>
					{boxes?.heading}
					{columns.map((column) => (
						<Heading key={column.label} column={column} order={order} />
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.id} className={row.gone ? "row-gone" : undefined}>
						{boxes?.cell(row)}
						{columns.map((column) => (
							<Cell key={column.label} column={column} row={row} />
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** The heading of a column that can be sorted by is a link; pressed again it turns the order round. */
function Heading<Row>({ column: { sort, label, note }, order }: { column: Column<Row>; order: Order | undefined }) {
	const isAscending = order && order.sort === sort;
	const direction = isAscending ? "ascending" : order && order.sort === `-${sort}` ? "descending" : undefined;
	return (
		<th scope="col" aria-sort={direction}>
			{sort && order ? (
				<Link to={order.pathOf(isAscending ? `-${sort}` : sort)}>
					{label}
					{direction && <span aria-hidden="true"> {isAscending ? "▲" : "▼"}</span>}
				</Link>
			) : (
				label
			)}
			{note && <span className="hint"> {note}</span>}
		</th>
	);
}

function Cell<Row>({ column: { head, className, label, unlabelled, cell }, row }: { column: Column<Row>; row: Row }) {
	const Tag = head ? "th" : "td";
	return (
		<Tag scope={head && "row"} className={className} data-label={head || unlabelled ? undefined : label}>
			{cell(row)}
		</Tag>
	);
}
