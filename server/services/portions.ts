/** Few enough that others hardly notice one being read and written. */
const PORTION = 25;

/**
 * Rows by their numbers and in this order, read in portions while somebody takes them, so that a long list neither fills
 * the memory nor stops other requests. What is gone by then is left out.
 */
export function* inPortions<Row extends { id: number }>(
	ids: readonly number[],
	read: (ids: readonly number[]) => Row[],
): Generator<Row> {
	for (let first = 0; first < ids.length; first += PORTION) {
		const wanted = ids.slice(first, first + PORTION);
		const rows = new Map(read(wanted).map((row) => [row.id, row]));
		for (const id of wanted) {
			const row = rows.get(id);
			if (row) yield row;
		}
	}
}
