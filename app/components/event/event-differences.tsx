import { useAllTexts } from "../../all-texts.ts";
import type { Difference } from "../../pages/event.server.ts";
import { type Column, Table } from "../lists/table.tsx";

/** What someone else has changed while a form was being filled in. */
export function EventDifferences({ differences }: { differences: readonly Difference[] }) {
	const { t } = useAllTexts();
	const shown = (text: string) => text || t("eventPage.empty");
	const columns: Column<Difference>[] = [
		{ label: t("eventPage.differences.field"), head: true, cell: ({ id }) => t(`eventPage.fields.${id}`) },
		{ label: t("eventPage.differences.before"), cell: ({ before }) => shown(before) },
		{ label: t("eventPage.differences.now"), cell: ({ now }) => shown(now) },
		{
			label: t("eventPage.differences.typed"),
			cell: ({ typed }) => (typed === undefined ? t("eventPage.differences.taken") : shown(typed)),
		},
	];
	return (
		<section aria-labelledby="h-differences">
			<h2 id="h-differences">{t("eventPage.differences.title")}</h2>
			<Table columns={columns} rows={differences} />
		</section>
	);
}
