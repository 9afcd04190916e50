import { Link } from "@remix-run/react";
import { rowPart } from "../../fragments.ts";
import { CONSOLE_LISTS } from "../../kinds.ts";
import type { ForumReport, forumPage } from "../../pages/forum.server.ts";
import type { Option } from "../../programmes/define.ts";
import { FORUM_COUNTRIES, invitations } from "../../programmes/forum.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { EntryMarks, PresenceMark } from "../entries/status-mark.tsx";
import { BulkTools, LastBulk, RemovedLink } from "../lists/bulk-tools.tsx";
import { ChoiceCell } from "../lists/choice-cell.tsx";
import { FoundText } from "../lists/found-text.tsx";
import { chosenIn, FilterSelect, ListFilters, NeedFilter, StatusFilter } from "../lists/list-filters.tsx";
import { ListReport } from "../lists/list-report.tsx";
import { detailsColumn, ListTable } from "../lists/list-table.tsx";
import { listPath, withParameters } from "../lists/list-url.ts";
import { FirstLine, Marked } from "../lists/marked.tsx";
import { Pagination } from "../lists/pagination.tsx";
import { titleInRow } from "../lists/row-title.ts";
import { RowsForm } from "../lists/rows-form.tsx";
import { SaveChanges } from "../lists/save-changes.tsx";
import { SavedViews, ViewForms } from "../lists/saved-views.tsx";
import { StatusCell } from "../lists/status-cell.tsx";
import { type Column, TableRow, wholeOf } from "../lists/table.tsx";
import { TickAll, TickBox } from "../lists/tick-boxes.tsx";
import { TitleLink } from "../lists/title-link.tsx";
import { ReadingScreen } from "../reading/reading-screen.tsx";
import { ForumNotes } from "./forum-notes.tsx";

const BASE = CONSOLE_LISTS.forum;

/** Themes are cut here in the table (specification section 9); the details have them whole. */
const MOST_THEMES = 50;

type Page = ReturnType<typeof forumPage>;
type Row = NonNullable<Page["row"]>;

/** Registrations: a table with its filters, or a short list beside the one that is being read. */
export function ForumList({ page, report }: { page: Page; report: ForumReport | undefined }) {
	const { t, locale } = useTranslation();
	const { list, state, path, about } = page;
	const labelIn = (options: readonly Option[], value: string) =>
		options.find((option) => option.value === value)?.label[locale] ?? value;
	const themesOf = (row: Row) => row.themes.map((theme) => labelIn(about.topics, theme)).join(marks[locale].item);
	const note = t("admin.savesItself");
	const columns: Column<Row>[] = [
		{ sort: "id", label: "#", className: "number-cell", stays: true, cell: (row) => row.displayIndex },
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
		{ label: t("forum.themes"), className: "person-cell", whole: themesOf, cell: (row) => cut(themesOf(row)) },
		{ sort: "updated", label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
		{ label: t("forum.invitation"), note, cell: (row) => <InvitationCell row={row} /> },
		{ sort: "status", label: t("admin.status"), note, cell: (row) => <StatusCell row={row} /> },
		detailsColumn<Row>(t, (id) => withParameters(path, { modal: "details", id })),
	];
	const kept = report?.kept?.ids ?? [];
	const boxes = { heading: <TickAll />, cell: (row: { id: number; title: string }) => <TickBox {...{ row, kept }} /> };
	const tools = (beside: boolean) => list && <BulkTools kind="forum" {...{ list, report, beside }} />;
	return (
		<ReadingScreen
			kind="forum"
			title={t("forum.title")}
			{...{ page, report }}
			about={({ org }) => org}
			caption={t("forum.details")}
			tools={tools(true)}
			notes={(entry) => <ForumNotes {...{ entry, report, path }} labels={about.labels} />}
			row={(row) => <TableRow {...{ row, columns, boxes }} rowId={rowPart} />}
		>
			{list && (
				<>
					<h1>
						{t("forum.title")} <span className="total-count">{list.total}</span>
					</h1>
					<SavedViews views={list.views} />
					<ListFilters
						base={BASE}
						state={state}
						chosen={[
							labelIn(FORUM_COUNTRIES, about.filters.countryRegion ?? ""),
							labelIn(about.topics, about.filters.forumTopic ?? ""),
							labelIn(invitations(), about.filters.invitationConfirmed ?? ""),
							state.status && t(`status.${state.status}`),
							chosenIn(list.needs, state.need),
						]}
						write={list.total > 0 ? list.write : undefined}
						tools={
							list.takesFiles && (
								<Link className="button" to={`${BASE}/import`}>
									{t("forum.import")}
								</Link>
							)
						}
					>
						<Choice name="countryRegion" label={t("forum.country")} chosen={about.filters} options={FORUM_COUNTRIES} />
						<Choice name="forumTopic" label={t("forum.theme")} chosen={about.filters} options={about.topics} />
						<Choice
							name="invitationConfirmed"
							label={t("forum.invitation")}
							chosen={about.filters}
							options={invitations()}
						/>
						<StatusFilter value={state.status} />
						<NeedFilter value={state.need} needs={list.needs} />
					</ListFilters>
					<ListReport {...{ page, report }} />
					<RowsForm page={page}>
						<SaveChanges rows={list.rows} />
						<LastBulk batch={list.batch} />
						<ListTable
							label={t("forum.title")}
							{...{ rows: list.rows, columns, boxes, finding: list.finding }}
							rowId={rowPart}
							order={{ sort: state.sort, pathOf: (sort) => listPath(BASE, { ...state, sort, page: 1 }) }}
						/>
						{tools(false)}
					</RowsForm>
					<div className="list-foot">
						<Pagination
							{...{ page: list.page, pages: list.pages }}
							pathOf={(page) => listPath(BASE, { ...state, page })}
							alone
						/>
						<RemovedLink removed={list.removed} />
						<ViewForms views={list.views} path={path} typed={report?.viewName} />
					</div>
				</>
			)}
		</ReadingScreen>
	);
}

function cut(text: string): string {
	const characters = [...text];
	return characters.length > MOST_THEMES ? `${characters.slice(0, MOST_THEMES).join("")}…` : text;
}

function InvitationCell({ row }: { row: Row }) {
	const { t, locale } = useTranslation();
	const none = { value: "", label: "–" };
	return (
		<ChoiceCell
			row={row}
			choice="invitation"
			value={row.invitation}
			label={t("forum.invitationOf", { title: titleInRow(row) })}
			options={[none, ...invitations(row.invitation).map(({ value, label }) => ({ value, label: label[locale] }))]}
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
