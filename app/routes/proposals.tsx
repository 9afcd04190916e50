import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { EntryDetails } from "../components/entries/entry-details.tsx";
import { StatusMark } from "../components/entries/status-mark.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { Modal } from "../components/layout/modal.tsx";
import { ListFilters, StatusFilter, TrackFilter } from "../components/lists/list-filters.tsx";
import { ListTable } from "../components/lists/list-table.tsx";
import { listPath, withParameters } from "../components/lists/list-url.ts";
import { Pagination } from "../components/lists/pagination.tsx";
import type { Column } from "../components/lists/table.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { publicDetails, publicTalksPage } from "../pages/public-lists.server.ts";
import { marks } from "../programmes/marks.ts";

const BASE = "/proposals";

export const handle: RouteHandle = { wide: true, island: "list" };

/** The public talks (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const list = publicTalksPage(context, search);
	const modal = await publicDetails(context, "talk", search);
	const hasSchedule = context.services.publicSchedule.current() !== undefined;
	return {
		list,
		modal,
		hasSchedule,
		title: pageTitle(context, modal?.title ?? t("publicTalks.title")),
		description: t("search.talks", { product: context.brand.product }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function PublicTalks() {
	const { list, modal, hasSchedule } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	const { state, rows, total, page, pages, tracks } = list;
	const path = listPath(BASE, state);
	if (modal) {
		return (
			<Modal title={modal.title} back={path} open list={null}>
				<p className="lead">
					<StatusMark status={modal.status} />{" "}
					{modal.emailSent && <span className="status">{t("publicTalks.sent")}</span>}{" "}
					<Dated date={modal.created} text={t("entry.created", { time: modal.created })} /> ·{" "}
					<Dated date={modal.updated} text={t("entry.updated", { time: modal.updated })} />
				</p>
				<EntryDetails entry={modal.shown} audience="public" />
			</Modal>
		);
	}
	const open = (id: number) => withParameters(path, { modal: "details", id });
	const columns: Column<(typeof rows)[number]>[] = [
		{ sort: "id", label: "#", className: "number-cell", cell: (row) => row.displayIndex },
		{ sort: "title", label: t("admin.talk"), head: true, cell: (row) => row.title },
		{
			sort: "name",
			label: t("admin.speaker"),
			className: "person-cell",
			cell: (row) => (
				<>
					{row.name}
					<br />
					<span className="hint">{row.org}</span>
				</>
			),
		},
		{ sort: "tracks", label: t("admin.track"), cell: (row) => row.track },
		{ label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
		{ sort: "status", label: t("admin.status"), cell: (row) => <StatusMark status={row.status} /> },
		{ label: t("publicTalks.mail"), cell: (row) => (row.emailSent ? t("publicTalks.sent") : "–") },
	];
	return (
		<>
			<h1>
				{t("publicTalks.title")} <span className="total-count">{total}</span>
			</h1>
			<p className="lead">
				{t("publicTalks.lead")}
				{marks[locale].space}
				{hasSchedule && <a href="/schedule">{t("publicSchedule.title")}</a>}
			</p>
			<ListFilters base={BASE} state={state}>
				<TrackFilter value={state.track} tracks={tracks} />
				<StatusFilter value={state.status} />
			</ListFilters>
			<ListTable
				label={t("publicTalks.title")}
				rows={rows}
				columns={columns}
				order={{ sort: state.sort, pathOf: (sort) => listPath(BASE, { ...state, sort, page: 1 }) }}
				open={open}
			/>
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);
}
