import { useDraggable, useDroppable } from "@dnd-kit/core";

/** A place something can be dropped on. */
export interface Target {
	/** Where it is, in words. */
	place: string;
	/** Why nothing can be dropped there, if so. */
	refusal?: string;
}

/** What makes a card draggable: refs and listeners for the card, and what its handle for the keyboard needs. */
export function useCard(value: string, title: string, disabled: boolean) {
	const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
		id: value,
		data: { title },
		disabled,
	});
	return {
		card: { ref: setNodeRef, "data-dragging": isDragging || undefined, ...(!disabled && listeners) },
		handle: { ref: setActivatorNodeRef, "aria-describedby": attributes["aria-describedby"] },
	};
}

/** What makes a cell a slot to drop on. */
export function useSlot(key: string, target: Target) {
	const { setNodeRef, isOver } = useDroppable({ id: key, data: target });
	return { ref: setNodeRef, "data-over": isOver || undefined };
}
