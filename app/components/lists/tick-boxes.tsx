import { useTranslation } from "../../translation.tsx";
import { titleInRow } from "./row-title.ts";

/** Heading of the column of boxes, where a script ticks all rows of the page (`ticks.ts`). */
export function TickAll() {
	const { t } = useTranslation();
	return <td className="tick-cell" data-tick-all={t("admin.selectAll")} />;
}

/** The same box above a list that is no table. */
export function TickPage() {
	const { t } = useTranslation();
	return <div data-tick-all={t("admin.selectAll")} />;
}

interface Props {
	row: { id: number; title: string };
	/** The ticks of a form that was sent back. */
	kept: readonly number[];
}

export function TickBox(props: Props) {
	return (
		<td className="tick-cell">
			<Tick {...props} />
		</td>
	);
}

export function Tick({ row, kept }: Props) {
	const { t } = useTranslation();
	return (
		<input
			type="checkbox"
			name="ids"
			value={row.id}
			aria-label={t("admin.select", { title: titleInRow(row) })}
			defaultChecked={kept.includes(row.id)}
		/>
	);
}
