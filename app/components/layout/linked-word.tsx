/** A sentence in which one word leads to what it names. */
export function LinkedWord({ text, word, to }: { text: string; word: string; to: string | undefined }) {
	if (to === undefined) return text;
	const [before, after] = text.split(word);
	return (
		<>
			{before}
			<a href={to}>{word}</a>
			{after}
		</>
	);
}
