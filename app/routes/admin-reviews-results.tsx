import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { LastBulk } from "../components/lists/bulk-tools.tsx";
import { Table } from "../components/lists/table.tsx";
import { ResultFilters } from "../components/reviews/result-filters.tsx";
import { ResultTable } from "../components/reviews/result-table.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { resultsPage, takeResults } from "../pages/results.server.ts";
import { useRoot } from "../root-data.ts";

/** What reviewers say of the entries of a call, and deciding on them. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = resultsPage(context, params.call ?? "", new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, context.t("results.pageTitle", { call: page.call })) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeResults(context, params.call ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ResultsPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	const undo = page.batch && (
		<form method="post" action={page.path} noValidate>
			<FormToken />
			<LastBulk batch={page.batch} />
		</form>
	);
	// Beside the sentence that says what was changed, which is far above the table.
	const isSaid = useRoot()?.said !== undefined;
	return (
		<>
			<ReportText report={report}>{isSaid && undo}</ReportText>
			<p>
				<a href={page.back}>← {t("review.title")}</a>
			</p>
			<h1>{t("results.pageTitle", { call: page.call })}</h1>
			<p className="lead">{page.summary}</p>
			<ResultFilters page={page} />
			{page.whatIf && (
				<p className="banner">
					{page.whatIf}
					<SentenceSpace />
					<a href={page.asRules}>{t("results.asRules")}</a>
				</p>
			)}
			{!isSaid && undo}
			<p className="hint">
				{t("results.points")}
				<SentenceSpace />
				{t("results.explained")}
				<SentenceSpace />
				{t("results.counted")}
			</p>
			<ResultTable page={page} report={report} />
			{page.capacity.length > 0 && (
				<>
					<h2 id="h-capacity">{t("results.capacity")}</h2>
					<p className="hint">{t("results.capacityHint")}</p>
					<Table
						label={t("results.capacity")}
						rows={page.capacity}
						columns={[
							{ label: t("admin.track"), head: true, cell: ({ track }) => track },
							{ label: t("results.slots"), cell: ({ slots }) => slots },
							{
								label: t("results.accepted"),
								cell: ({ accepted, over }) => (
									<>
										{accepted} {over && <strong>{over}</strong>}
									</>
								),
							},
							{ label: t("results.entries"), cell: ({ entries }) => entries },
						]}
					/>
				</>
			)}
		</>
	);
}
