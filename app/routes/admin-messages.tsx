import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { EntryTitle } from "../components/entries/entry-title.tsx";
import { Space } from "../components/layout/space.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { withParameters } from "../components/lists/list-url.ts";
import { Pagination } from "../components/lists/pagination.tsx";
import { type Column, Table } from "../components/lists/table.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { messageList } from "../pages/messages.server.ts";
import { marks } from "../programmes/marks.ts";

/** The messages of authors that wait for an answer. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const list = messageList(context, new URL(request.url).searchParams);
	return { ...list, title: pageTitle(context, context.t("messages.title")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function MessagesPage() {
	const { path, lead, none, total, views, page, pages, rows } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	const columns: Column<(typeof rows)[number]>[] = [
		{
			label: t("messages.submission"),
			head: true,
			cell: ({ to, title, reference }) => <EntryTitle {...{ to, title, reference }} />,
		},
		{ label: t("messages.from"), className: "text-cell", cell: ({ from }) => from },
		{
			label: t("messages.last"),
			className: "text-cell",
			cell: ({ beginning }) => <span lang={langOf(beginning, locale)}>{beginning}</span>,
		},
		{ label: t("messages.time"), className: "time-cell", cell: ({ time }) => time },
	];
	return (
		<>
			<h1>
				{t("messages.title")} <span className="total-count">{total}</span>
			</h1>
			<p className="lead">{lead}</p>
			<p className="page-links">
				{views.map(({ id, label, count, to, isCurrent }) => (
					<span key={id}>
						<a href={to} aria-current={isCurrent ? "page" : undefined}>
							{label}
							{marks[locale].brackets(String(count))}
						</a>
						<Space />
					</span>
				))}
			</p>
			{rows.length === 0 ? (
				<p className="empty">{none}</p>
			) : (
				<Table columns={columns} rows={rows} label={t("messages.title")} />
			)}
			<Pagination page={page} pages={pages} pathOf={(at) => withParameters(path, { page: at })} />
		</>
	);
}
