import type { Part } from "./report.ts";
import { asMarkdown } from "./report.ts";

const INTRO = `# Benchmarks

Each section says which command made it, when and where; another run of that command replaces it and leaves the others as
they are. Load and servers share the machine, so numbers of load are lower than those of a server alone.
`;

/**
 * The document with these parts in place of their former selves, or at its end.
 * @param about stands above each of them: how, when and where it was measured
 */
export function withParts(document: string, parts: readonly Part[], about: string): string {
	const sections = new Map(
		document
			.split(/^(?=## )/m)
			.filter((text) => text.startsWith("## "))
			.map((text) => [titleOf(text), text.trimEnd()]),
	);
	for (const part of parts) sections.set(part.title, asMarkdown(part, about).trimEnd());
	return `${[INTRO.trimEnd(), ...sections.values()].join("\n\n")}\n`;
}

function titleOf(section: string): string {
	return section.slice("## ".length, section.indexOf("\n"));
}
