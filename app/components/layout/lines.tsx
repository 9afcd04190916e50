/** Lines under a heading; nothing where there are none. */
export function Lines({ heading, lines = [] }: { heading: string; lines?: readonly string[] | undefined }) {
	if (lines.length === 0) return null;
	return (
		<section>
			<h2>{heading}</h2>
			<ul>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
		</section>
	);
}
