import { Form } from "@remix-run/react";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { useRowSaves } from "../../hooks/row-saves.ts";
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
import { type Column, ListTable } from "./list-table.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { SaveChanges } from "./save-changes.tsx";
import { StatusCell } from "./status-cell.tsx";
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
	// Where scripts run they are saved by other means.
	const unsaved = inBrowser ? [] : (kept?.rows ?? []);
	const tell = useToast();
	const open = (modal: string, id: number) => withParameters(path, { modal, id });
	const unsavedIn = (row: ProposalRow, kind: EntryChange["kind"]) =>
		unsaved.find((one) => one.id === row.id && one.kind === kind);
	const columns: Column<ProposalRow>[] = [
		{ sort: "id", label: "#", className: "number-cell", cell: (row) => row.displayIndex },
		{
			sort: "title",
			label: t("admin.talk"),
			head: true,
			cell: (row) => <Title row={row} href={open("details", row.id)} />,
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
					<Panel row={row} href={open("panelist", row.id)} />
				</>
			),
		},
		{ sort: "updated", label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
		{
			sort: "status",
			label: t("admin.status"),
			note: inBrowser ? t("admin.savesItself") : undefined,
			cell: (row) => <StatusCell row={row} unsaved={unsavedIn(row, "status")} saves={saves} withButton={!inBrowser} />,
		},
		{
			label: t("admin.mails"),
			className: "mails-cell",
			cell: (row) => <Mails row={row} href={open("email", row.id)} />,
		},
	];
	return (
		<Form method="post" action={path} preventScrollReset noValidate>
			<FormToken />
			<SaveChanges rows={rows} />
			<ListTable
				label={t("admin.proposals")}
				rows={rows}
				columns={columns}
				sort={state.sort}
				pathOf={(sort) => listPath("/admin/proposals", { ...state, sort, page: 1 })}
				ticks={ticks}
			/>
			<BulkTools tracks={tracks} batch={batch} ticked={ticks.ticked} kept={kept} path={path} />
		</Form>
	);
}

/** Saved, waiting and sent are three different things. */
const LETTERS = {
	none: "letters.which",
	saved: "mailState.saved",
	waiting: "mailState.pending",
	sent: "letters.already",
	failed: "letters.again",
} as const;

interface CellProps {
	row: ProposalRow;
	/** Address of the dialog it opens. */
	href: string;
}

function Title({ row, href }: CellProps) {
	const { t } = useTranslation();
	return (
		<>
			<a href={href}>{row.title || t("entry.untitled")}</a> <Reference of={row.reference} />{" "}
			{row.withdrawn && <WithdrawnMark />}{" "}
			{row.changed && <span className="status status-hold">{t("admin.changed")}</span>}{" "}
			<IncompleteMark category={row.category} fields={row.incomplete} />
		</>
	);
}

function Panel({ row, href }: CellProps) {
	const { t, locale } = useTranslation();
	const { colon, item } = marks[locale];
	const panel = `${t("admin.panel")}${colon}${row.panel.join(item) || t("panel.none")}`;
	return (
		<a href={href} className="hint" aria-label={`${panel}, ${row.title || t("entry.untitled")}`}>
			{panel}
		</a>
	);
}

function Mails({ row, href }: CellProps) {
	const { t } = useTranslation();
	const letters = t(LETTERS[row.acceptMail]);
	return (
		<a href={href} aria-label={`${letters}: ${row.title || t("entry.untitled")}`}>
			{letters}
		</a>
	);
}
