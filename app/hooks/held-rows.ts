import { useLayoutEffect, useRef } from "react";

/** A row as shown: `gone` if it no longer matches the list and only stays until the next load. */
export type HeldRow<Row> = Row & { gone?: true };

/**
 * The rows of a list page, kept in place: a row that a change removes from the filter stays, and no row moves up,
 * until the list is loaded at another address. @param made changes made to rows since, by entry @param needed the
 * entry being read; if it is not among the rows, the list is shown as loaded
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
