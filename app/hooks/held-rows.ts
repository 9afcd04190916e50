import { useLayoutEffect, useRef } from "react";

/** A row as it is shown: `gone` once it has left the list and only stays until the next load. */
export type HeldRow<Row> = Row & { gone?: true };

/**
 * The rows of a page of a list, each at its place: one that a change takes out of the filter stays there, and none
 * moves up, until the list is loaded under another address.
 * @param made what has been set in rows since, by entry
 * @param needed the entry that is being read; if no row is its own, the list is shown as it was loaded
 */
export function useHeldRows<Row extends { id: number }>(
	rows: readonly Row[],
	address: string,
	made: ReadonlyMap<number, Partial<Row>>,
	needed?: number,
): readonly HeldRow<Row>[] {
	const held = useRef<{ address: string; rows: readonly HeldRow<Row>[] }>();
	const before = held.current?.address === address ? held.current.rows : undefined;
	const isThere = (shown: readonly Row[]) => needed === undefined || shown.some(({ id }) => id === needed);
	const stays = before !== undefined && before.length > 0 && isThere(before);
	const shown = stays ? before.map((row) => rows.find(({ id }) => id === row.id) ?? gone(row, made)) : rows;
	const same = before !== undefined && sameRows(before, shown) ? before : shown;
	useLayoutEffect(() => {
		held.current = { address, rows: same };
	});
	return same;
}

function gone<Row extends { id: number }>(row: HeldRow<Row>, made: ReadonlyMap<number, Partial<Row>>): HeldRow<Row> {
	const set = made.get(row.id);
	const isKnown = row.gone && Object.entries(set ?? {}).every(([name, value]) => row[name as keyof Row] === value);
	return isKnown ? row : { ...row, ...set, gone: true };
}

function sameRows<Row>(one: readonly Row[], other: readonly Row[]): boolean {
	return one.length === other.length && one.every((row, index) => row === other[index]);
}
