import { useNavigation } from "@remix-run/react";
import { useCard } from "../../hooks/board-drag.ts";
import { useBoard } from "../../hooks/board-state.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { consolePath } from "../../kinds.ts";
import type { BoardEntry, BoardPage } from "../../pages/board.server.ts";
import { marks } from "../../programmes/marks.ts";
import { filtersFor } from "../../schedule/board-filters.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { Space } from "../layout/space.tsx";
import { BOARD, boardPath } from "./board-url.ts";

/** Entries without a place. */
export function Entries({ board }: { board: BoardPage }) {
	const { t, locale } = useTranslation();
	const { state, chosen } = useBoard();
	const { entries, total } = board;
	const [first] = board.days;
	const isNarrowed = board.state.entries !== "";
	const navigation = useNavigation();
	const isLoading =
		navigation.state === "loading" && navigation.location.pathname === BOARD && navigation.formMethod !== "POST";
	return (
		<fieldset className="board-entries">
			<legend>
				{t("schedule.available")}
				{marks[locale].brackets(String(entries.length))}
			</legend>
			{isLoading && <p role="status">{t("schedule.loading")}</p>}
			{entries.length === 0 && (
				<p className="empty">{t(total === 0 || !isNarrowed ? "schedule.noEntries" : "schedule.noEntriesInTrack")}</p>
			)}
			<p className={chosen ? "hint board-chosen" : "hint"} aria-live="polite">
				{chosen ? (
					<>
						<span>
							{t("schedule.chosen")}
							{marks[locale].colon}
							<b title={chosen.title}>{chosen.title}</b>
						</span>{" "}
						<a className="choose" href={boardPath(state)}>
							{t("schedule.chooseNone")}
						</a>
					</>
				) : (
					entries.length > 0 && t("schedule.order")
				)}
				<Space />
				{first && (chosen || entries.length > 0) && (
					<a className="to-slots" href={`#${first.id}`}>
						{t("schedule.toSlots")}
					</a>
				)}
			</p>
			<section className="entry-choices" tabIndex={0} aria-label={t("schedule.available")}>
				<ul>
					{entries.map((entry) => (
						<EntryCard key={entry.id} entry={entry} showsTrack={!isNarrowed} from={boardPath(board.state)} />
					))}
				</ul>
			</section>
		</fieldset>
	);
}

function EntryCard({ entry, showsTrack, from }: { entry: BoardEntry; showsTrack: boolean; from: string }) {
	const { t, locale } = useTranslation();
	const { state, chosen } = useBoard();
	const inBrowser = useInBrowser();
	const { title, trackId } = entry;
	const value = String(entry.id);
	const { card, handle } = useCard(value, { title, trackId, from: undefined }, false);
	return (
		<li className="board-entry" {...card}>
			<a
				className="choose"
				href={boardPath(filtersFor(state, trackId), value)}
				aria-label={`${t("schedule.choose")}${marks[locale].colon}${title}`}
				aria-current={chosen?.value === value || undefined}
				draggable={false}
			>
				<b title={title}>{title}</b>
			</a>{" "}
			<small>
				<Reference of={entry.reference} /> {[entry.name, entry.org].filter(Boolean).join(" · ")}
			</small>{" "}
			<Chances entry={entry} showsTrack={showsTrack} />
			{trackId === null && (
				// To its title, on narrow screens too: the menu of tracks is just below, and the way back below that.
				<a className="mark-fault" href={`${consolePath({ id: entry.id, kind: "talk" }, from)}#reading-title`}>
					{t("schedule.noTrack")}
				</a>
			)}
			{inBrowser && (
				<button type="button" className="drag-handle" {...handle} aria-label={t("schedule.pickUp", { title })}>
					⠿
				</button>
			)}
		</li>
	);
}

/** How many slots there are for an entry, and what stands against more. */
function Chances({ entry, showsTrack }: { entry: BoardEntry; showsTrack: boolean }) {
	const { t } = useTranslation();
	const { track, trackId, possible, clashing = 0 } = entry;
	if (trackId === null || possible === undefined) return null;
	return (
		<small>
			{possible > 0 ? (
				t("schedule.freeHere", { count: possible })
			) : (
				<em className="mark-fault">{t("schedule.noChance")}</em>
			)}
			{clashing > 0 && (
				<>
					{" · "}
					<em className="mark-fault">{t("schedule.clashing", { count: clashing })}</em>
				</>
			)}
			{/* Last, because a long line is cut. */}
			{showsTrack && ` · ${track}`}
		</small>
	);
}
