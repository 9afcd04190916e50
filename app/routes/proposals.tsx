import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { EntryDetails } from "../components/entries/entry-details.tsx";
import { StatusMark } from "../components/entries/status-mark.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { DialogPage } from "../components/layout/dialog-page.tsx";
import { Space } from "../components/layout/space.tsx";
import { ListFilters, StatusFilter, TrackFilter } from "../components/lists/list-filters.tsx";
import { ListTable } from "../components/lists/list-table.tsx";
import { listPath, withParameters } from "../components/lists/list-url.ts";
import { Pagination } from "../components/lists/pagination.tsx";
import { publicTalkColumns } from "../components/lists/public-talk-columns.tsx";
import { OwnSlot } from "../components/schedule/own-slot.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { publicDetails, publicPath, publicTalksPage } from "../pages/public-lists.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";

const BASE = "/proposals";

export const handle: RouteHandle = { wide: true, island: "list" };

/** The public talks (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const list = publicTalksPage(context, search);
	const modal = await publicDetails(context, "talk", search);
	const title = modal?.title ?? t("publicTalks.title");
	return {
		list,
		modal,
		title: pageTitle(context, title),
		shared: sharedPage(context, { path: publicPath(BASE, list, modal), title, talk: modal?.id }),
		description: t("search.talks", { product: context.brand.product }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function PublicTalks() {
	const { list, modal } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	const { state, rows, total, page, pages, tracks, statuses, showsStatus } = list;
	const path = listPath(BASE, state);
	if (modal) {
		return (
			<DialogPage title={modal.title} back={path}>
				<p className="hint">
					{showsStatus && <StatusMark status={modal.status} />}
					<Space />
					{modal.emailSent && <span className="status">{t("publicTalks.sent")}</span>}
					<Space />
					<Dated date={modal.created} text={t("entry.created", { time: modal.created })} /> ·{" "}
					<Dated date={modal.updated} text={t("entry.updated", { time: modal.updated })} />
				</p>
				{modal.slot && (
					<p>
						<OwnSlot slot={modal.slot} />
					</p>
				)}
				<EntryDetails entry={modal.shown} />
			</DialogPage>
		);
	}
	const columns = publicTalkColumns(t, locale, {
		list,
		open: (id) => withParameters(path, { modal: "details", id }),
	});
	return (
		<>
			<h1>
				{t("publicTalks.title")} <span className="total-count">{total}</span>
			</h1>
			<p className="lead">{t(showsStatus ? "publicTalks.lead" : "publicTalks.accepted")}</p>
			<ListFilters
				base={BASE}
				state={state}
				chosen={[
					tracks.find(({ id }) => id === state.track)?.label,
					showsStatus && state.status ? t(`status.${state.status}`) : undefined,
				]}
			>
				{list.hasTracks && <TrackFilter value={state.track} tracks={tracks} />}
				{showsStatus && <StatusFilter value={state.status} statuses={statuses} />}
			</ListFilters>
			<ListTable
				label={t("publicTalks.title")}
				rows={rows}
				columns={columns}
				order={{ sort: state.sort, pathOf: (sort) => listPath(BASE, { ...state, sort, page: 1 }) }}
				finding={list.finding}
			/>
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);
}
