import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ReleaseMails } from "../components/decisions/release-mails.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { ConsoleFrame } from "../components/layout/console-frame.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { MailNotice } from "../components/mails/mail-notice.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { decisionPage, takeDecision } from "../pages/decision-release.server.ts";

export const handle = { wide: true, style: "console", island: "progress" } satisfies RouteHandle;

/** How far a release of decisions is. It goes on by itself; it can be stopped, and gone on with. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = decisionPage(context, params.release ?? "", new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, context.t("decisions.one")) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeDecision(context, params.release ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function DecisionPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	return (
		<ConsoleFrame>
			<p>
				<a href={page.back}>← {t("decisions.title")}</a>
			</p>
			<h1>{t("decisions.one")}</h1>
			<p className="lead">{page.summary}</p>
			<p className="hint">{page.released}</p>
			<ReportText report={report} />
			{page.total > 0 && (
				<>
					{page.showsSent && (
						<p>
							<label>
								<span data-sent>{t("decisions.sent", { sent: page.left, total: page.total })}</span>{" "}
								<progress max={page.total} value={page.left} />
							</label>
						</p>
					)}
					<p className="status-counts" data-part="states">
						{page.states.map(({ id, label, count }) => (
							<span key={id} className="status">
								{label} <b>{count}</b>{" "}
							</span>
						))}
					</p>
				</>
			)}
			{page.unmailed && <p>{page.unmailed}</p>}
			<div data-part="going">
				{page.isGoing && (
					<p>
						{t("decisions.going")}
						<SentenceSpace />
						<a href={page.path}>{t("decisions.look")}</a>
					</p>
				)}
			</div>
			<MailNotice />
			<form method="post" action={page.path} noValidate>
				<FormToken />
				<p className="actions" data-part="actions">
					{page.mayStop && (
						<button type="submit" name="do.stop" value={t("decisions.stop")}>
							{t("decisions.stop")}
						</button>
					)}{" "}
					{page.mayContinue && (
						<button type="submit" name="do.continue" value={t("decisions.continue")}>
							{t("decisions.continue")}
						</button>
					)}{" "}
					<a href="/admin/mail">{t("admin.mail")}</a>
				</p>
			</form>
			{page.total > 0 && <ReleaseMails page={page} />}
		</ConsoleFrame>
	);
}
