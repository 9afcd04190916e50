import { useState } from "react";
import { useTranslation } from "../translation.tsx";
import { useInBrowser } from "./in-browser.ts";

/** The rows ticked in a table: those that are shown, since only they are sent. */
export interface Ticks {
	/** Undefined where scripts do not run: the page then does not know what is ticked. */
	ticked: ReadonlySet<number> | undefined;
	/** Those the page came back with. */
	kept: readonly number[];
	tick(ids: readonly number[], on: boolean): void;
}

/** @param kept ticks of a form that came back */
export function useTicks(rows: readonly { id: number }[], kept: readonly number[] = []): Ticks {
	const inBrowser = useInBrowser();
	const [all, setTicked] = useState<ReadonlySet<number>>(() => new Set(kept));
	const ticked = new Set(rows.flatMap(({ id }) => (all.has(id) ? [id] : [])));
	const tick = (ids: readonly number[], on: boolean) =>
		setTicked((present) => new Set(on ? [...present, ...ids] : [...present].filter((id) => !ids.includes(id))));
	return { ticked: inBrowser ? ticked : undefined, kept, tick };
}

/** Heading of the column of boxes; ticks all rows of the page where scripts run. */
export function TickAll({ rows, ticks: { ticked, tick } }: { rows: readonly { id: number }[]; ticks: Ticks }) {
	const { t } = useTranslation();
	const ids = rows.map(({ id }) => id);
	return (
		<td className="pick">
			{ticked && (
				<input
					type="checkbox"
					aria-label={t("admin.selectAll")}
					checked={ids.every((id) => ticked.has(id))}
					onChange={(event) => tick(ids, event.currentTarget.checked)}
				/>
			)}
		</td>
	);
}

export function TickBox({ row, ticks: { ticked, kept, tick } }: { row: { id: number; title: string }; ticks: Ticks }) {
	const { t } = useTranslation();
	return (
		<td className="pick">
			<input
				type="checkbox"
				name="ids"
				value={row.id}
				aria-label={t("admin.select", { title: row.title || row.id })}
				checked={ticked?.has(row.id)}
				defaultChecked={ticked ? undefined : kept.includes(row.id)}
				onChange={ticked && ((event) => tick([row.id], event.currentTarget.checked))}
			/>
		</td>
	);
}
