import type { ConsoleTranslate } from "../../i18n.ts";
import { APPLIED_TRACK, ARTISTIC_TRACK } from "../../programmes/aigc.ts";
import { Marked } from "./marked.tsx";
import type { Column } from "./table.tsx";

interface Work {
	id: number;
	name: string;
	org: string;
	country: string;
	title: string;
	/** The AIGC track, as it was answered. */
	track: string;
}

/** The name of an AIGC track. */
export function workType(t: ConsoleTranslate, track: string): string {
	return track === APPLIED_TRACK ? t("works.applied") : track === ARTISTIC_TRACK ? t("works.artistic") : track;
}

/**
 * The columns of the showcase, for everybody and for organisers. @param query whose words are marked @param heading shows
 * the title of a work
 */
export function workColumns<Row extends Work>(
	t: ConsoleTranslate,
	query: string,
	heading: Pick<Column<Row>, "cell" | "className">,
): Column<Row>[] {
	return [
		{ sort: "id", label: t("works.id"), className: "number-cell", cell: (row) => row.id },
		{
			sort: "name",
			label: t("works.name"),
			className: "text-cell",
			cell: (row) => <Marked text={row.name} query={query} />,
		},
		{
			sort: "org",
			label: t("works.affiliation"),
			className: "text-cell",
			cell: (row) => <Marked text={row.org} query={query} />,
		},
		{ sort: "country", label: t("works.country"), className: "text-cell", cell: (row) => row.country },
		{ sort: "title", label: t("works.workTitle"), head: true, ...heading },
		{ label: t("works.type"), cell: (row) => workType(t, row.track) },
	];
}
