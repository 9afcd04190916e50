import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ReportText } from "../components/layout/action-report.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { Pagination } from "../components/lists/pagination.tsx";
import { type Column, Table } from "../components/lists/table.tsx";
import { ReviewFrame } from "../components/reviews/review-frame.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { REVIEWS, reviewsPage } from "../pages/reviews.server.ts";
import { REVIEWED_CALLS } from "../reviews/review-controls.ts";
import { can } from "../roles.ts";

export const handle: RouteHandle = { wide: true, style: "console" };

/** The calls and entries that are the reviewer's. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = reviewsPage(context, new URL(request.url).searchParams);
	/** Where those who manage reviews find all of them. */
	const managed = can(context.actor.user?.role, "reviews.manage") ? REVIEWED_CALLS : undefined;
	return { ...page, all: REVIEWS, managed, heading: pageTitle(context, context.t("review.title")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page && { title: page.heading });

type Page = ReturnType<typeof reviewsPage>;

export default function ReviewsPage() {
	const { calls, chosen, entries, none, page, pages, pagesPath, progress, begin, all, managed, ...shown } =
		useLoaderData<typeof loader>();
	const { former = [], formerPage, formerPages, formerPath } = shown;
	const { t } = useAllTexts();
	const ofCalls: Column<Page["calls"][number]>[] = [
		{ label: t("review.call"), head: true, cell: ({ title, path }) => <a href={path}>{title}</a> },
		{ label: t("review.period"), cell: ({ period }) => period },
		{ label: t("review.progress"), className: "amount-cell", cell: ({ progress }) => progress },
	];
	const ofEntries: Column<Page["entries"][number]>[] = [
		{ label: t("review.entry"), head: true, cell: ({ title, path }) => <a href={path}>{title}</a> },
		{ label: t("review.reference"), cell: ({ id }) => id },
		{ label: t("review.call"), cell: ({ call }) => call },
		{ label: t("review.track"), cell: ({ track }) => track },
		{ label: t("review.state"), className: "text-cell", cell: ({ state }) => state },
		{
			label: t("discussion.link"),
			className: "text-cell",
			cell: ({ discussion }) => (discussion ? <a href={discussion.href}>{discussion.label}</a> : "–"),
		},
	];
	const ofFormer: Column<NonNullable<Page["former"]>[number]>[] = [
		{ label: t("review.reference"), head: true, cell: ({ id, path }) => <a href={path}>{id}</a> },
		{ label: t("review.call"), cell: ({ call }) => call },
		{ label: t("review.state"), cell: ({ state }) => state },
	];
	return (
		<ReviewFrame isList={true}>
			<ReportText report={undefined} />
			<h1>{t("review.title")}</h1>
			<p className="lead">
				{t("review.lead")}
				<SentenceSpace />
				{managed && <a href={managed}>{t("reviewedCalls.all")}</a>}
			</p>
			{progress && <p>{progress}</p>}
			{begin && (
				<p>
					<a className="button primary" href={begin.path}>
						{begin.label}
					</a>
				</p>
			)}
			{calls.length === 0 ? (
				<p className="empty">{t("review.noCalls")}</p>
			) : (
				<>
					<Table columns={ofCalls} rows={calls} label={t("review.call")} />
					<h2>{chosen ?? t("review.all")}</h2>
					{chosen && (
						<p>
							<a href={all}>← {t("review.all")}</a>
						</p>
					)}
					{entries.length === 0 ? (
						<p className="empty">{none}</p>
					) : (
						<Table columns={ofEntries} rows={entries} label={chosen ?? t("review.all")} />
					)}
					<Pagination page={page} pages={pages} pathOf={(number) => `${pagesPath}${number}`} />
				</>
			)}
			{former.length > 0 && (
				<>
					<h2 id="former">{t("review.formerTitle")}</h2>
					<Table columns={ofFormer} rows={former} label={t("review.formerTitle")} />
					<Pagination
						page={formerPage}
						pages={formerPages}
						label={t("review.formerTitle")}
						pathOf={(number) => `${formerPath}${number}#former`}
					/>
				</>
			)}
		</ReviewFrame>
	);
}
