import { memo, useEffect, useRef } from "react";
import { useFollowedLinks } from "../../hooks/followed-links.ts";
import type { HeldRow } from "../../hooks/held-rows.ts";
import { readAhead } from "../../hooks/readings.ts";
import type { Ticks } from "../../hooks/ticks.ts";
import { lookOf, type Status } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";
import { withParameters } from "../lists/list-url.ts";
import { titleInRow } from "../lists/row-title.ts";
import { TickPage } from "../lists/tick-boxes.tsx";

export interface ReadableRow {
	id: number;
	title: string;
	status: Status;
}

interface Props<Row> {
	rows: readonly HeldRow<Row>[];
	/** What stands below the title of an entry. */
	about: (row: Row) => string;
	/** The entry being read. */
	id: number;
	/** Address of the list. */
	path: string;
	ticks: Ticks;
}

/** The list beside an entry that is being read: two short lines for each. */
export function ReadingList<Row extends ReadableRow>({ rows, about, id, path, ticks }: Props<Row>) {
	const list = useRef<HTMLOListElement>(null);
	const { ticked, kept, tick } = ticks;
	const follow = useFollowedLinks();
	// biome-ignore lint/correctness/useExhaustiveDependencies: another entry is read
	useEffect(() => {
		list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
	}, [id]);
	return (
		<>
			<TickPage rows={rows} ticks={ticks} />
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: links in it are pressed, which keys do too */}
			<ol className="reading-list" ref={list} onClick={follow}>
				{rows.map((row) => (
					<Row
						key={row.id}
						row={row}
						about={about(row)}
						isCurrent={row.id === id}
						path={path}
						isTicked={ticked ? ticked.has(row.id) : undefined}
						isKept={kept.includes(row.id)}
						tick={tick}
					/>
				))}
			</ol>
		</>
	);
}

interface RowProps {
	row: HeldRow<ReadableRow>;
	about: string;
	isCurrent: boolean;
	path: string;
	/** Undefined without scripts. */
	isTicked: boolean | undefined;
	isKept: boolean;
	tick: Ticks["tick"];
}

/** Memoised: moving to another entry must not render all others again. */
const Row = memo(function Row({ row, about, isCurrent, path, isTicked, isKept, tick }: RowProps) {
	const { t } = useTranslation();
	const { id, title, status, gone } = row;
	const shown = title || t("entry.untitled");
	return (
		<li className={gone ? "row-gone" : undefined}>
			<input
				type="checkbox"
				name="ids"
				value={id}
				aria-label={t("admin.select", { title: titleInRow(row) })}
				checked={isTicked}
				defaultChecked={isTicked === undefined ? isKept : undefined}
				onChange={isTicked === undefined ? undefined : (event) => tick([id], event.currentTarget.checked)}
			/>
			<a
				href={withParameters(path, { modal: "details", id })}
				aria-current={isCurrent ? "true" : undefined}
				onPointerEnter={() => void readAhead(path, id)}
			>
				<b>{shown}</b>
				<span className={`status-dot ${lookOf(status)}`}>{t(`status.${status}`)}</span>{" "}
				<span className="hint">
					{about}
					{gone && ` · ${t("admin.rowGone")}`}
				</span>
			</a>
		</li>
	);
});
