import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EntryDetails } from "../components/entries/entry-details.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { DialogPage } from "../components/layout/dialog-page.tsx";
import { FoundText } from "../components/lists/found-text.tsx";
import { ListFilters } from "../components/lists/list-filters.tsx";
import { ListTable } from "../components/lists/list-table.tsx";
import { listPath, withParameters } from "../components/lists/list-url.ts";
import { Marked } from "../components/lists/marked.tsx";
import { Pagination } from "../components/lists/pagination.tsx";
import { workColumns } from "../components/lists/work-columns.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { publicDetails, publicPath, publicWorksPage, worksTitle } from "../pages/public-lists.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";
import { useTranslation } from "../translation.tsx";

const BASE = "/nominations-aigc";

export const handle: RouteHandle = { wide: true, island: "list" };

/** The public works of the showcase (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const list = publicWorksPage(context, search);
	const modal = await publicDetails(context, "aigc", search);
	const heading = worksTitle(context);
	const title = modal ? t("works.detailsTitle") : heading;
	return {
		list,
		modal,
		heading,
		title: pageTitle(context, title),
		shared: sharedPage(context, { path: publicPath(BASE, list, modal), title: modal?.title || title }),
		description: t("search.works", { product: context.brand.product }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function PublicWorks() {
	const { list, modal, heading } = useLoaderData<typeof loader>();
	const { t } = useTranslation();
	const { state, rows, total, page, pages, lastReceived } = list;
	const columns = workColumns<(typeof rows)[number]>(t, state.q, {
		cell: (row) => (
			<>
				<Marked text={row.title} query={state.q} />
				<FoundText found={row.found} query={state.q} />
			</>
		),
	});
	const path = listPath(BASE, state);
	if (modal) {
		return (
			<DialogPage title={t("works.detailsTitle")} back={path}>
				<p className="hint">
					<Dated date={modal.created} text={t("entry.created", { time: modal.created })} />
				</p>
				<EntryDetails entry={modal.shown} />
			</DialogPage>
		);
	}
	return (
		<>
			<h1>{heading}</h1>
			<p className="lead">
				{t("works.total", { count: total })}
				{lastReceived && (
					<>
						{" "}
						· <Dated date={lastReceived} text={t("works.last", { time: lastReceived })} />
					</>
				)}
			</p>
			<ListFilters
				base={BASE}
				state={state}
				clear={state.q && listPath(BASE, { ...state, q: "", page: 1 })}
				tools={
					<a className="button" href={listPath(`${BASE}/export`, { ...state, page: 1 })}>
						{t("admin.csv")}
					</a>
				}
			/>
			<ListTable
				label={heading}
				rows={rows}
				columns={columns}
				order={{ sort: state.sort, pathOf: (sort) => listPath(BASE, { ...state, sort, page: 1 }) }}
				finding={list.finding}
				open={(id) => withParameters(path, { modal: "details", id })}
			/>
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} numbered alone />
		</>
	);
}
