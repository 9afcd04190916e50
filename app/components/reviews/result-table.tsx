import { useAllTexts } from "../../all-texts.ts";
import { bulkButton, bulkChoice } from "../../bulk-actions.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { resultsPage } from "../../pages/results.server.ts";
import { Reference } from "../entries/entry-reference.tsx";
import { EntryMarks, StatusMark } from "../entries/status-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Pagination } from "../lists/pagination.tsx";
import { SelectedRows } from "../lists/selected-rows.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { TickAll, TickBox } from "../lists/tick-boxes.tsx";

type Page = ReturnType<typeof resultsPage>;
type Row = Page["rows"][number];

/** The results of a page's entries, and deciding on those that are ticked. */
export function ResultTable({ page, report }: { page: Page; report: Report | undefined }) {
	const { t } = useAllTexts();
	const { path, rows, settable } = page;
	const figure = (name: "adjusted" | "mean" | "median" | "spread" | "number" | "yes"): Column<Row> => ({
		sort: name,
		label: t(`results.columns.${name}`),
		className: "amount-cell",
		cell: (row) => row[name],
	});
	const columns: Column<Row>[] = [
		{
			sort: "title",
			label: t("results.columns.title"),
			head: true,
			cell: (row) => (
				<>
					<a href={row.details}>{row.title}</a> <Reference of={row.reference} /> <EntryMarks entry={row} />
				</>
			),
		},
		...(page.tracks.length > 0 ? [{ label: t("admin.track"), cell: ({ track }: Row) => track }] : []),
		{ label: t("admin.status"), cell: ({ status }) => <StatusMark status={status} /> },
		...(["number", "adjusted", "mean", "median", "spread", "yes"] as const).map(figure),
	];
	const kept = report?.kept?.ids ?? [];
	if (rows.length === 0) return <p className="empty">{t("admin.noEntries")}</p>;
	return (
		<form method="post" action={path} noValidate>
			<FormToken />
			<Table
				label={t("results.title")}
				columns={columns}
				rows={rows}
				order={{
					sort: page.sort,
					label: t("admin.sort"),
					pathOf: (sort) => page.ordersPath + encodeURIComponent(sort),
				}}
				boxes={{
					heading: <TickAll />,
					cell: (row) => <TickBox {...{ row, kept }} />,
				}}
			/>
			<SelectedRows>
				<label>
					{t("bulk.status")}{" "}
					<select name={bulkChoice("status")} defaultValue={report?.kept?.bulk.status ?? ""}>
						<option value="">{t("bulk.choose")}</option>
						{settable.map(({ id, label }) => (
							<option key={id} value={id}>
								{label}
							</option>
						))}
					</select>
				</label>{" "}
				<button type="submit" name={bulkButton("status")} value={t("bulk.apply.status")}>
					{t("bulk.apply.status")}
				</button>
			</SelectedRows>
			<Pagination page={page.page} pages={page.pages} pathOf={(number) => page.pagesPath + number} />
		</form>
	);
}
