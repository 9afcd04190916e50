import { Form } from "@remix-run/react";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { type RowSaves, useRowSaves } from "../../hooks/row-saves.ts";
import { useTicks } from "../../hooks/ticks.ts";
import { useToast } from "../../hooks/toast.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { marks } from "../../programmes/marks.ts";
import type { ListState } from "../../schemas/listing.ts";
import type { EntryChange } from "../../schemas/review.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { WithdrawnMark } from "../entries/status-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { BulkTools } from "./bulk-tools.tsx";
import { ListTable } from "./list-table.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { SaveChanges } from "./save-changes.tsx";
import { StatusCell } from "./status-cell.tsx";
import type { Column } from "./table.tsx";
import { TrackCell } from "./track-cell.tsx";

type Page = ReturnType<typeof proposalsPage>;
export type ProposalRow = Page["rows"][number];

/**
 * One form around the whole table: its first button saves every changed row, the button in a row saves that row. With
 * scripts a chosen status saves itself and the row's button is not needed.
 */
export function ProposalTable(
	props: Pick<Page, "rows" | "tracks" | "batch"> & { state: ListState; path: string; kept: Report["kept"] },
) {
	const { rows, tracks, batch, state, path, kept } = props;
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const ticks = useTicks(rows, kept?.ids);
	const saves = useRowSaves(path, rows);
	const columns = useProposalColumns({
		...{ tracks, path, saves, withButton: !inBrowser },
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
				columns={columns}
				order={{ sort: state.sort, pathOf }}
				ticks={ticks}
			/>
			<BulkTools tracks={tracks} batch={batch} ticked={ticks.ticked} kept={kept} path={path} />
		</Form>
	);
}

/** Saved, waiting and sent are three different things. */
const MAIL_WORDS = {
	none: "letters.which",
	saved: "mailState.saved",
	waiting: "mailState.pending",
	sent: "letters.already",
	failed: "letters.again",
} as const;

interface InRows {
	tracks: Page["tracks"];
	path: string;
	/** Each row has a button that saves it. */
	withButton: boolean;
	/** Choices in rows that were not saved. */
	unsaved: readonly EntryChange[];
	saves: RowSaves;
}

function useProposalColumns({ tracks, path, withButton, unsaved, saves }: InRows): Column<ProposalRow>[] {
	const { t, locale } = useTranslation();
	const tell = useToast();
	const { colon, item } = marks[locale];
	const titleOf = (row: ProposalRow) => row.title || t("entry.untitled");
	const panelOf = ({ panel }: ProposalRow) => `${t("admin.panel")}${colon}${panel.join(item) || t("panel.none")}`;
	const unsavedIn = (row: ProposalRow, kind: EntryChange["kind"]) =>
		unsaved.find((one) => one.id === row.id && one.kind === kind);
	const open = (modal: string, row: ProposalRow) => withParameters(path, { modal, id: row.id });
	return [
		{ sort: "id", label: "#", className: "number-cell", unlabelled: true, cell: (row) => row.displayIndex },
		{
			sort: "title",
			label: t("admin.talk"),
			head: true,
			cell: (row) => (
				<>
					<a href={open("details", row)}>{titleOf(row)}</a> <Reference of={row.reference} />{" "}
					{row.withdrawn && <WithdrawnMark />}{" "}
					{row.changed && <span className="status status-hold">{t("admin.changed")}</span>}{" "}
					<IncompleteMark category={row.category} fields={row.incomplete} />
				</>
			),
		},
		{
			sort: "name",
			label: t("admin.speaker"),
			className: "person-cell",
			cell: (row) => (
				<>
					{row.name}
					<br />
					<span className="hint">{row.org}</span>
				</>
			),
		},
		{
			sort: "tracks",
			label: t("admin.track"),
			className: "track-cell",
			cell: (row) => (
				<>
					<TrackCell row={row} tracks={tracks} unsaved={unsavedIn(row, "track")} saves={saves} tell={tell} />
					<a href={open("panelist", row)} className="hint" aria-label={`${panelOf(row)}, ${titleOf(row)}`}>
						{panelOf(row)}
					</a>
				</>
			),
		},
		{ sort: "updated", label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
		{
			sort: "status",
			label: t("admin.status"),
			note: withButton ? undefined : t("admin.savesItself"),
			cell: (row) => <StatusCell row={row} unsaved={unsavedIn(row, "status")} saves={saves} withButton={withButton} />,
		},
		{
			label: t("admin.mails"),
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
}
