import { Form, Link } from "@remix-run/react";
import type { forumPage } from "../pages/forum.server.ts";
import type { Report } from "../pages/proposal-actions.server.ts";
import type { Option } from "../programmes/define.ts";
import { FORUM_COUNTRIES, forum, INVITATION_STATUSES } from "../programmes/forum.ts";
import { fieldOf } from "../programmes/index.ts";
import { useTranslation } from "../translation.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FormToken } from "./form-token.tsx";
import { listPath, withParameters } from "./list-address.ts";
import { FilterSelect, ListFilters } from "./list-filters.tsx";
import { type Column, ListTable } from "./list-table.tsx";
import { Pagination } from "./pagination.tsx";
import { ReportBanner } from "./report.tsx";
import { useTicks } from "./ticks.tsx";

export const BASE = "/admin/forum";

/** Themes are cut here in the table (specification section 9); the details have them whole. */
const MOST_THEMES = 50;

type Page = ReturnType<typeof forumPage>;
type Row = Page["rows"][number];

const CHINESE = "zh-Hans";

const topics = fieldOf(forum, "forumTopic");
const TOPICS: readonly Option[] = "options" in topics ? topics.options : [];
/** One of each label: two values are shown as confirmed. */
const STATES = INVITATION_STATUSES.filter(
	({ label }, at) => INVITATION_STATUSES.findIndex((one) => one.label.zh === label.zh) === at,
);

/** The table of registrations with its filters. */
export function ForumList({ page: list, report }: { page: Page; report: Report | undefined }) {
	const { t, locale } = useTranslation();
	const ticks = useTicks();
	const { state, filters, rows, total, page, pages } = list;
	const path = listPath(BASE, state);
	const columns: Column<Row>[] = [
		{ sort: "id", label: "#", className: "number", cell: (row) => row.displayIndex },
		{
			sort: "name",
			label: t("forum.name"),
			head: true,
			cell: (row) => (
				<>
					{row.title} {row.withdrawn && <span className="status reject">{t("entry.withdrawn")}</span>}
				</>
			),
		},
		{
			sort: "companySchool",
			label: t("forum.company"),
			className: "who",
			cell: (row) => (
				<>
					{row.company}
					<br />
					<span className="hint">{row.position}</span>
				</>
			),
		},
		{ sort: "countryRegion", label: t("forum.country"), cell: (row) => <Country name={row.country} /> },
		{ label: t("forum.themes"), cell: (row) => cut(row.themes.map(themeLabel).join(locale === "zh" ? "、" : ", ")) },
		{ label: t("forum.invitation"), cell: (row) => <Invitation value={row.invitation} /> },
		{ sort: "updated", label: t("admin.updated"), className: "when", cell: (row) => row.updated },
	];
	return (
		<>
			<h1>
				{t("forum.title")} <span className="total">{total}</span>
			</h1>
			<ListFilters
				base={BASE}
				state={state}
				tools={
					<Link className="button" to={`${BASE}/import`}>
						{t("forum.import")}
					</Link>
				}
			>
				<Choice
					name="countryRegion"
					label={t("forum.country")}
					chosen={filters}
					options={FORUM_COUNTRIES}
					lang={CHINESE}
				/>
				<Choice name="forumTopic" label={t("forum.theme")} chosen={filters} options={TOPICS} />
				<Choice
					name="invitationConfirmed"
					label={t("forum.invitation")}
					chosen={filters}
					options={STATES}
					lang={CHINESE}
				/>
			</ListFilters>
			<ReportBanner report={report} />
			<Form method="post" action={path} preventScrollReset>
				<FormToken />
				<ListTable
					label={t("forum.title")}
					rows={rows}
					columns={columns}
					sort={state.sort}
					pathOf={(sort) => listPath(BASE, { ...state, sort, page: 1 })}
					open={(id) => withParameters(path, { modal: "details", id })}
					ticks={ticks}
				/>
				<div className="actions">
					<CsvButton kind="forum" path={path} ticked={ticks.ticked} />
					{ticks.ticked && <span role="status">{t("bulk.selected", { count: ticks.ticked.size })}</span>}
				</div>
			</Form>
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);

	function themeLabel(value: string): string {
		return TOPICS.find((option) => option.value === value)?.label[locale] ?? value;
	}
}

function cut(text: string): string {
	const characters = [...text];
	return characters.length > MOST_THEMES ? `${characters.slice(0, MOST_THEMES).join("")}…` : text;
}

/** Countries are filtered and shown under the names the organisers use. */
function Country({ name }: { name: string }) {
	return FORUM_COUNTRIES.some(({ value }) => value === name) ? <span lang={CHINESE}>{name}</span> : name;
}

/** The Chinese labels of the specification, in both languages of the console. */
function Invitation({ value }: { value: string }) {
	const known = INVITATION_STATUSES.find((status) => status.value === value);
	return known ? <span lang={CHINESE}>{known.label.zh}</span> : value || "–";
}

function Choice(props: {
	name: string;
	label: string;
	chosen: Readonly<Record<string, string>>;
	options: readonly Option[];
	/** Chinese labels, whatever the language of the page. */
	lang?: typeof CHINESE;
}) {
	const { name, label, chosen, options, lang } = props;
	const { locale } = useTranslation();
	const labelled = options.map((option) => ({ value: option.value, label: option.label[lang ? "zh" : locale] }));
	return <FilterSelect name={name} label={label} value={chosen[name]} options={labelled} lang={lang} />;
}
