import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";

/**
 * Separates links, buttons and marks in a line. W3m leaves a space between Chinese characters out, which would join them,
 * but shows one that does not break; the other browsers hide it, since their styles set the distance.
 */
export function Space() {
	const { locale } = useTranslation();
	if (locale !== "zh") return " ";
	return (
		<>
			{" "}
			<span hidden>{"\u00a0"}</span>
		</>
	);
}

/** Between two sentences of a line, or one and its link: Chinese has no space after its marks. */
export function SentenceSpace() {
	const { locale } = useTranslation();
	return marks[locale].space;
}
