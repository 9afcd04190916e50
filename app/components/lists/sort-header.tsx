import { Link } from "@remix-run/react";

/** A column's heading that sorts by it; pressed again it turns the order round. */
export function SortHeader(props: {
	name: string;
	label: string;
	/** What else there is to know about the column. */
	note?: string;
	sort: string;
	pathOf: (sort: string) => string;
}) {
	const { name, label, note, sort, pathOf } = props;
	const order = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
	return (
		<th scope="col" aria-sort={order}>
			<Link to={pathOf(order === "ascending" ? `-${name}` : name)}>
				{label}
				{order && <span aria-hidden="true"> {order === "ascending" ? "▲" : "▼"}</span>}
			</Link>
			{note && <span className="hint"> {note}</span>}
		</th>
	);
}
