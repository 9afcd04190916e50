import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { AttendanceCounts } from "../components/decisions/attendance-counts.tsx";
import { DecisionChecks } from "../components/decisions/decision-checks.tsx";
import { DecisionFilters } from "../components/decisions/decision-filters.tsx";
import { DecisionLetters } from "../components/decisions/decision-letters.tsx";
import { ReleaseQuestion } from "../components/decisions/release-question.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { JoinedLinks } from "../components/layout/joined-links.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { OlderLinks } from "../components/lists/older-links.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { decisionsPage, takeDecisions } from "../pages/decisions.server.ts";

/** Tells many authors at once what was decided: every letter as it will leave, and what to check first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = decisionsPage(context, new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, context.t("decisions.title")) };
}

export const action = ({ context }: ActionFunctionArgs) => takeDecisions(context);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function DecisionsPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	if (page.isAsked) return <ReleaseQuestion page={page} />;
	const overtaken = page.overtaken ? { lines: [page.overtaken], wrong: true } : undefined;
	const links = [
		{ href: page.write, text: t("broadcast.title") },
		{ href: page.waiting, text: t("waiting.title") },
		{ href: page.results, text: t("results.title") },
	].filter(({ href }) => href);
	return (
		<>
			<h1>{t("decisions.title")}</h1>
			<p className="lead">
				{page.lead}
				<SentenceSpace />
				<JoinedLinks links={links} by=" · " />
			</p>
			<ReportText report={report ?? overtaken} />
			<DecisionFilters page={page} />
			{page.count === 0 ? (
				!page.write && <p className="empty">{page.none}</p>
			) : (
				<>
					<h2>{t("decisions.checks")}</h2>
					<DecisionChecks checks={page.checks} />
					<h2>{t("decisions.letters", { count: page.count })}</h2>
					<p className="lead">{page.kinds}</p>
					{page.known && <p>{page.known}</p>}
					<DecisionLetters page={page} />
					{page.hasMore && <p>{t("decisions.more", { count: page.count })}</p>}
					<p>
						<a className="button primary" href={page.ask}>
							{page.button}
						</a>
					</p>
				</>
			)}
			<AttendanceCounts page={page} />
			{(page.releases.length > 0 || page.newest) && (
				<>
					<h2 id="earlier">{page.earlier}</h2>
					<ul>
						{page.releases.map((one) => (
							<li key={one.id}>
								<a href={one.path}>{one.text}</a>{" "}
								<span className="hint">{[one.time, one.by].filter(Boolean).join(" · ")}</span>
							</li>
						))}
					</ul>
					<OlderLinks older={page.older} newest={page.newest} words={page.olderWords} />
				</>
			)}
		</>
	);
}
