import { useAllTexts } from "../../all-texts.ts";
import { langOf } from "../layout/text-language.ts";
import { Reference } from "./entry-reference.tsx";

/** The title of an entry as a link, and its reference. */
export function EntryTitle({ to, title, reference }: { to: string; title: string; reference: string }) {
	const { locale } = useAllTexts();
	return (
		<>
			<a href={to} lang={langOf(title, locale)}>
				{title}
			</a>{" "}
			<Reference of={reference} />
		</>
	);
}
