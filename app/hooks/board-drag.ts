import { useDraggable, useDroppable } from "@dnd-kit/core";
import type { SlotName } from "../schedule/grid.ts";

/** What is dragged. */
export interface Dragged {
	title: string;
	/** The entry's own track. */
	trackId: string | null;
	/** Where it is now. */
	from: SlotName | undefined;
}

/** A slot that cards can be dropped on. */
export interface Target {
	slot: SlotName;
	/** Where it is, in words. */
	place: string;
	/** It spans several tracks, so it has no column of its own. */
	isWide: boolean;
	/** It is reserved for a special event. */
	isSpecial: boolean;
	/** The title of the entry that has it. */
	holder: string | undefined;
}

/** What makes a card draggable: refs and listeners for the card, and what its handle for the keyboard needs. */
export function useCard(value: string, dragged: Dragged, disabled: boolean) {
	const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
		id: value,
		data: dragged,
		disabled,
	});
	return {
		card: { ref: setNodeRef, "data-dragging": isDragging || undefined, ...(!disabled && listeners) },
		handle: { ref: setActivatorNodeRef, "aria-describedby": attributes["aria-describedby"] },
	};
}

/** What makes a cell a slot to drop on. @param key of its slot */
export function useSlot(key: string, target: Target) {
	const { setNodeRef, isOver, active } = useDroppable({ id: key, data: target });
	return { ref: setNodeRef, isOver, dragged: active?.data.current as Dragged | undefined };
}
