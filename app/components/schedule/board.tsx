import { Form, Link, useFetcher, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useCard } from "../../hooks/board-drag.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { useReportToast } from "../../hooks/report-toast.ts";
import { useToast } from "../../hooks/toast.ts";
import type { BoardPage } from "../../pages/board.server.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { FilterSelect, filterKey } from "../lists/list-filters.tsx";
import { listPath } from "../lists/list-url.ts";
import { ScheduleDay } from "./board-day.tsx";
import { DragScope } from "./board-drag.tsx";
import { BOARD } from "./board-url.ts";

/** Entries on one side, slots on the other: one form, which dragging fills in and sends as the buttons do. */
export function ScheduleBoard({ board }: { board: BoardPage }) {
	const { t } = useTranslation();
	const tell = useToast();
	const path = listPath(BOARD, board.state);
	const { send, isSending } = useDrops(path);
	const isBusy = useNavigation().state !== "idle" || isSending;
	const { undo } = board;
	const undoText =
		undo && t(undo.place ? "schedule.undo" : "schedule.undoTo", { title: undo.title, place: undo.place });
	return (
		<>
			<p>{t("schedule.lead")}</p>
			<BoardLinks board={board} />
			<BoardFilters board={board} />
			<DragScope
				onDrop={(entry, to, { refusal }) =>
					refusal ? tell(refusal, { wrong: true }) : send({ entry, [`do.place.${to}`]: "" })
				}
			>
				<Form method="post" action={path} className="board" aria-busy={isBusy} replace preventScrollReset noValidate>
					<FormToken />
					{/* Enter in a list presses the first button of a form; this one moves nothing. */}
					<button
						type="submit"
						className="off-screen"
						tabIndex={-1}
						aria-hidden="true"
						value={t("schedule.chooseSlot")}
					>
						{t("schedule.chooseSlot")}
					</button>
					<Entries board={board} />
					<div>
						{/* There from the beginning: the slots must not move away under what is dragged. */}
						<p className="undo-line">
							{undo && (
								<button type="submit" name={`do.undo.${undo.id}`} value={undoText}>
									{undoText}
								</button>
							)}
						</p>
						{board.days.map((day) => (
							<ScheduleDay key={day.id} day={day} matches={board.matches} />
						))}
						{board.days.length === 0 && (
							<p className="empty">{t(board.hasSlots ? "schedule.noSlotsInTrack" : "schedule.noSlots")}</p>
						)}
					</div>
				</Form>
			</DragScope>
		</>
	);
}

/** Sends drops one after the other: the answer to one says where the next starts from. */
function useDrops(path: string) {
	const fetcher = useFetcher<Report>();
	const waiting = useRef<Record<string, string>[]>([]);
	useReportToast(fetcher.data);
	const { state, submit } = fetcher;
	useEffect(() => {
		const next = state === "idle" ? waiting.current.shift() : undefined;
		if (next) submit(next, { method: "post", action: path });
	}, [state, submit, path]);
	const send = (drop: Record<string, string>) => {
		if (state === "idle") submit(drop, { method: "post", action: path });
		else waiting.current.push(drop);
	};
	return { send, isSending: state !== "idle" };
}

function BoardLinks({ board }: { board: BoardPage }) {
	const { t } = useTranslation();
	const { conflicts, pending, version } = board;
	return (
		<p className="status-counts">
			<Link className="status" to={`${BOARD}/conflicts`}>
				{conflicts > 0 ? t("schedule.conflicts", { count: conflicts }) : t("schedule.noConflicts")}
			</Link>{" "}
			<Link className="status" to={`${BOARD}/release`}>
				{version === 0
					? t("schedule.neverReleased")
					: pending > 0
						? t("schedule.pending", { count: pending })
						: t("schedule.released", { version })}
			</Link>{" "}
			<Link className="button" to={`${BOARD}/grid`}>
				{t("schedule.grid")}
			</Link>
		</p>
	);
}

function BoardFilters({ board: { state, tracks, matches } }: { board: BoardPage }) {
	const { t } = useTranslation();
	const options = tracks.map(({ id, label }) => ({ value: id, label }));
	const one = tracks.find(({ id }) => id === (state.track || state.entries));
	return (
		<>
			<Form key={filterKey(state)} method="get" action={BOARD} className="filters" role="search" noValidate>
				<FilterSelect name="entries" label={t("schedule.available")} value={state.entries} options={options} />
				<FilterSelect name="track" label={t("schedule.byTrack")} value={state.track} options={options} />
				<button type="submit">{t("schedule.show")}</button>
				{one && !matches && (
					<Link to={listPath(BOARD, { entries: one.id, track: one.id })} preventScrollReset>
						{t("schedule.sameTrackLink", { track: one.label })}
					</Link>
				)}
			</Form>
			{!matches && <p className="banner">{t("schedule.sameTrack")}</p>}
		</>
	);
}

function Entries({ board }: { board: BoardPage }) {
	const { t } = useTranslation();
	const { entries, state, matches, total } = board;
	const navigation = useNavigation();
	const isLoading =
		navigation.state === "loading" && navigation.location.pathname === BOARD && navigation.formMethod !== "POST";
	return (
		<fieldset className="board-entries">
			<legend>
				{t("schedule.available")} ({entries.length})
			</legend>
			{isLoading && <p role="status">{t("schedule.loading")}</p>}
			{entries.length === 0 && (
				<p className="empty">
					{t(total === 0 || state.entries === "" ? "schedule.noEntries" : "schedule.noEntriesInTrack")}
				</p>
			)}
			<section className="entry-choices" tabIndex={0} aria-label={t("schedule.available")}>
				<ul>
					{entries.map((entry) => (
						<EntryCard key={entry.id} entry={entry} matches={matches} showsTrack={state.entries === ""} />
					))}
				</ul>
			</section>
		</fieldset>
	);
}

function EntryCard(props: { entry: BoardPage["entries"][number]; matches: boolean; showsTrack: boolean }) {
	const { entry, matches, showsTrack } = props;
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const { card, handle } = useCard(String(entry.id), entry.title, !matches);
	const text = (
		<span>
			<b>{entry.title}</b> <Reference of={entry.reference} />{" "}
			<small>{[entry.name, entry.org, showsTrack && entry.track].filter(Boolean).join(" · ")}</small>
		</span>
	);
	return (
		<li className="board-entry" {...card}>
			{matches ? (
				<label>
					<input type="radio" name="entry" value={entry.id} /> {text}
				</label>
			) : (
				text
			)}
			{inBrowser && matches && (
				<button
					type="button"
					className="drag-handle"
					{...handle}
					aria-label={t("schedule.pickUp", { title: entry.title })}
				>
					⠿
				</button>
			)}
		</li>
	);
}
