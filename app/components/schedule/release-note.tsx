import { useAllTexts } from "../../all-texts.ts";
import { langOf } from "../layout/text-language.ts";

/** What organisers say about a release, in one language or in both. */
export function ReleaseNote({ lines }: { lines: readonly string[] }) {
	const { locale } = useAllTexts();
	if (lines.length === 0) return null;
	return (
		<div className="release-note">
			{lines.map((line) => (
				<p key={line} lang={langOf(line, locale)}>
					{line}
				</p>
			))}
		</div>
	);
}
