import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ReportText } from "../components/layout/action-report.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { ConflictList } from "../components/reviews/conflict-list.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { reviewConflictsPage, takeReviewConflicts } from "../pages/review-conflicts.server.ts";

/** Who may not review which entry of a call. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const page = reviewConflictsPage(context, params.call ?? "");
	return { ...page, title: pageTitle(context, context.t("reviewConflicts.pageTitle", { call: page.call })) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeReviewConflicts(context, params.call ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ReviewConflictsPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	const { path, suggested, standing, dismissed, more } = page;
	return (
		<>
			<ReportText report={report} />
			<p>
				<a href={page.back}>← {t("assignments.title")}</a>
			</p>
			<h1>{t("reviewConflicts.title")}</h1>
			<p className="lead">
				{t("reviewConflicts.lead")}
				<SentenceSpace />
				{page.own}
			</p>
			<ConflictList of="suggested" {...{ path, rows: suggested, more: more.suggested }} can={["confirm", "dismiss"]} />
			<ConflictList of="standing" {...{ path, rows: standing, more: more.standing }} can={["dismiss"]} />
			<ConflictList of="dismissed" {...{ path, rows: dismissed, more: more.dismissed }} can={["confirm"]} />
		</>
	);
}
