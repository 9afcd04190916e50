import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ReportText } from "../components/layout/action-report.tsx";
import { AssignmentProposal } from "../components/reviews/assignment-proposal.tsx";
import { Assignments } from "../components/reviews/assignments.tsx";
import { EntryAssignment, RemovalQuestion } from "../components/reviews/entry-assignment.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { assignmentsPage, takeAssignments } from "../pages/assignments.server.ts";
import { REVIEWED_CALLS } from "../reviews/review-controls.ts";

/** Who reviews which entry of a call. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = await assignmentsPage(context, params.call ?? "", new URL(request.url).searchParams);
	return { page, title: pageTitle(context, context.t("assignments.pageTitle", { call: page.call })) };
}

export const action = ({ request, params, context }: ActionFunctionArgs) =>
	takeAssignments(context, params.call ?? "", new URL(request.url).searchParams);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function AssignmentsPage() {
	const { page } = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	const isWhole = page.view === "whole";
	return (
		<>
			<ReportText report={report} />
			<p>
				{isWhole ? (
					<>
						<a href={REVIEWED_CALLS}>← {t("rail.reviews")}</a> · <a href={page.rules}>{t("reviewRules.title")}</a>
					</>
				) : (
					<a href={page.path}>← {t("assignments.title")}</a>
				)}
			</p>
			{page.view === "whole" && <Assignments page={page} />}
			{page.view === "proposal" && <AssignmentProposal page={page} />}
			{page.view === "entry" && <EntryAssignment page={page} changed={report?.changed} />}
			{page.view === "question" && <RemovalQuestion page={page} />}
		</>
	);
}
