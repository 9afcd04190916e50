import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { RedactionForm, RedactionList } from "../components/reviews/redactions.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { redactionsPage, takeRedactions } from "../pages/redactions.server.ts";

export const handle = { typing: true } satisfies RouteHandle;

/** What blind reviewers read in the place of texts that say whose entry it is. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = await redactionsPage(context, params.call ?? "", new URL(request.url).searchParams);
	return { page, title: pageTitle(context, context.t("redactions.pageTitle", { call: page.call })) };
}

export const action = ({ request, params, context }: ActionFunctionArgs) =>
	takeRedactions(context, params.call ?? "", new URL(request.url).searchParams);

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);

export default function RedactionsPage() {
	const { page } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const isList = page.view === "list";
	return (
		<div className={isList ? undefined : "console-form"}>
			<ErrorSummary problems={failed?.problems ?? []} headline={failed?.headline} />
			<ReportText report={undefined} />
			<p>
				<a href={isList ? page.back : page.path}>← {isList ? t("assignments.title") : t("redactions.title")}</a>
			</p>
			{isList ? <RedactionList page={page} /> : <RedactionForm page={page} failed={failed} />}
		</div>
	);
}
