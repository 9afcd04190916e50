import { useAllTexts } from "../../all-texts.ts";
import { langOf } from "../layout/text-language.ts";
import { Reference } from "./entry-reference.tsx";

/** The title of an entry, as a link if a page shows the entry, and its reference. */
export function EntryTitle({ to, title, reference }: { to: string | undefined; title: string; reference: string }) {
	const { locale } = useAllTexts();
	const lang = langOf(title, locale);
	return (
		<>
			{to === undefined ? (
				<span lang={lang}>{title}</span>
			) : (
				<a href={to} lang={lang}>
					{title}
				</a>
			)}{" "}
			<Reference of={reference} />
		</>
	);
}
