import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useOrders } from "../../hooks/board-orders.ts";
import { BoardContext } from "../../hooks/board-state.ts";
import { useToast } from "../../hooks/toast.ts";
import type { BoardPage } from "../../pages/board.server.ts";
import { boardButton, entryNamed } from "../../schedule/board-buttons.ts";
import { type SlotName, slotKey, slotOf } from "../../schedule/grid.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";
import { listPath } from "../lists/list-url.ts";
import { ScheduleDay } from "./board-day.tsx";
import { DragScope } from "./board-drag.tsx";
import { Entries } from "./board-entries.tsx";
import { BoardFilters, BoardLinks, DayLinks, LeftSlots } from "./board-filters.tsx";
import { cellsOf, withMoves } from "./board-moves.ts";
import { refusalOf } from "./board-refusal.ts";
import { showColumn } from "./board-scroll.ts";
import { BOARD } from "./board-url.ts";

/** Entries are above the days, and fingers move the page: keys would lose the list they choose in. */
const STACKED = "(max-width: 50em) and (pointer: coarse)";

const FITTING = "[data-fits=chosen]";

/** Entries on one side, slots on the other, in one form. Dragging fills it in and sends it as the buttons do. */
export function ScheduleBoard({ board: known }: { board: BoardPage }) {
	const { t } = useTranslation();
	const tell = useToast();
	const form = useRef<HTMLFormElement>(null);
	const path = listPath(BOARD, known.state);
	const { send, moves, before, isSending } = useOrders(path);
	const board = useMemo(() => withMoves(known, moves), [known, moves]);
	const [choice, setChoice] = useState("");
	const isBusy = useNavigation().state !== "idle" || isSending;
	const { matches, state } = board;
	const undo = board.undo ?? before;
	const chosen = useMemo(() => talkNamed(board, choice), [board, choice]);
	const shared = useMemo(() => ({ matches, chosen }), [matches, chosen]);

	// Where the days are below the entries, a finger is led to the first slot of the chosen one.
	useEffect(() => {
		if (choice && matchMedia(STACKED).matches)
			form.current?.querySelector(FITTING)?.scrollIntoView({ block: "center" });
	}, [choice]);

	const labelOf = (trackId: string | null) => board.tracks.find(({ id }) => id === trackId)?.label;
	const bringIntoView = (trackId: string | null) => trackId && form.current && showColumn(form.current, trackId);
	const place = (value: string, to: SlotName) => {
		const { id, from } = entryNamed(value);
		if (from && slotKey(from) === slotKey(to)) return;
		setChoice("");
		send({ fields: { entry: value, [`do.place.${slotKey(to)}`]: "" }, move: { entryId: Number(id), to } });
	};
	const press = (event: FormEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		const name = submitter?.getAttribute("name") ?? "";
		const { does, meant } = boardButton(name) ?? {};
		const value = String(new FormData(event.currentTarget).get("entry") ?? "");
		const to = does === "place" ? slotOf(meant ?? "") : undefined;
		event.preventDefault();
		if (to && value) {
			const talk = talkNamed(board, value);
			const free = { slot: to, isSpecial: false, holder: undefined };
			const refusal = talk && refusalOf(t, talk, free, labelOf(talk.trackId));
			if (refusal) tell(refusal, { wrong: true });
			else place(value, to);
		} else if (does === "remove") {
			send({ fields: { [name]: "" }, move: { entryId: Number(entryNamed(meant ?? "").id), to: undefined } });
		} else if (does === "undo" && isSending) {
			// What it names was the last change only before those under way.
		} else send({ fields: name ? { [name]: "" } : {} });
	};
	return (
		<>
			<p>{t("schedule.lead")}</p>
			<BoardLinks board={board} />
			<LeftSlots left={board.left} />
			<BoardFilters board={board} />
			<DragScope
				onPick={({ trackId }) => bringIntoView(trackId)}
				onDrop={(value, dragged, target) => {
					const refusal = refusalOf(t, dragged, target, labelOf(dragged.trackId));
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
					onChange={({ target }) => {
						if (!(target instanceof HTMLInputElement && target.name === "entry")) return;
						setChoice(target.value);
						bringIntoView(talkNamed(board, target.value)?.trackId ?? null);
					}}
				>
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
					<Space />
					<BoardContext.Provider value={shared}>
						<Entries board={board} />
						<div className="board-days" data-all={state.day === "" || undefined}>
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
							<DayLinks board={board} />
							{board.days.map((day) => (
								<ScheduleDay key={day.id} day={day} state={state} />
							))}
							{board.days.length === 0 && (
								<p className="empty">{t(board.hasSlots ? "schedule.noSlotsInTrack" : "schedule.noSlots")}</p>
							)}
						</div>
					</BoardContext.Provider>
				</Form>
			</DragScope>
		</>
	);
}

/** The entry that a choice names, as long as it is where the choice says. */
function talkNamed(board: BoardPage, value: string) {
	const { id, from } = entryNamed(value);
	const talk = from
		? cellsOf(board).find((cell) => cell.kind === "entry" && String(cell.id) === id)
		: board.entries.find((entry) => String(entry.id) === id);
	return talk && "trackId" in talk ? { trackId: talk.trackId, from } : undefined;
}
