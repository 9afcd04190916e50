import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { DETAILS, PANE, shortPart } from "../../fragments.ts";
import type { ConsoleTranslate } from "../../i18n.ts";
import { CONSOLE_LISTS, type EntryKind, rulesOfKind } from "../../kinds.ts";
import { KEYS } from "../../open-in-list.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { Reading } from "../../pages/reading.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { FragmentPart } from "../layout/fragment-part.tsx";
import { LastBulk } from "../lists/bulk-tools.tsx";
import { SearchWithin } from "../lists/list-filters.tsx";
import { ListReport } from "../lists/list-report.tsx";
import { listPath, withParameters } from "../lists/list-url.ts";
import { Pagination } from "../lists/pagination.tsx";
import { TickPage } from "../lists/tick-boxes.tsx";
import { UndoForm } from "../lists/undo-form.tsx";
import { EntryTools } from "./entry-tools.tsx";
import { type ReadableRow, ShortRow } from "./reading-list.tsx";
import { ReadingPane } from "./reading-pane.tsx";

interface Props<Row> {
	kind: EntryKind;
	title: string;
	page: {
		path: string;
		state: Readonly<Record<string, string | number>> & { q: string; sort: string };
		fragmentId: string | undefined;
		reading: Reading | undefined;
		list:
			| {
					rows: readonly Row[];
					total: number;
					page: number;
					pages: number;
					batch: Parameters<typeof LastBulk>[0]["batch"];
					undo: string | undefined;
			  }
			| undefined;
		/** The only row of the answer. */
		row: Row | undefined;
	};
	/** The tracks an entry may get, if its kind has tracks. */
	tracks?: readonly { id: string; label: string }[];
	report: Report | undefined;
	/** What the short list says of an entry below its title. */
	about: (row: Row) => string;
	/** What entries are called when they are read. */
	caption?: string;
	/** What stands below the answers of an entry. */
	notes?: (entry: Reading) => ReactNode;
	/** What can be done with several rows of the short list. */
	tools: ReactNode;
	/** A row of the table. */
	row: (row: Row) => ReactNode;
	/** What else of the page a changed row changes. */
	withRow?: ReactNode;
	/** The list where no entry of it is read. */
	children: ReactNode;
}

/** A list of the console: by itself, or in short beside the entry that is being read. Or the part that a script asks for. */
export function ReadingScreen<Row extends ReadableRow>(props: Props<Row>) {
	const { kind, title, page, report, about, tools, row, children } = props;
	const { t } = useTranslation();
	const { path, state, reading, list, fragmentId } = page;
	const kept = report?.kept?.ids ?? [];
	const short = (one: Row, isCurrent: boolean) => (
		<ShortRow key={one.id} row={one} about={about(one)} isCurrent={isCurrent} path={path} kept={kept} />
	);
	if (page.row) {
		return (
			<>
				{fragmentId === shortPart(page.row.id) ? short(page.row, reading !== undefined) : row(page.row)}
				{reading && (
					<FragmentPart to={`#${PANE}[data-reading="${reading.id}"]`}>
						<Pane {...props} reading={reading} />
					</FragmentPart>
				)}
				{props.withRow}
				<FragmentPart>
					<ReportBanner report={report}>
						{report?.undo && <UndoForm path={path} fields={report.undo} part={page.row.id} />}
					</ReportBanner>
					{report?.warnings && <ReportBanner report={{ lines: report.warnings, wrong: true }} />}
				</FragmentPart>
			</>
		);
	}
	if (reading && fragmentId === PANE) {
		return (
			<>
				<ReportBanner report={report} />
				<Pane {...props} reading={reading} />
			</>
		);
	}
	if (!reading || !list) {
		return (
			<>
				{children}
				<KeysOffer path={path} />
			</>
		);
	}
	const { rows, total, pages } = list;
	const overEntry = withParameters(path, { over: DETAILS, id: reading.id });
	return (
		<div className="reading">
			<div className="reading-side">
				<ListReport {...{ page, report }} />
				<Pane {...props} reading={reading} />
			</div>
			<div className="reading-others">
				<div className="reading-heading">
					<h2>
						{title} <span className="total-count">{total}</span>
					</h2>
					<KeysOffer path={overEntry} />
				</div>
				<SearchWithin base={CONSOLE_LISTS[kind]} state={state} id={reading.id} />
				<Form method="post" action={withParameters(path, { modal: "details", id: reading.id })} noValidate>
					<FormToken />
					<TickPage />
					<ol className="reading-list" {...places(t, page)}>
						{rows.map((one) => short(one, one.id === reading.id))}
					</ol>
					{tools}
					<LastBulk batch={list.batch} />
				</Form>
				<Pagination
					{...{ page: list.page, pages }}
					pathOf={(number) => listPath(CONSOLE_LISTS[kind], { ...state, page: number })}
				/>
			</div>
		</div>
	);
}

/** Attributes of a list with what a script says of the entry that is read in it. */
export function places(
	t: ConsoleTranslate,
	{ path, state, list }: Pick<Props<unknown>["page"], "path" | "state" | "list">,
): Readonly<Record<`data-${string}`, string>> {
	if (!list || path.includes("return=")) return {};
	const before = (list.page - 1) * Number(state.rows);
	return { "data-places": t("reading.place", { position: "#", total: list.total }), "data-before": String(before) };
}

function Pane<Row>({ kind, page, tracks, caption, notes, reading }: Props<Row> & { reading: Reading }) {
	const { path } = page;
	const { t } = useTranslation();
	const from = new URL(path, "http://internal").searchParams.get("return") ?? undefined;
	const address = (id: number | undefined) =>
		id === undefined || from !== undefined ? undefined : withParameters(path, { modal: "details", id });
	const here = withParameters(path, { modal: "details", id: reading.id });
	const { beside } = reading;
	const edit =
		rulesOfKind(kind).hasEditor && !reading.archived
			? `/admin/editor?${new URLSearchParams({ id: String(reading.id), return: here })}`
			: undefined;
	return (
		<ReadingPane
			{...{ entry: reading, here, from, caption, tracks }}
			back={path}
			previous={address(beside.previous)}
			next={address(beside.next)}
			place={
				from === undefined && beside.position !== undefined
					? t("reading.place", { position: beside.position, total: beside.total })
					: ""
			}
			tools={<EntryTools entry={reading} path={withParameters(path, { over: "details" })} edit={edit} />}
		>
			{notes}
		</ReadingPane>
	);
}

/** A script makes the link to the keys. */
function KeysOffer({ path }: { path: string }) {
	const { t } = useTranslation();
	return (
		<p className="keys-offer" data-href={withParameters(path, { modal: KEYS })} data-label={t("reading.shortcuts")} />
	);
}
