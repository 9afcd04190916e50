import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ReportBanner, ReportText } from "../components/layout/action-report.tsx";
import { DialogPage } from "../components/layout/dialog-page.tsx";
import { ListFilters } from "../components/lists/list-filters.tsx";
import { listPath, withParameters } from "../components/lists/list-url.ts";
import { Pagination } from "../components/lists/pagination.tsx";
import { type Column, Table } from "../components/lists/table.tsx";
import { TableSection } from "../components/lists/table-section.tsx";
import { TrackForm } from "../components/programmes/track-form.tsx";
import { PAGE_SIZE } from "../enumerations.ts";
import { DIALOG } from "../fragments.ts";
import { pageMeta } from "../handle.ts";
import { notFound, pageTitle } from "../http.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { listQuery } from "../schemas/listing.ts";
import { trackForm, trackProblems, trackSeen } from "../schemas/tracks.ts";
import { useTranslation } from "../translation.tsx";

const BASE = "/admin/tracks";
const query = listQuery([]).pick({ q: true, page: true });

/** Topic tracks: what they are called in both languages, in which order forms offer them, and which are retired. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t } = context;
	const search = new URL(request.url).searchParams;
	const state = query.parse(Object.fromEntries(search));
	const found = services.tracks.search(actor, state.q);
	const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
	const page = Math.min(state.page, pages);
	const modal = search.get("modal");
	const id = search.get("id") ?? "";
	const track = modal === "track" && id !== "" ? services.tracks.all().find((one) => one.id === id) : undefined;
	if (modal !== null && (modal !== "track" || (id !== "" && track?.kind !== "track" && track?.kind !== "unselected"))) {
		throw notFound(context);
	}
	const editing = search.has("edit") || id === "";
	const heading = t(id === "" ? "tracks.add" : editing ? "tracks.edit" : "tracks.details");
	return {
		fragmentId: context.fragment === DIALOG && modal !== null ? DIALOG : undefined,
		state: { q: state.q, page },
		total: found.length,
		pages,
		tracks: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
		modal: modal === null ? undefined : { heading, track, editing },
		title: pageTitle(context, modal === null ? t("tracks.title") : heading),
	};
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t } = context;
	const id = textOf(form, "id");
	const details = trackForm.parse(form);
	const problems = trackProblems(t, details);
	if (problems.length > 0)
		return reported(context, {
			status: 422,
			lines: problems.map(({ message }) => message),
			wrong: true,
			done: false,
			typed: details,
		});
	try {
		if (id === "") await services.tracks.create(actor, details);
		else await services.tracks.update(actor, id, details, trackSeen.parse(textOf(form, "was")));
	} catch (error) {
		const { status, message } = context.explain(error);
		const line = t(id === "" ? "tracks.createFailed" : "tracks.updateFailed", { message });
		return reported(context, { status, lines: [line], wrong: true, done: false, typed: details });
	}
	return reported(context, { status: 200, lines: [t("tracks.saved")], wrong: false, done: true, typed: undefined });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function TracksPage() {
	const shown = useLoaderData<typeof loader>();
	const { state, total, pages, tracks, modal } = shown;
	const report = useActionData<typeof action>();
	const { t, locale } = useTranslation();
	const path = listPath(BASE, state);
	const columns: Column<(typeof tracks)[number]>[] = [
		{ label: t("tracks.id"), cell: ({ id }) => id },
		{
			label: t("tracks.label"),
			head: true,
			cell: ({ id, label, labelZh }) => (
				<>
					<Link to={withParameters(path, { modal: "track", id })} lang="en">
						{label}
					</Link>
					{labelZh && <span lang="zh-Hans"> · {labelZh}</span>}
				</>
			),
		},
		{ label: t("tracks.description"), cell: ({ description }) => description || t("tracks.noDescription") },
		{ label: t("tracks.active"), cell: ({ active }) => t(active ? "tracks.yes" : "tracks.no") },
		{
			label: t("tracks.actions"),
			unlabelled: true,
			cell: ({ id, label, labelZh }) => (
				<Link
					to={withParameters(path, { modal: "track", id, edit: 1 })}
					aria-label={`${t("entry.edit")}${marks[locale].colon}${(locale === "zh" && labelZh) || label}`}
				>
					{t("entry.edit")}
				</Link>
			),
		},
	];
	if (modal) {
		return (
			<DialogPage title={modal.heading} back={path}>
				<ReportText report={report} />
				<TrackForm track={modal.track} typed={report?.typed} editing={modal.editing} path={path} />
			</DialogPage>
		);
	}
	return (
		<>
			<h1>{t("tracks.title")}</h1>
			<ListFilters
				base={BASE}
				state={{ ...state, sort: "-id" }}
				clear=""
				placeholder={t("tracks.search")}
				tools={
					<Link className="button" to={withParameters(path, { modal: "track" })}>
						{t("tracks.addButton")}
					</Link>
				}
			/>
			<p>{t("tracks.total", { count: total })}</p>
			<ReportBanner report={report} />
			{tracks.length === 0 ? (
				<p className="empty">{t("tracks.none")}</p>
			) : (
				<TableSection label={t("tracks.title")}>
					<Table rows={tracks} columns={columns} />
				</TableSection>
			)}
			<Pagination page={state.page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);
}
