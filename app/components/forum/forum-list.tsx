import { Form, Link } from "@remix-run/react";
import { memo, type ReactNode } from "react";
import type { HeldRow } from "../../hooks/held-rows.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { type Readable, readAhead } from "../../hooks/readings.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import type { Ticks } from "../../hooks/ticks.ts";
import { CONSOLE_LISTS } from "../../kinds.ts";
import type { ForumReport, forumPage } from "../../pages/forum.server.ts";
import type { Option } from "../../programmes/define.ts";
import { FORUM_COUNTRIES, invitations } from "../../programmes/forum.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { EntryMarks, PresenceMark } from "../entries/status-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ReportBanner } from "../layout/action-report.tsx";
import { BulkTools, LastBulk, RemovedLink } from "../lists/bulk-tools.tsx";
import { ChoiceCell } from "../lists/choice-cell.tsx";
import { FoundText } from "../lists/found-text.tsx";
import { FilterSelect, ListFilters, NeedFilter, StatusFilter } from "../lists/list-filters.tsx";
import { ListTable } from "../lists/list-table.tsx";
import { listPath, withParameters } from "../lists/list-url.ts";
import { FirstLine, Marked } from "../lists/marked.tsx";
import { Pagination } from "../lists/pagination.tsx";
import { titleInRow } from "../lists/row-title.ts";
import { SaveChanges } from "../lists/save-changes.tsx";
import { SavedViews, ViewForms } from "../lists/saved-views.tsx";
import { StatusCell } from "../lists/status-cell.tsx";
import { type Column, wholeOf } from "../lists/table.tsx";
import { TitleLink } from "../lists/title-link.tsx";
import { type ListParts, ReadingScreen } from "../reading/reading-screen.tsx";
import { ForumNotes } from "./forum-notes.tsx";

const BASE = CONSOLE_LISTS.forum;

/** Themes are cut here in the table (specification section 9); the details have them whole. */
const MOST_THEMES = 50;

type Page = ReturnType<typeof forumPage>;
type Row = HeldRow<Page["rows"][number]>;

interface Props {
	list: Page;
	/** The registration that is being read beside the list. */
	reading: Readable | undefined;
	/** Address of the list. */
	path: string;
	report: ForumReport | undefined;
}

/** Registrations: a table with its filters, or a short list beside the one that is being read. */
export const ForumList = memo((props: Props) => {
	const { list, path, report } = props;
	const { t } = useTranslation();
	const tools = (ticks: Ticks, beside: boolean) => (
		<BulkTools kind="forum" {...{ list, ticks, report, path, beside }} />
	);
	return (
		<ReadingScreen
			{...props}
			kind="forum"
			title={t("forum.title")}
			about={({ org }) => org}
			caption={t("forum.details")}
			tools={(ticks) => (
				<>
					{tools(ticks, true)}
					<LastBulk batch={list.batch} />
				</>
			)}
			notes={(entry) => <ForumNotes key={entry.id} entry={entry} labels={list.labels} report={report} path={path} />}
		>
			{(parts) => <ForumTable {...{ list, path, report }} {...parts} tools={tools(parts.ticks, false)} />}
		</ReadingScreen>
	);
});

