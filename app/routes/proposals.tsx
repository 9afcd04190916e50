import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { EntryDetails } from "../components/entries/entry-details.tsx";
import { StatusMark } from "../components/entries/status-mark.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { Modal } from "../components/layout/modal.tsx";
import { Space } from "../components/layout/space.tsx";
import { FindingNote, NoEntries } from "../components/lists/finding-note.tsx";
import { ListFilters, StatusFilter, TrackFilter } from "../components/lists/list-filters.tsx";
import { listPath, withParameters } from "../components/lists/list-url.ts";
import { Pagination } from "../components/lists/pagination.tsx";
import { SortLinks, TalkCards } from "../components/lists/talk-cards.tsx";
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
	const { t } = useAllTexts();
	const { state, rows, total, page, pages, tracks, statuses } = list;
	const path = listPath(BASE, state);
	// Where only accepted talks are public, their status says nothing.
	const showsStatus = statuses.length > 1;
	if (modal) {
		return (
			<Modal title={modal.title} back={path} open list={null}>
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
			</Modal>
		);
	}
	const open = (id: number) => withParameters(path, { modal: "details", id });
	const order = { sort: state.sort, pathOf: (sort: string) => listPath(BASE, { ...state, sort, page: 1 }) };
	const by = [
		{ sort: "id", label: t("publicTalks.number") },
		{ sort: "title", label: t("admin.talk") },
		{ sort: "name", label: t("admin.speaker") },
		{ sort: "tracks", label: t("admin.track") },
		...(showsStatus ? [{ sort: "status", label: t("admin.status") }] : []),
	];
	return (
		<>
			<h1>
				{t("publicTalks.title")} <span className="total-count">{total}</span>
			</h1>
			<p className="lead">{t(showsStatus ? "publicTalks.lead" : "publicTalks.accepted")}</p>
			<ListFilters base={BASE} state={state}>
				<TrackFilter value={state.track} tracks={tracks} />
				{showsStatus && <StatusFilter value={state.status} statuses={statuses} />}
			</ListFilters>
			<FindingNote finding={list.finding} />
			{rows.length === 0 ? (
				<NoEntries
					text={t(order.pathOf("-id").includes("?") ? "admin.noEntries" : "overview.nothing")}
					links={list.finding.wider}
				/>
			) : (
				<>
					<SortLinks order={order} by={by} />
					<TalkCards talks={rows} query={state.q} showsStatus={showsStatus} open={open} />
				</>
			)}
			<Pagination page={page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);
}
