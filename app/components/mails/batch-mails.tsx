import { useAllTexts } from "../../all-texts.ts";
import type { shownBatch } from "../../pages/mail-batch.server.ts";
import { StatusMark } from "../entries/status-mark.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { langOf } from "../layout/text-language.ts";
import { withParameters } from "../lists/list-url.ts";
import { Pagination } from "../lists/pagination.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { TableSection } from "../lists/table-section.tsx";

type Page = ReturnType<typeof shownBatch> & { path: string };

/** Every mail of a batch: what it tells, to whom it goes and whether it has arrived, those that failed first. */
export function BatchMails({ page, counted }: { page: Page; counted: string | undefined }) {
	const { t, locale } = useAllTexts();
	const columns: Column<Page["rows"][number]>[] = [
		{
			label: t("decisions.submission"),
			head: true,
			cell: ({ title, details }) => {
				const lang = langOf(title, locale);
				return details ? (
					<a href={details} lang={lang}>
						{title}
					</a>
				) : (
					<span lang={lang}>{title}</span>
				);
			},
		},
		...(counted
			? [
					{
						label: t("admin.status"),
						className: "text-cell",
						cell: ({ decided }: Page["rows"][number]) => decided && <StatusMark status={decided} />,
					},
				]
			: []),
		{ label: t("decisions.recipient"), className: "text-cell", cell: ({ to }) => <Addresses text={to} /> },
		{
			label: t("decisions.state"),
			className: "text-cell",
			cell: ({ state, failed, reason }) => (
				<>
					{failed ? <b className="error">{state}</b> : state} {reason && <span className="hint">{reason}</span>}
				</>
			),
		},
	];
	return (
		<>
			<h2 id="h-mails">{t("outbox.which")}</h2>
			{counted && <p>{counted}</p>}
			<div data-part="mails">
				<TableSection label={t("outbox.which")}>
					<Table columns={columns} rows={page.rows} />
				</TableSection>
			</div>
			<Pagination page={page.page} pages={page.pages} pathOf={(at) => withParameters(page.path, { page: at })} />
		</>
	);
}
