import { Link } from "@remix-run/react";
import type { BoardPage } from "../../pages/board.server.ts";
import type { BoardDay } from "../../pages/board-days.server.ts";
import { marks } from "../../programmes/marks.ts";
import { slotKey } from "../../schedule/grid.ts";
import { useTranslation } from "../../translation.tsx";
import { listPath } from "../lists/list-url.ts";
import { SlotCell } from "./board-slot.tsx";
import { BOARD } from "./board-url.ts";

/** More free slots at one time than these are folded on narrow screens. */
const FOLDED = 2;

/** One day of the schedule: a row for each time, a column for each track; on narrow screens a list by time. */
export function ScheduleDay({ day, state }: { day: BoardDay; state: BoardPage["state"] }) {
	const { t } = useTranslation();
	return (
		<div className="board-day">
			<h2 id={day.id}>{day.label}</h2>
			<section className="scroll" tabIndex={0} aria-labelledby={day.id}>
				<table className="grid">
					<thead>
						<tr>
							<th scope="col">{t("schedule.time")}</th>
							{day.tracks.map(({ id, label, room }) => (
								<th scope="col" key={id} data-track={id}>
									{id === state.track ? (
										label
									) : (
										<Link to={listPath(BOARD, { track: id, day: state.day })}>{label}</Link>
									)}
									{room && <small> {room}</small>}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{day.rows.map((row) => (
							<DayRow key={row.time} day={day} row={row} />
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}

function DayRow({ day, row: { time, cells } }: { day: BoardDay; row: BoardDay["rows"][number] }) {
	const { t, locale } = useTranslation();
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
				const { id: trackId = "", label = "", room = "" } = day.tracks[index] ?? {};
				const slot = { dayId: day.id, trackId, time };
				if (!cell) return <td key={`none-${trackId}`} />;
				const column = day.tracks.length > 1 ? [label, room].filter(Boolean).join(" · ") : "";
				const place = [day.label, label, time].join(marks[locale].comma);
				return <SlotCell key={slotKey(slot)} slot={slot} cell={cell} place={place} column={column} />;
			})}
		</tr>
	);
}
