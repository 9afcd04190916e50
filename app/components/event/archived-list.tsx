import { Form } from "@remix-run/react";
import { useAllTexts } from "../../all-texts.ts";
import type { archivedEntries } from "../../pages/archived-entries.server.ts";
import { marks } from "../../programmes/marks.ts";
import { PresenceMark } from "../entries/status-mark.tsx";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { listPath } from "../lists/list-url.ts";
import { Pagination } from "../lists/pagination.tsx";
import { type Column, Table } from "../lists/table.tsx";

type List = NonNullable<ReturnType<typeof archivedEntries>["list"]>;
type Row = List["rows"][number];

/** The entries of one kind of an archived event: searched, in pages, and as a file. */
export function ArchivedList({ base, list }: { base: string; list: List }) {
	const { t, locale } = useAllTexts();
	const { totals, kind, q, rows, total, page, pages, csv } = list;
	const columns: Column<Row>[] = [
		{
			label: t("editionPage.columns.entry"),
			head: true,
			cell: ({ id, title, name, reference }) => (
				<>
					<a href={`${base}?id=${id}`} lang={langOf(title || name, locale)}>
						{title || name}
					</a>{" "}
					<span className="hint">{reference}</span>
				</>
			),
		},
		{
			label: t("editionPage.columns.person"),
			cell: ({ name, org }) => [name, org].filter(Boolean).join(" · "),
		},
		...(rows.some(({ track }) => track)
			? [{ label: t("editionPage.columns.track"), cell: ({ track }: Row) => track }]
			: []),
		{
			label: t("editionPage.columns.status"),
			cell: ({ status, presence }) => (
				<>
					{t(`status.${status}`)} <PresenceMark presence={presence} />
				</>
			),
		},
	];
	return (
		<>
			<nav className="page-links" aria-label={t("editionPage.kinds")}>
				{totals.map((one) => (
					<a
						key={one.kind}
						href={listPath(base, { kind: one.kind })}
						aria-current={one.kind === kind ? "true" : undefined}
					>{`${t(`kind.${one.kind}`)}${marks[locale].brackets(String(one.total))}`}</a>
				))}
			</nav>
			<Form method="get" action={base} className="filters" role="search" noValidate>
				<input type="hidden" name="kind" value={kind} />
				<label>
					{t("editionPage.search")} <input type="search" name="q" defaultValue={q} />
				</label>
				<Space />
				<button type="submit">{t("editionPage.searchButton")}</button>
				<Space />
				<a className="button" href={csv}>
					{t("editionPage.csv")}
				</a>
			</Form>
			<p className="hint">{t("editionPage.total", { count: total })}</p>
			{rows.length > 0 && <Table columns={columns} rows={rows} label={t(`kind.${kind}`)} />}
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(base, { kind, q, page })} />
		</>
	);
}
