/** A sentence in which one word, where it has it, leads to what it names. What was typed stands before that word. */
export function LinkedWord({ text, word, to }: { text: string; word: string; to: string | undefined }) {
	const at = text.lastIndexOf(word);
	if (to === undefined || word === "" || at < 0) return text;
	return (
		<>
			{text.slice(0, at)}
			<a href={to}>{word}</a>
			{text.slice(at + word.length)}
		</>
	);
}
