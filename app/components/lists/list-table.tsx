import type { Ticks } from "../../hooks/ticks.ts";
import type { Finding } from "../../pages/finding.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FindingNote, NoEntries } from "./finding-note.tsx";
import { titleInRow } from "./row-title.ts";
import { type Column, type Order, Table } from "./table.tsx";
import { TableSection } from "./table-section.tsx";
import { TickAll, TickBox } from "./tick-boxes.tsx";

interface Props<Row> {
	label: string;
	rows: readonly Row[];
	columns: readonly Column<Row>[];
	order: Order;
	/** Address of a row's details, in a column of its own. */
	open?: (id: number) => string;
	/** Loads an entry in advance, where entries are read beside their list. */
	ahead?: (id: number) => void;
	/** If rows can be selected. */
	ticks?: Ticks;
	finding: Finding;
}

/** A list of entries. Needs no scripts, so public pages show it as well. */
export function ListTable<Row extends { id: number; title: string; gone?: true }>(props: Props<Row>) {
	const { label, rows, columns, order, open, ahead, ticks, finding } = props;
	const { t } = useTranslation();
	const details: Column<Row> | undefined = open && {
		label: t("works.details"),
		unlabelled: true,
		cell: (row) => (
			<a
				className="button"
				href={open(row.id)}
				aria-label={t("works.detailsOf", { title: titleInRow(row) })}
				data-entry={ahead && row.id}
				onPointerEnter={ahead && (() => ahead(row.id))}
			>
				{t("works.details")}
			</a>
		),
	};
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
					boxes={
						ticks && {
							heading: <TickAll rows={rows} ticks={ticks} />,
							cell: (row: Row) => <TickBox row={row} ticks={ticks} />,
						}
					}
				/>
			</TableSection>
		</>
	);
}
