import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { BroadcastForm } from "../components/mails/broadcast-form.tsx";
import { BroadcastLetters, SentBroadcasts } from "../components/mails/broadcast-letters.tsx";
import { BroadcastList } from "../components/mails/broadcast-list.tsx";
import { PlaceholderTable } from "../components/mails/placeholder-table.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { KEPT_OF_BROADCAST } from "../mails/text-controls.ts";
import { broadcastsPage, takeBroadcast } from "../pages/broadcasts.server.ts";

export const handle = { keeps: KEPT_OF_BROADCAST } satisfies RouteHandle;

/** Writes one text to the people of a list: whom it reaches, the text, every letter as it will leave. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = broadcastsPage(context, new URL(request.url).searchParams);
	return { ...page, ownPreferences: true, title: pageTitle(context, context.t("broadcast.title")) };
}

export const action = ({ request, context }: ActionFunctionArgs) =>
	takeBroadcast(context, new URL(request.url).searchParams);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function BroadcastsPage() {
	const page = useLoaderData<typeof loader>();
	const outcome = useActionData<typeof action>();
	const { t } = useAllTexts();
	const failed = outcome && "problems" in outcome ? outcome : undefined;
	const report = outcome && "lines" in outcome ? outcome : undefined;
	return (
		<>
			<ErrorSummary problems={failed?.problems ?? []} headline={failed?.headline} />
			<p>
				<a href="/admin/mail">← {t("admin.mail")}</a>
			</p>
			<h1>{t("broadcast.title")}</h1>
			<p className="lead">{t("broadcast.lead")}</p>
			<ReportText report={report} />
			<h2>{t("broadcast.to")}</h2>
			<BroadcastList page={page} />
			<div className="console-form">
				<h2>{t("broadcast.text")}</h2>
				<BroadcastForm page={page} values={failed?.values ?? page.values} problems={failed?.problems ?? []} />
			</div>
			{page.isWritten && <BroadcastLetters page={page} />}
			<SentBroadcasts sent={page.sent} />
			<PlaceholderTable rows={page.placeholders} />
		</>
	);
}
