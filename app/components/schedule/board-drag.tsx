import {
	type CollisionDetection,
	DndContext,
	type DragEndEvent,
	DragOverlay,
	type DragStartEvent,
	KeyboardSensor,
	MouseSensor,
	pointerWithin,
	TouchSensor,
	useSensor,
	useSensors,
} from "@dnd-kit/core";
import { type ReactNode, useState } from "react";
import type { Dragged, Target } from "../../hooks/board-drag.ts";
import { useBoard } from "../../hooks/board-state.ts";
import { useTranslation } from "../../translation.tsx";
import { toNextSlot } from "./board-arrows.ts";
import { refusalOf } from "./board-refusal.ts";

interface Props {
	/** Called with the value of the picked up card. */
	onPick: (dragged: Dragged) => void;
	/** Called with the value of the dropped card and where it was dropped. */
	onDrop: (value: string, dragged: Dragged, target: Target) => void;
	/** Called when a card from the grid was dropped beside it. */
	onLeave: () => void;
	children: ReactNode;
}

/** How far a pointer moves before a press is a drag; how long a finger rests, so that swiping still scrolls. */
const MOUSE = { activationConstraint: { distance: 6 } };
const TOUCH = { activationConstraint: { delay: 200, tolerance: 8 } };
/** Arrow keys put a corner exactly on a slot's; only what lies this near (pixels) counts as over it. */
const NEAR = 24;
/** The page scrolls only where the pointer is within a twentieth of an edge, and slowly: the slot meant stays in reach. */
const SCROLLING = { threshold: { x: 0.05, y: 0.05 }, acceleration: 2 };

/** Drag and drop by mouse, touch and keyboard, announced to screen readers. */
export function DragScope({ onPick, onDrop, onLeave, children }: Props) {
	const { t } = useTranslation();
	const { state } = useBoard();
	const [title, setTitle] = useState<string>();
	const sensors = useSensors(
		useSensor(MouseSensor, MOUSE),
		useSensor(TouchSensor, TOUCH),
		// Positions of slots are measured once scrolling has ended.
		useSensor(KeyboardSensor, { coordinateGetter: toNextSlot, scrollBehavior: "instant" }),
	);
	const refusalAt = ({ active, over }: Event) => over && refusalOf(t, state, draggedOf(active), targetOf(over));
	const words = ({ active, over }: Event) => ({
		title: draggedOf(active).title,
		place: over ? targetOf(over).place : "",
	});
	return (
		<DndContext
			id="schedule"
			sensors={sensors}
			collisionDetection={underPointerOrCorner}
			autoScroll={SCROLLING}
			onDragStart={({ active, activatorEvent }: DragStartEvent) => {
				setTitle(draggedOf(active).title);
				onPick(draggedOf(active));
				if (activatorEvent instanceof MouseEvent || isTouch(activatorEvent)) addEventListener("click", ignore, true);
			}}
			onDragCancel={() => {
				setTitle(undefined);
				ignoreNoMore();
			}}
			onDragEnd={({ active, over, delta, activatorEvent }) => {
				setTitle(undefined);
				// A slow tap is no drag: it chooses the card.
				if (delta.x === 0 && delta.y === 0 && isTouch(activatorEvent)) removeEventListener("click", ignore, true);
				else ignoreNoMore();
				if (over) onDrop(String(active.id), draggedOf(active), targetOf(over));
				else if (draggedOf(active).from) onLeave();
			}}
			accessibility={{
				screenReaderInstructions: { draggable: t("schedule.instructions") },
				announcements: {
					onDragStart: (event) => t("schedule.picked", words(event)),
					onDragOver: (event) =>
						[t(event.over ? "schedule.over" : "schedule.overNothing", words(event)), refusalAt(event)]
							.filter(Boolean)
							.join(" "),
					onDragEnd: (event) =>
						t(event.over && !refusalAt(event) ? "schedule.dropped" : "schedule.cancelled", words(event)),
					onDragCancel: (event) => t("schedule.cancelled", words(event)),
				},
			}}
		>
			{children}
			<DragOverlay dropAnimation={null}>
				{title !== undefined && <div className="drag-preview">{title}</div>}
			</DragOverlay>
		</DndContext>
	);
}

/** Releasing a card over itself is a click to the browser, but chooses nothing. */
function ignore(click: MouseEvent): void {
	click.preventDefault();
	click.stopPropagation();
}

const isTouch = (event: globalThis.Event) => "touches" in event;

/** Browsers send the click right after the release. */
const ignoreNoMore = () => setTimeout(() => removeEventListener("click", ignore, true), 50);

type Event = Pick<DragEndEvent, "active"> & { over?: DragEndEvent["over"] };

function draggedOf({ data }: DragEndEvent["active"]): Dragged {
	return data.current as Dragged;
}

function targetOf({ data }: NonNullable<DragEndEvent["over"]>): Target {
	return data.current as Target;
}

const underPointerOrCorner: CollisionDetection = (args) => {
	if (args.pointerCoordinates) return pointerWithin(args);
	const { left, top } = args.collisionRect;
	return args.droppableContainers.flatMap(({ id }) => {
		const slot = args.droppableRects.get(id);
		return slot && slot.width > 0 && Math.hypot(slot.left - left, slot.top - top) <= NEAR ? [{ id }] : [];
	});
};
