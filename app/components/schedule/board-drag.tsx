import {
	type CollisionDetection,
	DndContext,
	type DragEndEvent,
	DragOverlay,
	type DragStartEvent,
	KeyboardCode,
	type KeyboardCoordinateGetter,
	KeyboardSensor,
	MouseSensor,
	pointerWithin,
	TouchSensor,
	useSensor,
	useSensors,
} from "@dnd-kit/core";
import { type ReactNode, useState } from "react";
import type { Target } from "../../hooks/board-drag.ts";
import { useTranslation } from "../../translation.tsx";

interface Props {
	/** Called with the value of the dropped card and the key of its slot. */
	onDrop: (value: string, key: string, target: Target) => void;
	children: ReactNode;
}

/** How far a pointer moves before a press is a drag; how long a finger rests, so that swiping still scrolls. */
const MOUSE = { activationConstraint: { distance: 6 } };
const TOUCH = { activationConstraint: { delay: 200, tolerance: 8 } };
/** Arrow keys put a corner exactly on a slot's; only what lies this near (pixels) counts as over it. */
const NEAR = 24;

/** Lets cards be dragged to slots by mouse, by touch and by keyboard, and says what happens to screen readers. */
export function DragScope({ onDrop, children }: Props) {
	const { t } = useTranslation();
	const [title, setTitle] = useState<string>();
	const sensors = useSensors(
		useSensor(MouseSensor, MOUSE),
		useSensor(TouchSensor, TOUCH),
		useSensor(KeyboardSensor, { coordinateGetter: toNextSlot }),
	);
	const refusalOf = (over: DragEndEvent["over"]) => (over ? targetOf(over).refusal : undefined);
	const words = ({ active, over }: Pick<DragEndEvent, "active"> & { over?: DragEndEvent["over"] }) => ({
		title: titleOf(active),
		place: over ? targetOf(over).place : "",
	});
	return (
		<DndContext
			id="schedule"
			sensors={sensors}
			collisionDetection={underPointerOrCorner}
			onDragStart={({ active }: DragStartEvent) => setTitle(titleOf(active))}
			onDragCancel={() => setTitle(undefined)}
			onDragEnd={({ active, over }) => {
				setTitle(undefined);
				if (over) onDrop(String(active.id), String(over.id), targetOf(over));
			}}
			accessibility={{
				screenReaderInstructions: { draggable: t("schedule.instructions") },
				announcements: {
					onDragStart: (event) => t("schedule.picked", words(event)),
					onDragOver: (event) =>
						[t(event.over ? "schedule.over" : "schedule.overNothing", words(event)), refusalOf(event.over)]
							.filter(Boolean)
							.join(" "),
					onDragEnd: (event) =>
						t(event.over && !refusalOf(event.over) ? "schedule.dropped" : "schedule.cancelled", words(event)),
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

function titleOf({ data }: DragEndEvent["active"]): string {
	return String(data.current?.title ?? "");
}

function targetOf({ data }: NonNullable<DragEndEvent["over"]>): Target {
	return data.current as Target;
}

const underPointerOrCorner: CollisionDetection = (args) => {
	if (args.pointerCoordinates) return pointerWithin(args);
	const { left, top } = args.collisionRect;
	return args.droppableContainers.flatMap(({ id }) => {
		const slot = args.droppableRects.get(id);
		return slot && Math.hypot(slot.left - left, slot.top - top) <= NEAR ? [{ id }] : [];
	});
};

const STEPS: Readonly<Record<string, number>> = {
	[KeyboardCode.Down]: 1,
	[KeyboardCode.Right]: 1,
	[KeyboardCode.Up]: -1,
	[KeyboardCode.Left]: -1,
};

/** The slot after or before the one an arrow key leaves, as they are read: by rows. */
const toNextSlot: KeyboardCoordinateGetter = (event, { context: { droppableContainers, droppableRects, over } }) => {
	const step = STEPS[event.code];
	if (step === undefined) return;
	event.preventDefault();
	const slots = droppableContainers
		.getEnabled()
		.flatMap(({ id }) => {
			const rect = droppableRects.get(id);
			return rect ? [{ id, x: rect.left, y: rect.top }] : [];
		})
		.sort((a, b) => a.y - b.y || a.x - b.x);
	const present = slots.findIndex(({ id }) => id === over?.id);
	const next = slots[Math.min(slots.length - 1, Math.max(0, present + step))];
	return next && { x: next.x, y: next.y };
};
