import { setImmediate } from "node:timers/promises";

/** Few enough that others hardly notice one being read and written. */
export const BATCH_SIZE = 25;

/** Splits a list into batches, in its order. */
export function* batchesOf<Item>(items: readonly Item[]): Generator<Item[]> {
	for (let first = 0; first < items.length; first += BATCH_SIZE) yield items.slice(first, first + BATCH_SIZE);
}

/** Lets whoever came meanwhile have their turn before the caller goes on. */
export function yieldToOthers(): Promise<void> {
	return setImmediate();
}

/** What is made of each item, in their order. Others have their turn between two portions. */
export async function mapInBatches<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
	const made: Made[] = [];
	for (const portion of batchesOf(items)) {
		for (const item of portion) made.push(make(item));
		await yieldToOthers();
	}
	return made;
}

/**
 * Rows by their numbers and in this order, read in portions while somebody takes them, so that a long list neither fills
 * the memory nor stops other requests. What is gone by then is left out.
 */
export function* readInBatches<Row extends { id: number }>(
	ids: readonly number[],
	read: (ids: readonly number[]) => Row[],
): Generator<Row> {
	for (const wanted of batchesOf(ids)) {
		const rows = new Map(read(wanted).map((row) => [row.id, row]));
		for (const id of wanted) {
			const row = rows.get(id);
			if (row) yield row;
		}
	}
}
