import { useAllTexts } from "../../all-texts.ts";
import { type Column, Table } from "../lists/table.tsx";

export interface Difference {
	id: string;
	/** What the control is called. */
	label: string;
	before: string;
	now: string;
	typed: string;
}

/** What somebody else has changed while a form was filled in. */
export function CallDifferences({ differences }: { differences: readonly Difference[] }) {
	const { t } = useAllTexts();
	if (differences.length === 0) return null;
	const shown = (text: string) => (text.includes("\n") ? <pre>{text}</pre> : text || t("callPage.empty"));
	const columns: Column<Difference>[] = [
		{ label: t("callPage.differences.part"), head: true, cell: ({ label }) => label },
		{ label: t("callPage.differences.before"), cell: ({ before }) => shown(before) },
		{ label: t("callPage.differences.now"), cell: ({ now }) => shown(now) },
		{ label: t("callPage.differences.typed"), cell: ({ typed }) => shown(typed) },
	];
	return (
		<section aria-labelledby="h-differences">
			<h2 id="h-differences">{t("callPage.differences.title")}</h2>
			<Table columns={columns} rows={differences} />
		</section>
	);
}
