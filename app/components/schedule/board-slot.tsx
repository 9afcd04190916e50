import { Link } from "@remix-run/react";
import { memo } from "react";
import { useCard, useSlot } from "../../hooks/board-drag.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import type { Cell, EntryCell } from "../../pages/board-days.server.ts";
import { marks } from "../../programmes/marks.ts";
import { entryAt, type SlotName, slotKey } from "../../schedule/grid.ts";
import { isOwnTrack } from "../../schedule/own-track.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { Space } from "../layout/space.tsx";
import { refusalOf } from "./board-refusal.ts";
import { BOARD } from "./board-url.ts";
import { SLOT_CLASS } from "./slot-class.ts";

interface Props {
	dayId: string;
	trackId: string;
	time: string;
	cell: Cell;
	/** Where it is, in words. */
	place: string;
	/** Its column, where there are several: narrow screens show no headings. */
	column: string;
	/** Entries can be placed at all. */
	matches: boolean;
	/** It is free for the entry that is chosen. */
	isChosen: boolean;
}

/** A cell of a day. There are hundreds, so each is rendered again only if it has changed. */
export const SlotCell = memo(({ dayId, trackId, time, cell, place, column, matches, isChosen }: Props) => {
	const { t } = useTranslation();
	const slot = { dayId, trackId, time };
	const isWide = cell.kind === "special" && cell.columns > 1;
	const target = {
		slot,
		place,
		isWide,
		isSpecial: cell.kind === "special",
		holder: cell.kind === "entry" ? cell.title : undefined,
	};
	const { ref, isOver, dragged } = useSlot(slotKey(slot), target);
	const isFree = cell.kind === "free" && dragged !== undefined && isOwnTrack(dragged, dragged.from, slot);
	return (
		<td
			ref={ref}
			className={SLOT_CLASS[cell.kind]}
			colSpan={isWide ? cell.columns : undefined}
			rowSpan={cell.rows > 1 ? cell.rows : undefined}
			data-label={isWide ? undefined : column || undefined}
			data-fits={isFree ? "dragged" : isChosen ? "chosen" : undefined}
			data-over={isOver || undefined}
			data-refuses={(isOver && dragged && refusalOf(t, dragged, target) !== undefined) || undefined}
		>
			{cell.kind === "free" && <FreeSlot slot={slotKey(slot)} place={place} matches={matches} />}
			{cell.kind === "special" && (
				<>
					<b>{cell.title}</b> <span>{[t("schedule.reserved"), t("grid.until", { time: cell.end })].join(" · ")}</span>
				</>
			)}
			{cell.kind === "entry" && <PlacedTalk talk={cell} slot={slot} place={place} matches={matches} />}
		</td>
	);
});

const FreeSlot = memo(({ slot, place, matches }: { slot: string; place: string; matches: boolean }) => {
	const { t, locale } = useTranslation();
	if (!matches) return <span>{t("schedule.free")}</span>;
	return (
		<button
			type="submit"
			name={`do.place.${slot}`}
			value={t("schedule.place")}
			aria-label={`${t("schedule.place")}${marks[locale].colon}${place}`}
		>
			{t("schedule.place")}
		</button>
	);
});

function PlacedTalk(props: { talk: EntryCell; slot: SlotName; place: string; matches: boolean }) {
	const { talk, slot, place, matches } = props;
	const { t, locale } = useTranslation();
	const inBrowser = useInBrowser();
	const value = entryAt(talk.id, slot);
	const isMovable = matches && talk.placeable;
	const { title, trackId } = talk;
	const { card, handle } = useCard(value, { title, trackId, from: slot }, !isMovable);
	return (
		<div className="placed-talk" data-pending={talk.isPending} {...card}>
			<b title={title}>{title}</b>{" "}
			<span className="talk-facts">
				{talk.speaker} <Reference of={talk.reference} />
				{talk.rows > 1 && ` · ${t("grid.until", { time: talk.end })}`}
			</span>{" "}
			{!talk.placeable && <em className="mark-fault">{t("schedule.lost")}</em>}
			{talk.placeable && talk.clashes && (
				<Link className="mark-fault" to={`${BOARD}/conflicts`}>
					{t("schedule.clash")}
				</Link>
			)}{" "}
			<span className="placed-tools">
				{isMovable && (
					<label>
						<input
							type="radio"
							name="entry"
							value={value}
							aria-label={`${t("schedule.move")}${marks[locale].colon}${title}`}
						/>{" "}
						{t("schedule.move")}
					</label>
				)}
				<Space />
				<button
					type="submit"
					name={`do.remove.${value}`}
					value={t("schedule.remove")}
					aria-label={`${t("schedule.remove")}${marks[locale].colon}${title}${marks[locale].comma}${place}`}
				>
					{t("schedule.remove")}
				</button>
				{inBrowser && isMovable && (
					<button type="button" className="drag-handle" {...handle} aria-label={t("schedule.pickUp", { title })}>
						⠿
					</button>
				)}
			</span>
		</div>
	);
}
