import type { Translate } from "../../i18n.ts";
import type { publicTalksPage } from "../../pages/public-lists.server.ts";
import type { Locale } from "../../programmes/define.ts";
import { StatusMark } from "../entries/status-mark.tsx";
import { Dated } from "../layout/dated.tsx";
import { langOf } from "../layout/text-language.ts";
import { FoundText } from "./found-text.tsx";
import { Marked } from "./marked.tsx";
import type { Column } from "./table.tsx";

type List = Pick<ReturnType<typeof publicTalksPage>, "rows" | "state" | "hasTracks" | "showsStatus" | "showsMail">;

/**
 * The columns of the public list of talks. They are those of the organisers' list without private ones.
 * @param open address of a talk's details
 */
export function publicTalkColumns(
	t: Translate,
	locale: Locale,
	{ list, open }: { list: List; open: (id: number) => string },
): Column<List["rows"][number]>[] {
	const { q } = list.state;
	return [
		{ sort: "id", label: t("publicTalks.number"), className: "number-cell", cell: (row) => row.displayIndex },
		{
			sort: "title",
			label: t("admin.talk"),
			head: true,
			cell: (row) => (
				<>
					<a href={open(row.id)} lang={langOf(row.title, locale)}>
						<Marked text={row.title} query={q} />
					</a>
					<FoundText found={row.found} query={q} />
				</>
			),
		},
		{
			sort: "name",
			label: t("admin.speaker"),
			className: "person-cell",
			cell: (row) => (
				<>
					<Marked text={row.name} query={q} />{" "}
					<span className="hint">
						<Marked text={row.org} query={q} />
					</span>
				</>
			),
		},
		...(list.hasTracks
			? [{ sort: "tracks", label: t("admin.track"), className: "track-cell", cell: (row: Row) => row.track }]
			: []),
		{ label: t("publicTalks.language"), className: "short-cell", cell: (row) => row.language || undefined },
		{ label: t("admin.updated"), className: "time-cell", cell: (row) => <Dated date={row.updated} /> },
		...(list.showsStatus
			? [{ sort: "status", label: t("admin.status"), cell: (row: Row) => <StatusMark status={row.status} /> }]
			: []),
		...(list.showsMail
			? [
					{
						label: t("admin.mails"),
						className: "short-cell",
						cell: (row: Row) => (row.emailSent ? t("publicTalks.sent") : undefined),
					},
				]
			: []),
	];
}

type Row = List["rows"][number];
