import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Choice, Line } from "../components/calls/call-controls.tsx";
import { CallDifferences } from "../components/calls/call-differences.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { CriterionRows } from "../components/reviews/criterion-rows.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { rulesPage, takeRules } from "../pages/review-rules.server.ts";
import { REVIEWED_CALLS } from "../reviews/review-controls.ts";

export const handle = { typing: true } satisfies RouteHandle;

/** By which rules the entries of a call are reviewed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const page = rulesPage(context, params.call ?? "");
	return { ...page, title: pageTitle(context, context.t("reviewRules.pageTitle", { call: page.call })) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeRules(context, params.call ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ReviewRulesPage() {
	const page = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const { path, revision } = page;
	const typed = { values: failed?.values ?? page.values, problems: failed?.problems ?? [] };
	const yesOrNo = (name: "blind" | "hidden" | "results") => (
		<Choice
			{...typed}
			name={name}
			label={t(`reviewRules.${name}`)}
			hint={t(`reviewRules.hints.${name}`)}
			options={[
				{ value: "yes", label: t("callPage.yes") },
				{ value: "no", label: t("callPage.no") },
			]}
		/>
	);
	const save = (
		<p>
			<button className="primary" type="submit" name="do.save" value={t("reviewRules.save")}>
				{t("reviewRules.save")}
			</button>
		</p>
	);
	return (
		<div className="console-form">
			<ErrorSummary problems={typed.problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<p>
				<a href={REVIEWED_CALLS}>← {t("rail.reviews")}</a> · <a href={page.back}>{page.call}</a>
			</p>
			<h1>{t("reviewRules.pageTitle", { call: page.call })}</h1>
			<p className="lead">
				{t("reviewRules.lead")}
				<SentenceSpace />
				{revision === 0 && t("reviewRules.none")}
			</p>
			{revision > 0 && (
				<p>
					<a href={page.assignments}>{t("assignments.title")}</a> · <a href={page.results}>{t("results.title")}</a>
				</p>
			)}
			{page.hasReviews && <p className="banner">{t("reviewRules.hasReviews")}</p>}
			<CallDifferences differences={failed?.differences ?? []} />
			<form method="post" action={`${path}#errors`} noValidate>
				<FormToken />
				<input type="hidden" name="was" value={failed?.was ?? page.was} />
				<div className="side-by-side">
					{(["opens", "closes"] as const).map((name) => (
						<TextField
							key={name}
							name={name}
							type="date"
							label={t(`reviewRules.${name}`)}
							value={typed.values[name] ?? ""}
							problems={typed.problems}
						/>
					))}
				</div>
				<p className="hint">{t("reviewRules.days", { zone: page.zone })}</p>
				<Line
					{...typed}
					name="wanted"
					label={t("reviewRules.wanted")}
					hint={t("reviewRules.hints.wanted")}
					inputMode="numeric"
				/>
				{yesOrNo("blind")}
				{yesOrNo("hidden")}
				{yesOrNo("results")}
				{save}
				<CriterionRows {...typed} row={failed?.row} />
				{save}
			</form>
			{revision > 0 && !page.hasReviews && (
				<form method="post" action={`${path}#errors`} noValidate>
					<FormToken />
					<p className="hint">{t("reviewRules.endHint")}</p>
					<button type="submit" className="danger" name="do.end" value={revision}>
						{t("reviewRules.end")}
					</button>
				</form>
			)}
		</div>
	);
}
