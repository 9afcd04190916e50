/** Long answers, written piece by piece: they neither fill the memory nor keep other requests waiting. */
import { yieldToOthers } from "./batches.ts";

const PIECE_CHARACTERS = 16 * 1024;
/** Milliseconds after which others run, however short the piece is: many short texts may each cost a query. */
const TURN_MS = 10;

/** Whether a value is an array whose items are made when they are read. */
function isIterator(value: unknown): value is Iterable<unknown> {
	return typeof value === "object" && value !== null && Symbol.iterator in value && !Array.isArray(value);
}

/** Whether a value is such an array, or an object with one at any depth. Arrays are not searched. */
export const isMadeInPieces = (value: unknown): value is object =>
	isIterator(value) ||
	(typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).some(isMadeInPieces));

/** The JSON of a value. Iterators become arrays, each item written before the next is read. */
export function* jsonOf(value: unknown): Generator<string> {
	if (isIterator(value)) {
		let before = "[";
		for (const item of value) {
			yield before;
			yield* jsonOf(item);
			before = ",";
		}
		yield before === "[" ? "[]" : "]";
	} else if (isMadeInPieces(value)) {
		let before = "{";
		for (const [name, one] of Object.entries(value)) {
			if (one === undefined) continue;
			yield `${before}${JSON.stringify(name)}:`;
			yield* jsonOf(one);
			before = ",";
		}
		yield "}";
	} else yield JSON.stringify(value) ?? "null";
}

/** The end of the last turn that was given. */
let lastTurn: Promise<void> = Promise.resolve();

/** Waits for a turn: one long answer is made at a time, and others run before the next. @returns ends it */
async function turn(): Promise<() => void> {
	const before = lastTurn;
	let end = (): void => undefined;
	lastTurn = new Promise((resolve) => {
		end = resolve;
	});
	await before;
	await yieldToOthers();
	return end;
}

/**
 * Joins texts into larger pieces, which are cheaper to send. Other requests run between two of them, and while one is
 * made. All long answers that run take turns, so that many at once hold up others no longer than one.
 */
export async function* inPieces(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	const iterator = texts[Symbol.iterator]();
	let piece = "";
	for (let isOver = false; !isOver; ) {
		const end = await turn();
		try {
			const began = performance.now();
			while (!isOver && piece.length < PIECE_CHARACTERS && performance.now() - began < TURN_MS) {
				const { done, value } = iterator.next();
				isOver = done === true;
				if (!done) piece += value;
			}
		} finally {
			end();
		}
		// Not within a turn: its reader may be slow.
		if (!isOver && piece.length < PIECE_CHARACTERS) continue;
		yield encoder.encode(piece);
		piece = "";
	}
}
