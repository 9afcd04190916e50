import { Fragment } from "react";
import { piecesOf } from "../../search/matches.ts";
import { searchWords } from "../../search/words.ts";

/** A text with the words of a search marked. */
export function Marked({ text, query }: { text: string; query: string }) {
	const words = searchWords(query);
	if (words.length === 0) return text;
	return piecesOf(text, words).map(({ text, isMatch }, index) =>
		// biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone
		isMatch ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
	);
}

/** The first of the two lines of a cell. */
export function FirstLine(props: { text: string; query: string }) {
	return (
		<span className="first-line">
			<Marked {...props} />
		</span>
	);
}
