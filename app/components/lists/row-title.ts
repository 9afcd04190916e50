import { firstWords } from "../../programmes/shown-again.ts";

/** Characters by which people know an entry. */
const MOST = 60;

/** What the controls of a row call its entry: its beginning, because each of them repeats it. */
export const titleInRow = ({ id, title }: { id: number; title: string }): string =>
	firstWords(title, MOST) || String(id);
