import { useAllTexts } from "../../all-texts.ts";
import type { Difference } from "../../pages/event.server.ts";
import { type Column, Table } from "../lists/table.tsx";

/** What someone else has changed while a form was being filled in. */
export function EventDifferences({ differences }: { differences: readonly Difference[] }) {
	const { t } = useAllTexts();
	const shown = (text: string) => text || t("eventSaid.empty");
	const columns: Column<Difference>[] = [
		{ label: t("eventSaid.differences.field"), head: true, cell: ({ id }) => t(`eventSaid.fields.${id}`) },
		{ label: t("eventSaid.differences.before"), cell: ({ before }) => shown(before) },
		{ label: t("eventSaid.differences.now"), cell: ({ now }) => shown(now) },
		{
			label: t("eventSaid.differences.typed"),
			cell: ({ typed }) => (typed === undefined ? t("eventSaid.differences.taken") : shown(typed)),
		},
	];
	return (
		<section aria-labelledby="h-differences">
			<h2 id="h-differences">{t("eventSaid.differences.title")}</h2>
			<Table columns={columns} rows={differences} />
		</section>
	);
}
