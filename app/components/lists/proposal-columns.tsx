import type { TalkColumn } from "../../enumerations.ts";
import type { ConsoleTranslate } from "../../i18n.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import type { Locale } from "../../programmes/define.ts";
import { marks } from "../../programmes/marks.ts";
import type { EntryChange } from "../../schemas/triage.ts";
import { Reference } from "../entries/entry-reference.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { EntryMarks, PresenceMark } from "../entries/status-mark.tsx";
import { FoundText } from "./found-text.tsx";
import { withParameters } from "./list-url.ts";
import { MAIL_WORDS, mailName } from "./mail-words.ts";
import { FirstLine, Marked } from "./marked.tsx";
import { titleInRow } from "./row-title.ts";
import { StatusCell } from "./status-cell.tsx";
import { type Column, wholeOf } from "./table.tsx";
import { areOfferedInRows, TrackCell, TrackLink } from "./track-cell.tsx";

type Page = ReturnType<typeof proposalsPage>;
export type ProposalRow = NonNullable<Page["row"]>;

interface Given {
	t: ConsoleTranslate;
	locale: Locale;
	tracks: Page["about"]["tracks"];
	path: string;
	labels: Readonly<Record<TalkColumn, string>>;
	/** Whose words are marked. */
	query: string;
	/** Choices in rows that were not saved. */
	unsaved: readonly EntryChange[];
}

/** The columns of the list of talks, all of them. */
export function proposalColumns(given: Given): (Column<ProposalRow> & { key: TalkColumn })[] {
	const { t, locale, tracks, path, labels, query, unsaved } = given;
	const { colon, comma, item } = marks[locale];
	const areOffered = areOfferedInRows(tracks);
	const titleOf = (row: ProposalRow) => row.title || t("entry.untitled");
	const panelOf = ({ panel }: ProposalRow) => `${t("admin.panel")}${colon}${panel.join(item) || t("panel.none")}`;
	const unsavedIn = (row: ProposalRow, kind: EntryChange["kind"]) =>
		unsaved.find((one) => one.id === row.id && one.kind === kind);
	const open = (modal: string, row: ProposalRow) => withParameters(path, { modal, id: row.id });
	return [
		{
			key: "number",
			sort: "id",
			label: labels.number,
			className: "number-cell",
			unlabelled: true,
			stays: true,
			cell: (row) => row.displayIndex,
		},
		{
			key: "title",
			sort: "title",
			label: labels.title,
			head: true,
			className: "title-cell",
			cell: (row) => (
				<>
					<a href={open("details", row)} className="first-line" data-entry={row.id} title={titleOf(row)}>
						<Marked text={titleOf(row)} query={query} />
					</a>{" "}
					<Reference of={row.reference} call={row.call} /> <PresenceMark presence={row.presence} />{" "}
					<EntryMarks entry={row} /> {row.changed && <span className="status status-hold">{t("admin.changed")}</span>}{" "}
					<IncompleteMark fields={row.lacking} isShort />
					{row.gone && <span className="hint">{t("admin.rowGone")}</span>}
					<FoundText found={row.found} query={query} />
				</>
			),
		},
		{
			key: "name",
			sort: "name",
			label: labels.name,
			className: "person-cell",
			whole: (row) => wholeOf(row.name, row.org),
			cell: (row) => (
				<>
					<FirstLine text={row.name} query={query} />{" "}
					<span className="hint">
						<Marked text={row.org} query={query} />
					</span>
				</>
			),
		},
		{
			key: "tracks",
			sort: "tracks",
			label: labels.tracks,
			className: "track-cell",
			cell: (row) =>
				areOffered ? (
					<TrackCell row={row} tracks={tracks} unsaved={unsavedIn(row, "track")} />
				) : (
					<TrackLink row={row} to={open("details", row)} />
				),
		},
		{
			key: "panel",
			label: labels.panel,
			className: "panel-cell",
			cell: (row) => (
				<a
					href={open("panelist", row)}
					className="hint"
					title={panelOf(row)}
					aria-label={`${panelOf(row)}${comma}${titleInRow(row)}`}
				>
					{row.panel.join(item) || "–"}
				</a>
			),
		},
		{ key: "updated", sort: "updated", label: labels.updated, className: "time-cell", cell: (row) => row.updated },
		{
			key: "status",
			sort: "status",
			label: labels.status,
			note: t("admin.savesItself"),
			cell: (row) => <StatusCell row={row} unsaved={unsavedIn(row, "status")} />,
		},
		{
			key: "mails",
			label: labels.mails,
			className: "mails-cell",
			cell: (row) => {
				const name = mailName(t, colon, row.mailBeside);
				return (
					<a href={open("email", row)} title={name} aria-label={name + comma + titleInRow(row)}>
						{t(MAIL_WORDS[row.mailBeside])}
					</a>
				);
			},
		},
	];
}
