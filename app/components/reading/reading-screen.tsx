import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useFocusBack } from "../../hooks/focus-back.ts";
import { type HeldRow, useHeldRows } from "../../hooks/held-rows.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { useReadingKeys } from "../../hooks/reading-keys.ts";
import { doubtReadings, type Readable, useReadAhead } from "../../hooks/readings.ts";
import { useRoomBeside } from "../../hooks/room-beside.ts";
import { type RowSaves, useRowSaves } from "../../hooks/row-saves.ts";
import { useSentDraft } from "../../hooks/sent-draft.ts";
import { type Ticks, useTicks } from "../../hooks/ticks.ts";
import { useToast } from "../../hooks/toast.ts";
import { CONSOLE_LISTS, type EntryKind, rulesOfKind } from "../../kinds.ts";
import { settable } from "../../lifecycle.ts";
import { DETAILS } from "../../open-in-list.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { Reading } from "../../pages/reading.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { SearchWithin } from "../lists/list-filters.tsx";
import { listPath, withParameters } from "../lists/list-url.ts";
import { Pagination } from "../lists/pagination.tsx";
import { EntryTools } from "./entry-tools.tsx";
import { FocusRelease } from "./focus-release.tsx";
import { ReadingDialog } from "./reading-dialog.tsx";
import { type ReadableRow, ReadingList } from "./reading-list.tsx";
import { ReadingPane } from "./reading-pane.tsx";
import { Shortcuts } from "./shortcuts.tsx";

/** Props of the list while no entry is being read. */
export interface ListParts<Row> {
	rows: readonly HeldRow<Row>[];
	saves: RowSaves;
	ticks: Ticks;
	/** Rows that no longer match stay, and so are counted. */
	total: number;
	pages: number;
}

interface Props<Row> {
	kind: EntryKind;
	title: string;
	list: {
		state: Readonly<Record<string, string | number>> & { q: string; sort: string };
		rows: readonly Row[];
		total: number;
		page: number;
		pages: number;
		tracks?: readonly { id: string; label: string }[];
	};
	/** The entry that is being read beside the list. */
	reading: Readable | undefined;
	/** Address of the list, naming the page that the entry was opened from, if that is another. */
	path: string;
	report: Report | undefined;
	/** What the short list says of an entry below its title. */
	about: (row: Row) => string;
	/** What entries are called when they are read. */
	caption?: string;
	/** What stands below the answers of an entry. */
	notes?: (entry: Reading) => ReactNode;
	/** What can be done with several rows. */
	tools: (ticks: Ticks) => ReactNode;
	/** The list where no entry of it is read. */
	children: (parts: ListParts<Row>) => ReactNode;
}

