import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TalkColumn } from "../../enumerations.ts";
import type { HeldRow } from "../../hooks/held-rows.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { readAhead } from "../../hooks/readings.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import type { Ticks } from "../../hooks/ticks.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { marks } from "../../programmes/marks.ts";
import type { ListState } from "../../schemas/listing.ts";
import type { EntryChange } from "../../schemas/review.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { PresenceMark } from "../entries/status-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { FoundText } from "./found-text.tsx";
import { ListTable } from "./list-table.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { MAIL_WORDS } from "./mail-words.ts";
import { Marked } from "./marked.tsx";
import { SaveChanges } from "./save-changes.tsx";
import { StatusCell } from "./status-cell.tsx";
import type { Column } from "./table.tsx";
import { TrackCell } from "./track-cell.tsx";

type Page = ReturnType<typeof proposalsPage>;
export type ProposalRow = HeldRow<Page["rows"][number]>;

interface Props {
	rows: readonly ProposalRow[];
	tracks: Page["tracks"];
	state: ListState;
	/** Address of the list. */
	path: string;
	saves: RowSaves;
	ticks: Ticks;
	labels: Readonly<Record<TalkColumn, string>>;
	finding: Page["finding"];
	/** What came back with a refused form. */
	kept: Report["kept"];
	/** What can be done with several rows. */
	tools: ReactNode;
}

/**
 * One form around the whole table: its first button saves every changed row, the button in a row saves that row. With
 * scripts a choice saves itself and the buttons are not needed.
 */
export function ProposalTable({ rows, tracks, state, path, saves, ticks, labels, finding, kept, tools }: Props) {
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const columns = useProposalColumns({
		...{ tracks, path, saves, labels, query: state.q, withButton: !inBrowser },
		// Where scripts run they are saved by other means.
		unsaved: inBrowser ? [] : (kept?.rows ?? []),
	});
	const pathOf = (sort: string) => listPath("/admin/proposals", { ...state, sort, page: 1 });
	return (
		<Form method="post" action={path} preventScrollReset noValidate>
			<FormToken />
			<SaveChanges rows={rows} />
			<ListTable
				label={t("admin.proposals")}
				rows={rows}
				columns={columns.filter(({ key }) => state.cols === "" || state.cols.split(".").includes(key))}
				order={{ sort: state.sort, pathOf }}
				ticks={ticks}
				finding={finding}
			/>
			{tools}
		</Form>
	);
}

interface InRows {
	tracks: Page["tracks"];
	path: string;
	labels: Props["labels"];
	/** Whose words are marked. */
	query: string;
	/** Each row has a button that saves it. */
	withButton: boolean;
	/** Choices in rows that were not saved. */
	unsaved: readonly EntryChange[];
	saves: RowSaves;
}

function useProposalColumns({ tracks, path, labels, query, withButton, unsaved, saves }: InRows) {
	const { t, locale } = useTranslation();
	const { colon, item } = marks[locale];
	const titleOf = (row: ProposalRow) => row.title || t("entry.untitled");
	const panelOf = ({ panel }: ProposalRow) => `${t("admin.panel")}${colon}${panel.join(item) || t("panel.none")}`;
	const unsavedIn = (row: ProposalRow, kind: EntryChange["kind"]) =>
		unsaved.find((one) => one.id === row.id && one.kind === kind);
	const open = (modal: string, row: ProposalRow) => withParameters(path, { modal, id: row.id });
	const columns: (Column<ProposalRow> & { key: TalkColumn })[] = [
		{
			key: "number",
			sort: "id",
			label: labels.number,
			className: "number-cell",
			unlabelled: true,
			cell: (row) => row.displayIndex,
		},
		{
			key: "title",
			sort: "title",
			label: labels.title,
			head: true,
			cell: (row) => (
				<>
					<a
						href={open("details", row)}
						data-entry={row.id}
						title={titleOf(row)}
						onPointerEnter={() => void readAhead(path, row.id)}
					>
						<Marked text={titleOf(row)} query={query} />
					</a>{" "}
					<Reference of={row.reference} call={row.call} /> <PresenceMark presence={row.presence} />{" "}
					{row.changed && <span className="status status-hold">{t("admin.changed")}</span>}{" "}
					<IncompleteMark category={row.category} fields={row.incomplete} />
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
			cell: (row) => (
				<>
					<Marked text={row.name} query={query} />{" "}
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
			cell: (row) => <TrackCell row={row} tracks={tracks} unsaved={unsavedIn(row, "track")} saves={saves} />,
		},
		{
			key: "panel",
			label: labels.panel,
			className: "panel-cell",
			cell: (row) => (
				<a href={open("panelist", row)} className="hint" aria-label={`${panelOf(row)}, ${titleOf(row)}`}>
					{row.panel.join(item) || "–"}
				</a>
			),
		},
		{ key: "updated", sort: "updated", label: labels.updated, className: "time-cell", cell: (row) => row.updated },
		{
			key: "status",
			sort: "status",
			label: labels.status,
			note: withButton ? undefined : t("admin.savesItself"),
			cell: (row) => <StatusCell row={row} unsaved={unsavedIn(row, "status")} saves={saves} withButton={withButton} />,
		},
		{
			key: "mails",
			label: labels.mails,
			className: "mails-cell",
			cell: (row) => {
				const mail = t(MAIL_WORDS[row.acceptMail]);
				return (
					<a href={open("email", row)} aria-label={`${mail}: ${titleOf(row)}`}>
						{mail}
					</a>
				);
			},
		},
	];
	return columns;
}
