import { Form } from "@remix-run/react";
import { useState } from "react";
import { NEEDS } from "../../enumerations.ts";
import { useFocusBack } from "../../hooks/focus-back.ts";
import { useHeldRows } from "../../hooks/held-rows.ts";
import { useReadingKeys } from "../../hooks/reading-keys.ts";
import { type Readable, useReadAhead } from "../../hooks/readings.ts";
import { useRowSaves } from "../../hooks/row-saves.ts";
import { useTicks } from "../../hooks/ticks.ts";
import { lookOf, STATUSES } from "../../lifecycle.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { ReadingList } from "../reading/reading-list.tsx";
import { ReadingPane } from "../reading/reading-pane.tsx";
import { Shortcuts } from "../reading/shortcuts.tsx";
import { TalkTools } from "../reading/talk-tools.tsx";
import { BulkTools } from "./bulk-tools.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { ListFilters, NeedFilter, SearchWithin, StatusFilter, TrackFilter } from "./list-filters.tsx";
import { listPath, withParameters } from "./list-url.ts";
import { PageSize } from "./page-size.tsx";
import { Pagination } from "./pagination.tsx";
import { ProposalTable } from "./proposal-table.tsx";
import { SavedViews, ViewForms } from "./saved-views.tsx";

interface Props {
	list: ReturnType<typeof proposalsPage>;
	/** The entry that is being read beside the list. */
	reading: Readable | undefined;
	/** Address of the list. */
	path: string;
	report: Report | undefined;
}

const BASE = "/admin/proposals";

/** The talks: a table with its filters, or a short list beside the one that is being read. */
export function ProposalsList({ list, reading, path, report }: Props) {
	const { t } = useTranslation();
	const { state, total, page, pages, tracks } = list;
	const saves = useRowSaves(path);
	const rows = useHeldRows(list.rows, path, saves.made as ReadonlyMap<number, object>, reading?.id);
	const ticks = useTicks(rows, report?.kept?.ids);
	const [helps, setHelps] = useState(false);
	const steps = stepsOf(rows, reading);
	const address = (id: number | undefined) =>
		id === undefined ? undefined : withParameters(path, { modal: "details", id });
	const { previous, next } = { previous: address(steps.previous), next: address(steps.next) };
	useReadingKeys({
		...{ id: reading?.id, previous, next, back: path },
		edit: reading && `/admin/editor?id=${reading.id}`,
		tick: () => reading && ticks.ticked && ticks.tick([reading.id], !ticks.ticked.has(reading.id)),
		help: () => setHelps(true),
	});
	useFocusBack(reading?.id);
	useReadAhead(path, steps.next, steps.previous);
	const labels = {
		...{ number: "#", title: t("admin.talk"), name: t("admin.speaker"), tracks: t("admin.track") },
		...{ panel: t("admin.panel"), updated: t("admin.updated"), status: t("admin.status"), mails: t("admin.mails") },
	};
	const pagination = <Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />;
	const bulk = <BulkTools list={list} ticked={ticks.ticked} kept={report?.kept} path={path} />;
	if (!reading) {
		return (
			<>
				<h1>
					{t("admin.proposals")} <span className="total-count">{total}</span>
				</h1>
				<StatusCounts counts={list.counts} />
				<SavedViews views={list.views} />
				<ListFilters base={BASE} state={state}>
					<TrackFilter value={state.track} tracks={tracks} />
					<StatusFilter value={state.status} />
					<NeedFilter value={state.need} needs={NEEDS} />
				</ListFilters>
				<ReportBanner report={report} />
				<ProposalTable
					{...{ rows, tracks, state, path, saves, ticks, labels }}
					finding={list.finding}
					kept={report?.kept}
					tools={bulk}
				/>
				<div className="list-foot">
					{pagination}
					<ColumnChoice base={BASE} state={state} labels={labels} />
					<PageSize base={BASE} state={state} />
					<ViewForms views={list.views} path={path} typed={report?.viewName} />
				</div>
				{helps && <Shortcuts close={() => setHelps(false)} />}
			</>
		);
	}
	return (
		<div className="reading">
			<div className="reading-side">
				<ReportBanner report={report} />
				<ReadingPane
					{...{ entry: reading, previous, next, tracks, saves }}
					here={address(reading.id) ?? path}
					back={path}
					place={placeOf(reading)}
					tools={<TalkTools entry={reading} path={withParameters(path, { over: "details" })} />}
				/>
			</div>
			<div className="reading-others">
				<h2>
					{t("admin.proposals")} <span className="total-count">{total}</span>
				</h2>
				<SearchWithin base={BASE} state={state} />
				<Form method="post" action={address(reading.id)} preventScrollReset noValidate>
					<FormToken />
					<ReadingList rows={rows} id={reading.id} path={path} ticks={ticks} />
					{bulk}
				</Form>
				{pagination}
			</div>
			{helps && <Shortcuts close={() => setHelps(false)} />}
		</div>
	);

	function placeOf(entry: Readable): string {
		if ("isGlimpse" in entry || entry.beside.position === undefined) return "";
		return t("reading.place", { position: entry.beside.position, total: entry.beside.total });
	}
}

/** The neighbours of the entry being read: by the rows as they are shown, and beyond them as the server has them. */
function stepsOf(rows: readonly { id: number }[], reading: Readable | undefined) {
	if (!reading) return { previous: undefined, next: rows[0]?.id };
	const at = rows.findIndex(({ id }) => id === reading.id);
	const { previous, next } = "isGlimpse" in reading ? { previous: undefined, next: undefined } : reading.beside;
	const unseen = (id: number | undefined) => (rows.some((row) => row.id === id) ? undefined : id);
	if (at < 0) return { previous, next };
	return { previous: rows[at - 1]?.id ?? unseen(previous), next: rows[at + 1]?.id ?? unseen(next) };
}

function StatusCounts({ counts }: { counts: Props["list"]["counts"] }) {
	const { t } = useTranslation();
	return (
		<p className="status-counts">
			{STATUSES.map((status) => (
				<a key={status} href={listPath(BASE, { status })} className={`status-dot ${lookOf(status)}`}>
					{t(`status.${status}`)} <b>{counts[status]}</b>
				</a>
			))}{" "}
			<a className="button" href="/admin/tracks">
				{t("tracks.title")}
			</a>
		</p>
	);
}