/** A list of the console: by itself, or in short beside the entry that is being read. Its keys work in both. */
export function ReadingScreen<Row extends ReadableRow>(props: Props<Row>) {
	const { kind, title, list, reading, path, report, about, caption, notes, tools, children } = props;
	const { t } = useTranslation();
	const tell = useToast();
	const saves = useRowSaves(path);
	const rows = useHeldRows(list.rows, path, saves.made as ReadonlyMap<number, object>, reading?.id, report);
	const ticks = useTicks(rows, report?.kept?.ids);
	const { refresh } = saves;
	useEffect(() => {
		if (!report) return;
		doubtReadings();
		// The change may have been made although nobody answered. Other answers reload the list themselves, and closing a
		// dialog does: a reload would take away what it says.
		const modal = new URLSearchParams(location.search).get("modal");
		if (report.status === 0 && (modal === null || modal === DETAILS)) refresh();
	}, [report, refresh]);
	const { state, page, tracks } = list;
	const total = list.total + rows.filter(({ gone }) => gone).length;
	const pages = Math.max(list.pages, Math.ceil(total / Number(state.rows)));
	const [helps, setHelps] = useState(false);
	const from = new URL(path, "http://internal").searchParams.get("return") ?? undefined;
	// The order of the page it was opened from is not this list's.
	const steps = from === undefined ? stepsOf(rows, reading) : { previous: undefined, next: undefined };
	const address = (id: number | undefined) =>
		id === undefined ? undefined : withParameters(path, { modal: "details", id });
	const { previous, next } = { previous: address(steps.previous), next: address(steps.next) };
	const { hasEditor } = rulesOfKind(kind);
	const here = address(reading?.id);
	const edit =
		reading && here && hasEditor && !isArchived(reading)
			? `/admin/editor?${new URLSearchParams({ id: String(reading.id), return: here })}`
			: undefined;
	useReadingKeys({
		id: reading?.id,
		previous,
		next,
		back: path,
		from,
		edit,
		choices: reading ? settable("organiser", reading.status).length : 0,
		tick: () => reading && ticks.ticked && ticks.tick([reading.id], !ticks.ticked.has(reading.id)),
		tooEarly: () => tell(t("reading.tooEarly")),
		help: () => setHelps(true),
	});
	useFocusBack(reading?.id);
	useSentDraft(reading?.reference);
	// Nothing is read ahead until an entry is open.
	useReadAhead(path, reading && steps.next, steps.previous);
	const base = CONSOLE_LISTS[kind];
	const inBrowser = useInBrowser();
	const hasRoom = useRoomBeside();
	const offer = inBrowser && (
		<p className="keys-offer">
			<button type="button" className="button-link" aria-keyshortcuts="?" onClick={() => setHelps(true)}>
				{t("reading.shortcuts")}
			</button>{" "}
			<kbd>?</kbd>
		</p>
	);
	const shortcuts = helps && <Shortcuts hasEditor={hasEditor} close={() => setHelps(false)} />;
	const pane = reading && (
		<ReadingPane
			{...{ entry: reading, previous, next, caption, tracks, saves }}
			here={here ?? path}
			back={path}
			from={from}
			place={from === undefined ? placeOf(reading) : ""}
			tools={<EntryTools entry={reading} path={withParameters(path, { over: "details" })} edit={edit} />}
		>
			{notes}
		</ReadingPane>
	);
	// Without scripts an entry is a page of its own, where styles show no list beside it.
	if (!reading || (inBrowser && !hasRoom)) {
		return (
			<FocusRelease view="list">
				{children({ rows, saves, ticks, total, pages })}
				{offer}
				{pane && (
					<ReadingDialog back={path} from={from}>
						{pane}
					</ReadingDialog>
				)}
				{shortcuts}
			</FocusRelease>
		);
	}
	return (
		<FocusRelease view="entry">
			<div className="reading">
				<div className="reading-side">
					<ReportBanner report={report} />
					{pane}
				</div>
				<div className="reading-others">
					<div className="reading-heading">
						<h2>
							{title} <span className="total-count">{total}</span>
						</h2>
						{offer}
					</div>
					<SearchWithin base={base} state={state} id={reading.id} />
					<Form method="post" action={here} preventScrollReset noValidate>
						<FormToken />
						<ReadingList rows={rows} about={about} id={reading.id} path={path} ticks={ticks} />
						{tools(ticks)}
					</Form>
					<Pagination page={page} pages={pages} pathOf={(page) => listPath(base, { ...state, page })} />
				</div>
				{shortcuts}
			</div>
		</FocusRelease>
	);

	function placeOf(entry: Readable): string {
		const at = rows.findIndex(({ id }) => id === entry.id);
		if (at >= 0) {
			const before = (page - 1) * Number(state.rows);
			return t("reading.place", { position: before + at + 1, total });
		}
		if ("isGlimpse" in entry || entry.beside.position === undefined) return "";
		return t("reading.place", { position: entry.beside.position, total: entry.beside.total });
	}
}

const isArchived = (entry: Readable) => !("isGlimpse" in entry) && entry.archived;

/** The neighbours of the entry being read: by the rows as they are shown, and beyond them as the server has them. */
function stepsOf(rows: readonly { id: number }[], reading: Readable | undefined) {
	if (!reading) return { previous: undefined, next: rows[0]?.id };
	const at = rows.findIndex(({ id }) => id === reading.id);
	const { previous, next } = "isGlimpse" in reading ? { previous: undefined, next: undefined } : reading.beside;
	const unseen = (id: number | undefined) => (rows.some((row) => row.id === id) ? undefined : id);
	if (at < 0) return { previous, next };
	return { previous: rows[at - 1]?.id ?? unseen(previous), next: rows[at + 1]?.id ?? unseen(next) };
}
