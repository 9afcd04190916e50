import { useLayoutEffect, useRef } from "react";

/** A row as shown: `gone` if it no longer matches the list and only stays until the next load. */
export type HeldRow<Row> = Row & { gone?: true };

/**
 * The rows of a list page, kept in place: a row that a change removes from the filter stays, and no row moves up,
 * until the list is loaded at another address; the numbers of rows stay, too. @param made changes made to rows since, by
 * entry @param needed the entry being read; if it is not among the rows, the list is shown as loaded @param answer that of the last form:
 * after a new one, such as to a change of many rows, the list is shown as loaded
 */
export function useHeldRows<Row extends { id: number; displayIndex?: number }>(
	rows: readonly Row[],
	address: string,
	made: ReadonlyMap<number, Partial<Row>>,
	needed?: number,
	answer?: unknown,
): readonly HeldRow<Row>[] {
	const held = useRef<{ address: string; rows: readonly HeldRow<Row>[]; loaded: readonly Row[]; answer: unknown }>();
	const last = held.current?.address === address ? held.current : undefined;
	// The list comes after the answer: what is shown until then stays.
	const isAnswered = last !== undefined && last.loaded !== rows && last.answer !== answer;
	const before = isAnswered ? undefined : last?.rows;
	const isThere = (shown: readonly Row[]) => needed === undefined || shown.some(({ id }) => id === needed);
	const stays = before !== undefined && before.length > 0 && isThere(before);
	const present = (row: HeldRow<Row>): HeldRow<Row> => {
		const found = rows.find(({ id }) => id === row.id);
		if (!found) return gone(row, made);
		return last?.loaded === rows ? row : numbered(found, row);
	};
	const shown = stays ? before.map(present) : rows;
	const same = before !== undefined && sameRows(before, shown) ? before : shown;
	useLayoutEffect(() => {
		const isNew = held.current?.loaded !== rows;
		held.current = { address, rows: same, loaded: rows, answer: isNew ? answer : held.current?.answer };
	});
	return same;
}

const numbered = <Row extends { displayIndex?: number }>(row: Row, { displayIndex }: Row): Row =>
	row.displayIndex === displayIndex ? row : { ...row, displayIndex };

function gone<Row extends { id: number }>(row: HeldRow<Row>, made: ReadonlyMap<number, Partial<Row>>): HeldRow<Row> {
	const set = made.get(row.id);
	const isKnown = row.gone && Object.entries(set ?? {}).every(([name, value]) => row[name as keyof Row] === value);
	return isKnown ? row : { ...row, ...set, gone: true };
}

function sameRows<Row>(one: readonly Row[], other: readonly Row[]): boolean {
	return one.length === other.length && one.every((row, index) => row === other[index]);
}
