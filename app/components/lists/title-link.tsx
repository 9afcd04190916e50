import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { withParameters } from "./list-url.ts";
import { Marked } from "./marked.tsx";
import { titleInRow } from "./row-title.ts";

interface Props {
	row: { id: number; title: string; reference: string };
	/** Address of the list. */
	path: string;
	/** Whose words are marked. */
	query: string;
}

/** The title of a row, which leads to the entry as "Details" does. Short titles may be the same: its name has the reference. */
export function TitleLink({ row, path, query }: Props) {
	const { t, locale } = useTranslation();
	const title = row.title || t("entry.untitled");
	const isLong = titleInRow(row) !== row.title;
	return (
		<a
			href={withParameters(path, { modal: "details", id: row.id })}
			className="first-line"
			aria-label={isLong ? undefined : title + marks[locale].comma + row.reference}
		>
			<Marked text={title} query={query} />
		</a>
	);
}
