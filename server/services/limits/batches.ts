import { setImmediate } from "node:timers/promises";

/** Batch size: small enough that others hardly wait. */
export const BATCH_SIZE = 25;

/** Splits a list into batches, in its order. */
export function* batchesOf<Item>(items: readonly Item[], size = BATCH_SIZE): Generator<Item[]> {
	for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}

/** Yields to waiting requests. */
export function yieldToOthers(): Promise<void> {
	return setImmediate();
}

/** The result for each item, in order. Other requests run between two batches. */
export async function mapInBatches<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
	const made: Made[] = [];
	for (const batch of batchesOf(items)) {
		for (const item of batch) made.push(make(item));
		await yieldToOthers();
	}
	return made;
}

/**
 * Rows by number, in this order, read in batches as they are consumed, so that a long list neither fills the memory
 * nor blocks other requests. Rows deleted in the meantime are left out.
 * @param size of a batch, for rows with long texts
 */
export function* readInBatches<Row extends { id: number }>(
	ids: readonly number[],
	read: (ids: readonly number[]) => Row[],
	size?: number,
): Generator<Row> {
	for (const wanted of batchesOf(ids, size)) {
		const rows = new Map(read(wanted).map((row) => [row.id, row]));
		for (const id of wanted) {
			const row = rows.get(id);
			if (row) yield row;
		}
	}
}

/** Batches of rows in the order of their numbers, each read when it is needed. @param read the first rows after a number */
export function* batchesAfter<Row extends { id: number }>(read: (after: number) => Row[]): Generator<Row[]> {
	for (let rows = read(0); rows.length > 0; rows = read(rows.at(-1)?.id ?? 0)) yield rows;
}

/** What is made of each item, while it is used. */
export function* mapped<Item, Made>(items: Iterable<Item>, make: (item: Item, index: number) => Made): Generator<Made> {
	let index = 0;
	for (const item of items) {
		yield make(item, index);
		index += 1;
	}
}
