import { Link } from "@remix-run/react";
import { memo } from "react";
import { useCard, useSlot } from "../../hooks/board-drag.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import type { Cell, EntryCell } from "../../pages/board-days.server.ts";
import { marks } from "../../programmes/marks.ts";
import { type BoardState, filtersFor, takesEntry } from "../../schedule/board-filters.ts";
import { entryAt, type SlotName, slotKey } from "../../schedule/grid.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { Space } from "../layout/space.tsx";
import { refusalOf } from "./board-refusal.ts";
import { BOARD, boardPath } from "./board-url.ts";
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
	state: BoardState;
	/** It is free for the chosen entry, or has that entry. */
	isChosen: boolean;
}

/** A cell of a day. There are hundreds, so each is rendered again only if it has changed. */
export const SlotCell = memo(({ dayId, trackId, time, cell, place, column, state, isChosen }: Props) => {
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
	const isFree = cell.kind === "free" && dragged !== undefined && takesEntry(state, dragged, slot);
	return (
		<td
			ref={ref}
			className={SLOT_CLASS[cell.kind]}
			colSpan={isWide ? cell.columns : undefined}
			rowSpan={cell.rows > 1 ? cell.rows : undefined}
			data-label={isWide ? undefined : column || undefined}
			data-fits={isFree ? "dragged" : isChosen && cell.kind === "free" ? "chosen" : undefined}
			data-over={isOver || undefined}
			data-refuses={(isOver && dragged && refusalOf(t, state, dragged, target) !== undefined) || undefined}
		>
			{cell.kind === "free" && <FreeSlot slot={slotKey(slot)} place={place} />}
			{cell.kind === "special" && (
				<>
					<b>{cell.title}</b> <span>{[t("schedule.reserved"), t("grid.until", { time: cell.end })].join(" · ")}</span>
				</>
			)}
			{cell.kind === "entry" && <PlacedTalk talk={cell} slot={slot} place={place} state={state} isChosen={isChosen} />}
		</td>
	);
});

const FreeSlot = memo(({ slot, place }: { slot: string; place: string }) => {
	const { t, locale } = useTranslation();
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

interface PlacedProps {
	talk: EntryCell;
	slot: SlotName;
	place: string;
	state: BoardState;
	isChosen: boolean;
}

function PlacedTalk({ talk, slot, place, state, isChosen }: PlacedProps) {
	const { t, locale } = useTranslation();
	const inBrowser = useInBrowser();
	const value = entryAt(talk.id, slot);
	const { title, trackId, placeable } = talk;
	const { card, handle } = useCard(value, { title, trackId, from: slot }, !placeable);
	return (
		<div className="placed-talk" data-pending={talk.isPending} {...card}>
			<b title={title}>{title}</b>{" "}
			<span className="talk-facts">
				{talk.speaker} <Reference of={talk.reference} />
				{talk.rows > 1 && ` · ${t("grid.until", { time: talk.end })}`}
			</span>{" "}
			{!placeable && <em className="mark-fault">{t("schedule.lost")}</em>}
			{placeable && talk.clashes && (
				<Link className="mark-fault" to={`${BOARD}/conflicts`}>
					{t("schedule.clash")}
				</Link>
			)}{" "}
			<span className="placed-tools">
				{placeable && (
					<a
						className="choose"
						href={boardPath(filtersFor(state, trackId), value)}
						aria-label={`${t("schedule.move")}${marks[locale].colon}${title}`}
						aria-current={isChosen || undefined}
						draggable={false}
					>
						{t("schedule.move")}
					</a>
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
				{inBrowser && placeable && (
					<button type="button" className="drag-handle" {...handle} aria-label={t("schedule.pickUp", { title })}>
						⠿
					</button>
				)}
			</span>
		</div>
	);
}
