import { Link } from "@remix-run/react";
import { useCard, useSlot } from "../../hooks/board-drag.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import type { BoardDay, Cell } from "../../pages/board.server.ts";
import { marks } from "../../programmes/marks.ts";
import { entryAt, type SlotName, slotKey } from "../../schedule/grid.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { listPath } from "../lists/list-url.ts";
import { BOARD } from "./board-url.ts";
import { SLOT_CLASS } from "./slot-class.ts";

/** One day of the schedule: a row for each time, a column for each track. */
export function ScheduleDay({ day, matches }: { day: BoardDay; matches: boolean }) {
	const { t, locale } = useTranslation();
	return (
		<>
			<h2 id={day.id}>{day.label}</h2>
			<section className="scroll" tabIndex={0} aria-labelledby={day.id}>
				<table className="grid">
					<thead>
						<tr>
							<th scope="col">{t("schedule.time")}</th>
							{day.tracks.map(({ id, label, room }) => (
								<th scope="col" key={id}>
									{matches ? label : <Link to={listPath(BOARD, { entries: id, track: id })}>{label}</Link>}
									{room && <small> {room}</small>}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{day.rows.map(({ time, cells }) => (
							<tr key={time}>
								<th scope="row">{time}</th>
								{cells.map((cell, index) => {
									const track = day.tracks[index]?.label ?? "";
									const slot = { dayId: day.id, trackId: day.tracks[index]?.id ?? "", time };
									const place = [day.label, track, time].join(marks[locale].comma);
									return cell ? (
										<SlotCell
											key={slotKey(slot)}
											slot={slot}
											cell={cell}
											place={place}
											track={day.tracks.length > 1 ? track : ""}
											matches={matches}
										/>
									) : (
										<td key={`none-${track}`} />
									);
								})}
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</>
	);
}

interface SlotProps {
	slot: SlotName;
	cell: Cell;
	/** Where it is, in words. */
	place: string;
	/** Its column, where there are several: narrow screens show no headings. */
	track: string;
	matches: boolean;
}

function SlotCell({ slot, cell, place, track, matches }: SlotProps) {
	const { t } = useTranslation();
	const refusal =
		cell.kind === "special"
			? t("schedule.special")
			: cell.kind === "entry"
				? t("schedule.occupied", { title: cell.title })
				: undefined;
	const target = useSlot(slotKey(slot), { place, refusal });
	return (
		<td
			className={SLOT_CLASS[cell.kind]}
			colSpan={cell.kind === "special" && cell.span > 1 ? cell.span : undefined}
			data-label={track || undefined}
			{...target}
		>
			{cell.kind === "free" && <FreeSlot slot={slot} place={place} matches={matches} />}
			{cell.kind === "special" && (
				<>
					<b>{cell.title}</b> <span>{t("schedule.reserved")}</span>
				</>
			)}
			{cell.kind === "entry" && <PlacedTalk talk={cell} slot={slot} place={place} matches={matches} />}
		</td>
	);
}

function FreeSlot({ slot, place, matches }: { slot: SlotName; place: string; matches: boolean }) {
	const { t } = useTranslation();
	if (!matches) return <span>{t("schedule.free")}</span>;
	return (
		<button
			type="submit"
			name={`do.place.${slotKey(slot)}`}
			value={t("schedule.place")}
			aria-label={`${t("schedule.place")}: ${place}`}
		>
			{t("schedule.place")}
		</button>
	);
}

function PlacedTalk(props: {
	talk: Extract<Cell, { kind: "entry" }>;
	slot: SlotName;
	place: string;
	matches: boolean;
}) {
	const { talk, slot, place, matches } = props;
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const value = entryAt(talk.id, slot);
	const { card, handle } = useCard(value, talk.title, !matches || !talk.placeable);
	return (
		<div className="placed-talk" {...card}>
			<b>{talk.title}</b> <Reference of={talk.reference} /> <span>{talk.speaker}</span>
			{!talk.placeable && <em className="mark-fault">{t("schedule.lost")}</em>}
			{talk.placeable && talk.clashes && (
				<Link className="mark-fault" to={`${BOARD}/conflicts`}>
					{t("schedule.clash")}
				</Link>
			)}
			<span className="placed-tools">
				{matches && talk.placeable && (
					<label>
						<input type="radio" name="entry" value={value} aria-label={`${t("schedule.move")}: ${talk.title}`} />{" "}
						{t("schedule.move")}
					</label>
				)}
				<button
					type="submit"
					name={`do.remove.${value}`}
					value={t("schedule.remove")}
					aria-label={`${t("schedule.remove")}: ${talk.title}, ${place}`}
				>
					{t("schedule.remove")}
				</button>
				{inBrowser && matches && talk.placeable && (
					<button
						type="button"
						className="drag-handle"
						{...handle}
						aria-label={t("schedule.pickUp", { title: talk.title })}
					>
						⠿
					</button>
				)}
			</span>
		</div>
	);
}