/** The table of registrations with its filters. */
function ForumTable(props: Omit<Props, "reading"> & ListParts<Row> & { tools: ReactNode }) {
	const { list, path, report, rows, saves, ticks, total, pages, tools } = props;
	const { t, locale } = useTranslation();
	const inBrowser = useInBrowser();
	const { state, filters, page } = list;
	const note = inBrowser ? t("admin.savesItself") : undefined;
	const columns: Column<Row>[] = [
		{ sort: "id", label: "#", className: "number-cell", cell: (row) => row.displayIndex },
		{
			sort: "name",
			label: t("forum.name"),
			head: true,
			className: "person-cell",
			whole: (row) => row.title,
			cell: (row) => (
				<>
					<TitleLink {...{ row, path }} query={state.q} /> <Reference of={row.reference} call={row.call} />{" "}
					<PresenceMark presence={row.presence} /> <EntryMarks entry={row} />
					{row.gone && <span className="hint">{t("admin.rowGone")}</span>}
					<FoundText found={row.found} query={state.q} />
				</>
			),
		},
		{
			sort: "companySchool",
			label: t("forum.company"),
			className: "person-cell",
			whole: (row) => wholeOf(row.org, row.position),
			cell: (row) => (
				<>
					<FirstLine text={row.org} query={state.q} />{" "}
					<span className="hint">
						<Marked text={row.position} query={state.q} />
					</span>
				</>
			),
		},
		{
			sort: "countryRegion",
			label: t("forum.country"),
			className: "text-cell",
			cell: (row) => labelIn(FORUM_COUNTRIES, row.country),
		},
		{
			label: t("forum.themes"),
			className: "person-cell",
			whole: themesOf,
			cell: (row) => cut(themesOf(row)),
		},
		{ sort: "updated", label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
		{ label: t("forum.invitation"), note, cell: (row) => <InvitationCell row={row} saves={saves} /> },
		{
			sort: "status",
			label: t("admin.status"),
			note,
			cell: (row) => <StatusCell row={row} saves={saves} withButton={!inBrowser} />,
		},
	];
	return (
		<>
			<h1>
				{t("forum.title")} <span className="total-count">{total}</span>
			</h1>
			<SavedViews views={list.views} />
			<ListFilters
				base={BASE}
				state={state}
				write={total > 0 ? list.write : undefined}
				tools={
					list.takesFiles && (
						<Link className="button" to={`${BASE}/import`}>
							{t("forum.import")}
						</Link>
					)
				}
			>
				<Choice name="countryRegion" label={t("forum.country")} chosen={filters} options={FORUM_COUNTRIES} />
				<Choice name="forumTopic" label={t("forum.theme")} chosen={filters} options={list.topics} />
				<Choice name="invitationConfirmed" label={t("forum.invitation")} chosen={filters} options={invitations()} />
				<StatusFilter value={state.status} />
				<NeedFilter value={state.need} needs={list.needs} />
			</ListFilters>
			<ReportBanner report={report} />
			<Form method="post" action={path} preventScrollReset noValidate>
				<FormToken />
				<SaveChanges rows={rows} />
				<LastBulk batch={list.batch} />
				<ListTable
					label={t("forum.title")}
					rows={rows}
					columns={columns}
					order={{ sort: state.sort, pathOf: (sort) => listPath(BASE, { ...state, sort, page: 1 }) }}
					open={(id) => withParameters(path, { modal: "details", id })}
					ahead={(id) => void readAhead(path, id)}
					ticks={ticks}
					finding={list.finding}
				/>
				{tools}
			</Form>
			<div className="list-foot">
				<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} alone />
				<RemovedLink removed={list.removed} />
				<ViewForms views={list.views} path={path} typed={report?.viewName} />
			</div>
		</>
	);

	function themesOf(row: Row): string {
		return row.themes.map((theme) => labelIn(list.topics, theme)).join(marks[locale].item);
	}

	function labelIn(options: readonly Option[], value: string): string {
		return options.find((option) => option.value === value)?.label[locale] ?? value;
	}
}

function cut(text: string): string {
	const characters = [...text];
	return characters.length > MOST_THEMES ? `${characters.slice(0, MOST_THEMES).join("")}…` : text;
}

function InvitationCell({ row, saves }: { row: Row; saves: RowSaves }) {
	const { t, locale } = useTranslation();
	const none = { value: "", label: "–" };
	return (
		<ChoiceCell
			row={row}
			name="invitation"
			seen="invited"
			value={row.invitation}
			label={t("forum.invitationOf", { title: titleInRow(row) })}
			options={[none, ...invitations(row.invitation).map(({ value, label }) => ({ value, label: label[locale] }))]}
			saves={saves}
			withButton={false}
		/>
	);
}

function Choice(props: {
	name: string;
	label: string;
	chosen: Readonly<Record<string, string>>;
	options: readonly Option[];
}) {
	const { name, label, chosen, options } = props;
	const { locale } = useTranslation();
	const labelled = options.map((option) => ({ value: option.value, label: option.label[locale] }));
	return <FilterSelect name={name} label={label} value={chosen[name]} options={labelled} />;
}
