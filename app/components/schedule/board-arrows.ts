import { KeyboardCode, type KeyboardCoordinateGetter } from "@dnd-kit/core";
import type { Dragged, Target } from "../../hooks/board-drag.ts";

type Context = Parameters<KeyboardCoordinateGetter>[1]["context"];

interface Placed {
	target: Target;
	rect: { left: number; right: number; top: number; bottom: number };
}

/** Where an arrow key takes a picked up entry: up and down within a column, left and right to the next column. */
export const toNextSlot: KeyboardCoordinateGetter = (event, { context }) => {
	if (!ARROWS.includes(event.code)) return;
	event.preventDefault();
	const next = nextSlot(event.code, context);
	return next && { x: next.rect.left, y: next.rect.top };
};

const ARROWS: readonly string[] = [KeyboardCode.Down, KeyboardCode.Up, KeyboardCode.Right, KeyboardCode.Left];

function nextSlot(code: string, context: Context): Placed | undefined {
	const { active, over } = context;
	const slots = slotsIn(context);
	const dragged = active?.data.current as Dragged | undefined;
	const present = slots.find(({ target }) => target === over?.data.current);
	const column = present && !present.target.isWide ? present.target.slot.trackId : dragged?.trackId;
	const inColumn = slots.filter(({ target }) => target.isWide || target.slot.trackId === column);
	// The same row, without what is as wide as the table.
	const inRow = slots.filter(
		({ target, rect }) => present && !target.isWide && rect.top < present.rect.bottom && present.rect.top < rect.bottom,
	);
	const isOnward = code === KeyboardCode.Down || code === KeyboardCode.Right;
	if (!present) return isOnward ? (inColumn[0] ?? slots[0]) : (inColumn.at(-1) ?? slots.at(-1));
	const { top, left } = present.rect;
	switch (code) {
		case KeyboardCode.Down:
			return inColumn.find(({ rect }) => rect.top > top) ?? present;
		case KeyboardCode.Up:
			return inColumn.findLast(({ rect }) => rect.top < top) ?? present;
		case KeyboardCode.Right:
			return nearest(inRow, ({ rect }) => rect.left - left) ?? present;
		default:
			return nearest(inRow, ({ rect }) => left - rect.left) ?? present;
	}
}

function nearest(slots: readonly Placed[], distance: (slot: Placed) => number): Placed | undefined {
	return slots.filter((slot) => distance(slot) > 0).sort((a, b) => distance(a) - distance(b))[0];
}

/** Those on the screen, from top to bottom. */
function slotsIn({ droppableContainers, droppableRects }: Context): Placed[] {
	return droppableContainers
		.getEnabled()
		.flatMap(({ id, data }) => {
			const rect = droppableRects.get(id);
			const target = data.current as Target | undefined;
			return target && rect && rect.width > 0 ? [{ target, rect }] : [];
		})
		.sort((a, b) => a.rect.top - b.rect.top || a.rect.left - b.rect.left);
}
