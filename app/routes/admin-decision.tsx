import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { MailBatch } from "../components/mails/mail-batch.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { decisionPage, takeDecision } from "../pages/decision-release.server.ts";

/** How far a release of decisions is. It goes on by itself; its mails can be cancelled, and put back. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = decisionPage(context, params.release ?? "", new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, page.heading) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeDecision(context, params.release ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function DecisionPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	return <MailBatch heading={page.heading} backTo={t("decisions.title")} page={page} report={report} />;
}
