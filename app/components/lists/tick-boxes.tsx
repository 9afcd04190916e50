import type { RowTicks } from "../../hooks/ticks.ts";
import { useTranslation } from "../../translation.tsx";
import { titleInRow } from "./row-title.ts";

interface All {
	rows: readonly { id: number }[];
	ticks: RowTicks;
	/** The page has no React in the browser: its island shows the box and knows the ticked rows. */
	stays?: true;
}

/** Heading of the column of boxes. Its words are shown where rows are cards and the box stands alone. */
export function TickAll(props: All) {
	return (
		<td className="tick-cell">
			<TickPage {...props} words="as-cards" />
		</td>
	);
}

/** Ticks all rows of the page, where scripts run. */
export function TickPage({ rows, ticks: { ticked, tick }, stays, words = "hint" }: All & { words?: string }) {
	const { t } = useTranslation();
	const ids = rows.map(({ id }) => id);
	if (!ticked && !stays) return null;
	const box = (
		<label className="tick-all">
			<input
				type="checkbox"
				aria-label={t("admin.selectAll")}
				checked={ticked && ids.every((id) => ticked.has(id))}
				onChange={ticked && ((event) => tick(ids, event.currentTarget.checked))}
			/>{" "}
			<span className={words}>{t("admin.selectAll")}</span>
		</label>
	);
	return ticked ? box : <span hidden>{box}</span>;
}

export function TickBox({
	row,
	ticks: { ticked, kept, tick },
}: {
	row: { id: number; title: string };
	ticks: RowTicks;
}) {
	const { t } = useTranslation();
	return (
		<td className="tick-cell">
			<input
				type="checkbox"
				name="ids"
				value={row.id}
				aria-label={t("admin.select", { title: titleInRow(row) })}
				checked={ticked?.has(row.id)}
				defaultChecked={ticked ? undefined : kept.includes(row.id)}
				onChange={ticked && ((event) => tick([row.id], event.currentTarget.checked))}
			/>
		</td>
	);
}
