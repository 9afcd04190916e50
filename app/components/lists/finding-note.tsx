import type { Finding } from "../../pages/finding.server.ts";

/** The to-do that a list is narrowed to, and links to entries of other lists that a search names. */
export function FindingNote({ finding }: { finding: Finding }) {
	return (
		<>
			{finding.todo && <p className="hint">{finding.todo}</p>}
			{finding.elsewhere.length > 0 && <Links to={finding.elsewhere} />}
		</>
	);
}

/** Explains an empty list, and how many entries it would have with one filter less. */
export function NoEntries({ text, links = [] }: { text: string; links?: Finding["wider"] }) {
	return (
		<>
			<p className="empty">{text}</p>
			{links.length > 0 && <Links to={links} />}
		</>
	);
}

function Links({ to }: { to: Finding["wider"] }) {
	return (
		<ul className="finding-links">
			{to.map(({ href, text }) => (
				<li key={href}>
					<a href={href}>{text}</a>
				</li>
			))}
		</ul>
	);
}
