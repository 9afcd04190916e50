import { Form } from "@remix-run/react";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { type RowSaves, useRowSaves } from "../../hooks/row-saves.ts";
import { type Ticks, useTicks } from "../../hooks/ticks.ts";
import { useToast } from "../../hooks/toast.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { marks } from "../../programmes/marks.ts";
import type { ListState } from "../../schemas/listing.ts";
import type { EntryChange } from "../../schemas/review.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { BulkTools } from "./bulk-tools.tsx";
import { NoEntries } from "./list-table.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { SaveChanges } from "./save-changes.tsx";
import { SortHeader } from "./sort-header.tsx";
import { StatusCell } from "./status-cell.tsx";
import { TableSection } from "./table-section.tsx";
import { TickAll, TickBox } from "./tick-boxes.tsx";
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
	const { sort } = state;
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	const ticks = useTicks(rows, kept?.ids);
	const saves = useRowSaves(path, rows);
	// Where scripts run they are saved by other means.
	const unsaved = inBrowser ? [] : (kept?.rows ?? []);
	const tell = useToast();
	const pathOf = (order: string) => listPath("/admin/proposals", { ...state, sort: order, page: 1 });
	return (
		<Form method="post" action={path} preventScrollReset noValidate>
			<FormToken />
			<SaveChanges rows={rows} />
			{rows.length === 0 ? (
				<NoEntries path={pathOf("-id")} />
			) : (
				<TableSection label={t("admin.proposals")}>
					<table className="card-table">
						<thead>
							<tr>
								<TickAll rows={rows} ticks={ticks} />
								<SortHeader name="id" label="#" sort={sort} pathOf={pathOf} />
								<SortHeader name="title" label={t("admin.talk")} sort={sort} pathOf={pathOf} />
								<SortHeader name="name" label={t("admin.speaker")} sort={sort} pathOf={pathOf} />
								<SortHeader name="tracks" label={t("admin.track")} sort={sort} pathOf={pathOf} />
								<SortHeader name="updated" label={t("admin.updated")} sort={sort} pathOf={pathOf} />
								<SortHeader
									name="status"
									label={t("admin.status")}
									note={inBrowser ? t("admin.savesItself") : undefined}
									sort={sort}
									pathOf={pathOf}
								/>
								<th scope="col">{t("admin.mails")}</th>
							</tr>
						</thead>
						<tbody>
							{rows.map((row) => (
								<Row
									key={row.id}
									row={row}
									tracks={tracks}
									path={path}
									withButton={!inBrowser}
									unsaved={unsaved.filter(({ id }) => id === row.id)}
									ticks={ticks}
									saves={saves}
									tell={tell}
								/>
							))}
						</tbody>
					</table>
				</TableSection>
			)}
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

interface RowProps {
	row: ProposalRow;
	tracks: Page["tracks"];
	path: string;
	withButton: boolean;
	/** The unsaved choice in the row. */
	unsaved: readonly EntryChange[];
	ticks: Ticks;
	saves: RowSaves;
	tell: ReturnType<typeof useToast>;
}

function Row({ row, tracks, path, withButton, unsaved, ticks, saves, tell }: RowProps) {
	const { t, locale } = useTranslation();
	const { colon, item } = marks[locale];
	const title = row.title || t("entry.untitled");
	const letters = t(LETTERS[row.acceptMail]);
	const panel = `${t("admin.panel")}${colon}${row.panel.join(item) || t("panel.none")}`;
	const find = (kind: EntryChange["kind"]) => unsaved.find((one) => one.kind === kind);
	const open = (modal: string) => withParameters(path, { modal, id: row.id });
	return (
		<tr>
			<TickBox row={{ id: row.id, title }} ticks={ticks} />
			<td className="number-cell">{row.displayIndex}</td>
			<th scope="row">
				<a href={open("details")}>{title}</a> <Reference of={row.reference} />{" "}
				{row.withdrawn && <span className="status status-reject">{t("entry.withdrawn")}</span>}{" "}
				{row.changed && <span className="status status-hold">{t("admin.changed")}</span>}{" "}
				<IncompleteMark category={row.category} fields={row.incomplete} />
			</th>
			<td className="person-cell" data-label={t("admin.speaker")}>
				{row.name}
				<br />
				<span className="hint">{row.org}</span>
			</td>
			<td className="track-cell" data-label={t("admin.track")}>
				<TrackCell row={row} tracks={tracks} unsaved={find("track")} saves={saves} tell={tell} />
				<a href={open("panelist")} className="hint" aria-label={`${panel}, ${title}`}>
					{panel}
				</a>
			</td>
			<td className="time-cell" data-label={t("admin.updated")}>
				{row.updated}
			</td>
			<td data-label={t("admin.status")}>
				<StatusCell row={row} unsaved={find("status")} saves={saves} withButton={withButton} />
			</td>
			<td className="mails-cell" data-label={t("admin.mails")}>
				<a href={open("email")} aria-label={`${letters}: ${title}`}>
					{letters}
				</a>
			</td>
		</tr>
	);
}
