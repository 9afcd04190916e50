import { Link } from "@remix-run/react";
import { memo } from "react";
import { useBoard } from "../../hooks/board-state.ts";
import type { BoardPage } from "../../pages/board.server.ts";
import type { BoardDay, Cell } from "../../pages/board-days.server.ts";
import { marks } from "../../programmes/marks.ts";
import { scheduleTrack, takesEntry } from "../../schedule/board-filters.ts";
import { entryAt, type SlotName } from "../../schedule/grid.ts";
import { useTranslation } from "../../translation.tsx";
import { SlotCell } from "./board-slot.tsx";
import { boardPath } from "./board-url.ts";

/** More free slots at one time than these are folded on narrow screens. */
const FOLDED = 2;

/** One day of the schedule: a row for each time, a column for each track; on narrow screens a list by time. */
export function ScheduleDay({ day, state }: { day: BoardDay; state: BoardPage["state"] }) {
	const { t } = useTranslation();
	const track = scheduleTrack(state);
	return (
		<div className="board-day">
			<h2 id={day.id}>{day.label}</h2>
			<section className="scroll slot-scroll" tabIndex={0} aria-labelledby={day.id}>
				<table className="grid">
					<thead>
						<tr>
							<th scope="col">{t("schedule.time")}</th>
							{day.tracks.map(({ id, label, room }) => (
								<th scope="col" key={id} data-track={id}>
									{id === track ? label : <Link to={boardPath({ entries: id, day: state.day })}>{label}</Link>}
									{room && <small> {room}</small>}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{day.rows.map((row) => (
							<DayRow key={row.time} dayId={day.id} label={day.label} tracks={day.tracks} row={row} />
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}

interface RowProps {
	dayId: string;
	/** The day in words. */
	label: string;
	tracks: BoardDay["tracks"];
	row: BoardDay["rows"][number];
}

const DayRow = memo(({ dayId, label: day, tracks, row: { time, cells } }: RowProps) => {
	const { t, locale } = useTranslation();
	const { state, chosen } = useBoard();
	const free = cells.filter((cell) => cell !== null && cell !== "covered" && cell.kind === "free").length;
	return (
		<tr>
			<th scope="row">
				{time}
				{free > FOLDED && (
					<>
						{" "}
						<details className="free-fold">
							<summary>{t("schedule.freeHere", { count: free })}</summary>
						</details>
					</>
				)}
			</th>
			{cells.map((cell, index) => {
				if (cell === "covered") return null;
				const { id: trackId = "", label = "", room = "" } = tracks[index] ?? {};
				if (!cell) return <td key={`none-${trackId}`} />;
				const column = tracks.length > 1 ? [label, room].filter(Boolean).join(" · ") : "";
				const place = [day, label, time].join(marks[locale].comma);
				const slot = { dayId, trackId, time };
				const isChosen =
					chosen !== undefined &&
					(cell.kind === "free" ? takesEntry(state, chosen, slot) : isAt(cell, slot, chosen.value));
				return <SlotCell key={`slot-${trackId}`} {...{ ...slot, cell, place, column, state, isChosen }} />;
			})}
		</tr>
	);
});

const isAt = (cell: Cell, slot: SlotName, value: string) => cell.kind === "entry" && entryAt(cell.id, slot) === value;
