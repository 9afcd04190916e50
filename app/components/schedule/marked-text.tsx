import type { Finds } from "../../pages/schedule-found.server.ts";

export type Found = Finds["days"][number]["times"][number]["sessions"][number]["found"];

/** A text with what a search has found in it. */
export function MarkedText({ pieces }: { pieces: Found["title"] }) {
	return pieces.map(({ from, text, found }) => (found ? <mark key={from}>{text}</mark> : text));
}
