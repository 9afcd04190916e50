import { useAllTexts } from "../../all-texts.ts";
import type { placeholderRows } from "../../pages/mail-texts.server.ts";
import { SentenceSpace } from "../layout/space.tsx";
import { type Column, Table } from "../lists/table.tsx";

type Row = ReturnType<typeof placeholderRows>[number];

/** What may stand in a text, and what it stands for. */
export function PlaceholderTable({ rows }: { rows: readonly Row[] }) {
	const { t } = useAllTexts();
	const columns: Column<Row>[] = [
		{ label: t("mailTexts.placeholder"), head: true, cell: ({ written }) => <code>{written}</code> },
		{
			label: t("mailTexts.meaning"),
			cell: ({ meaning, note }) => (
				<>
					{meaning}
					<SentenceSpace />
					{note && <span className="hint">{note}</span>}
				</>
			),
		},
	];
	return (
		<>
			<h2 id="placeholders">{t("mailTexts.placeholderTitle")}</h2>
			<p className="hint">{t("mailTexts.placeholderLead")}</p>
			<Table columns={columns} rows={rows} />
		</>
	);
}
