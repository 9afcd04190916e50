/** Text of organisers: an empty line separates two paragraphs. */
export function Paragraphs({ text }: { text: string }) {
	return (
		<>
			{[...new Set(text.split(/\n\s*\n/).filter((part) => part.trim() !== ""))].map((paragraph) => (
				<p key={paragraph}>{paragraph}</p>
			))}
		</>
	);
}
