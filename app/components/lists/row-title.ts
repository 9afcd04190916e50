import { firstWords } from "../../programmes/shown-again.ts";

/** Characters by which people know an entry. */
const MOST = 60;

/** The beginning of a title, for the labels of the controls in a row: each label repeats it. */
export const titleInRow = ({ id, title }: { id: number; title: string }): string =>
	firstWords(title, MOST) || String(id);
