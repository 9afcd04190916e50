import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useMemo, useRef } from "react";
import { type Move, useOrders } from "../../hooks/board-orders.ts";
import { BoardContext, useBoardAddress } from "../../hooks/board-state.ts";
import { useFollowedLinks } from "../../hooks/followed-links.ts";
import { useToast } from "../../hooks/toast.ts";
import type { BoardPage } from "../../pages/board.server.ts";
import { boardButton, entryNamed } from "../../schedule/board-buttons.ts";
import { type BoardState, listsTrack } from "../../schedule/board-filters.ts";
import { entryAt, type SlotName, slotKey, slotOf } from "../../schedule/grid.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ScheduleDay } from "./board-day.tsx";
import { DragScope } from "./board-drag.tsx";
import { Entries } from "./board-entries.tsx";
import { BoardFilters, BoardLinks, DayLinks, LeftSlots } from "./board-filters.tsx";
import { withMoves } from "./board-moves.ts";
import { refusalOf } from "./board-refusal.ts";
import { showColumn } from "./board-scroll.ts";
import { BOARD, boardPath } from "./board-url.ts";

/** Entries are above the days, and fingers move the page: keys would lose the list they choose in. */
const STACKED = "(max-width: 50em) and (pointer: coarse)";

const FITTING = "[data-fits=chosen]";

/** Entries on one side, slots on the other, in one form. Dragging fills it in and sends it as the buttons do. */
export function ScheduleBoard({ board: known }: { board: BoardPage }) {
	const { t } = useTranslation();
	const tell = useToast();
	const form = useRef<HTMLFormElement>(null);
	const { state, choice } = useBoardAddress(BOARD, known);
	const path = boardPath(state, choice);
	const { send, moves, before, isSending } = useOrders(path);
	const board = useMemo(() => withMoves(known, moves), [known, moves]);
	const chosen = useMemo(() => chosenIn(board, { state, choice, moves }), [board, state, choice, moves]);
	const shared = useMemo(() => ({ state, chosen }), [state, chosen]);
	const isBusy = useNavigation().state !== "idle" || isSending;
	const follow = useFollowedLinks(isChoice);
	const undo = board.undo ?? before;

	const labelOf = (trackId: string | null) => board.tracks.find(({ id }) => id === trackId)?.label;
	const bringIntoView = (trackId: string | null) => trackId && form.current && showColumn(form.current, trackId);
	// Where the days are below the entries, a finger is led to the first slot.
	const isLoaded = boardPath(known.state) === boardPath(state);
	const { value: chosenValue, trackId: chosenTrack = null } = chosen ?? {};
	useEffect(() => {
		if (!chosenValue || !form.current || !isLoaded) return;
		if (chosenTrack) showColumn(form.current, chosenTrack);
		if (matchMedia(STACKED).matches) form.current.querySelector(FITTING)?.scrollIntoView({ block: "center" });
	}, [chosenValue, chosenTrack, isLoaded]);

	const place = (value: string, to: SlotName) => {
		const { id, from } = entryNamed(value);
		if (from && slotKey(from) === slotKey(to)) return;
		send({ fields: { entry: value, [`do.place.${slotKey(to)}`]: "" }, move: { entryId: Number(id), to } });
	};
	const press = (event: FormEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		const name = submitter?.getAttribute("name") ?? "";
		const { does, meant } = boardButton(name) ?? {};
		const to = does === "place" ? slotOf(meant ?? "") : undefined;
		event.preventDefault();
		if (to && chosen) {
			const free = { slot: to, isSpecial: false, holder: undefined };
			const refusal = refusalOf(t, state, chosen, free, labelOf(chosen.trackId));
			if (refusal) tell(refusal, { wrong: true });
			else place(chosen.value, to);
		} else if (does === "remove") {
			send({ fields: { [name]: "" }, move: { entryId: Number(entryNamed(meant ?? "").id), to: undefined } });
		} else if (does === "undo" && isSending) {
			// What it names was the last change only before those under way.
		} else send({ fields: name ? { [name]: "" } : {} });
	};
	return (
		<BoardContext.Provider value={shared}>
			<p>{t("schedule.lead")}</p>
			<BoardLinks board={board} />
			<LeftSlots left={board.left} />
			<BoardFilters board={board} chosen={choice} />
			<DragScope
				onPick={({ trackId }) => bringIntoView(trackId)}
				onDrop={(value, dragged, target) => {
					const refusal = refusalOf(t, state, dragged, target, labelOf(dragged.trackId));
					if (refusal) tell(refusal, { wrong: true });
					else place(value, target.slot);
				}}
				onLeave={() => tell(t("schedule.toRemove"), { wrong: true })}
			>
				<Form
					ref={form}
					method="post"
					action={path}
					className="board"
					aria-busy={isBusy}
					replace
					preventScrollReset
					noValidate
					onSubmit={press}
					onClick={follow}
				>
					<FormToken />
					<input type="hidden" name="entry" value={chosen?.value ?? ""} />
					<Entries board={board} />
					<div className="board-days" data-all={board.state.day === "" || undefined}>
						{/*
						 * Always present: slots must not move while something is dragged. It names what it undoes and does
						 * not report it: the message of the change does that.
						 */}
						<p className="undo-line">
							{undo && (
								<button type="submit" className="button-link" name={`do.undo.${undo.id}`} value={undo.text}>
									{undo.text}
								</button>
							)}
						</p>
						<DayLinks board={board} chosen={choice} />
						{board.days.map((day) => (
							<ScheduleDay key={day.id} day={day} state={board.state} />
						))}
						{board.days.length === 0 && (
							<p className="empty">{t(board.hasSlots ? "schedule.noSlotsInTrack" : "schedule.noSlots")}</p>
						)}
					</div>
				</Form>
			</DragScope>
		</BoardContext.Provider>
	);
}

/** Links that choose an entry. Others of the board, such as those to a heading, are the browser's. */
const isChoice = (link: HTMLAnchorElement) => link.matches(".choose");

interface Asked {
	state: BoardState;
	choice: string;
	moves: readonly Move[];
}

/**
 * The entry that an address names, as long as it is where the address says.
 * @param board with the moves that are not confirmed yet, so that an entry can be moved on from the place it was just given
 */
function chosenIn(board: BoardPage, { state, choice, moves }: Asked): BoardPage["chosen"] {
	const { id, from } = entryNamed(choice);
	if (choice !== (from ? entryAt(Number(id), from) : id)) return;
	const isMoving = moves.some(({ entryId }) => String(entryId) === id);
	const talk = from ? entryIn(board, from) : board.entries.find((entry) => String(entry.id) === id);
	const found =
		talk && String(talk.id) === id
			? { value: choice, title: talk.title, trackId: talk.trackId, from }
			: // Its slot is on another day, or in a track that is not shown.
				!isMoving && board.chosen?.value === choice && board.chosen;
	return found && listsTrack(state, found.trackId) ? found : undefined;
}

function entryIn({ days }: BoardPage, { dayId, trackId, time }: SlotName) {
	const day = days.find(({ id }) => id === dayId);
	const cell = day?.rows.find((row) => row.time === time)?.cells[day.tracks.findIndex(({ id }) => id === trackId)];
	return cell && cell !== "covered" && cell.kind === "entry" && cell.placeable ? cell : undefined;
}
