import type { FoundText as Found } from "../../pages/found-text.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Marked } from "./marked.tsx";

/** Where an entry has the words that its row does not show. */
export function FoundText({ found, query }: { found: Found | undefined; query: string }) {
	const { locale } = useTranslation();
	if (!found) return null;
	return (
		<p className="found-text">
			{found.field}
			{marks[locale].colon}
			<Marked text={found.text} query={query} />
		</p>
	);
}
