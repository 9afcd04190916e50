import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ReportText } from "../components/layout/action-report.tsx";
import { ConsoleFrame } from "../components/layout/console-frame.tsx";
import { LetterText } from "../components/mails/letter-text.tsx";
import { MailBatch } from "../components/mails/mail-batch.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { broadcastPage, takeSent } from "../pages/broadcasts.server.ts";

export const handle = { wide: true, style: "console", island: "progress" } satisfies RouteHandle;

/** How far a broadcast is. It goes on by itself; it can be stopped, and gone on with. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = broadcastPage(context, params.broadcast ?? "", new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, context.t("broadcast.one")) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeSent(context, params.broadcast ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function BroadcastPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	return (
		<ConsoleFrame>
			<p>
				<a href={page.back}>← {t("broadcast.title")}</a>
			</p>
			<h1>{t("broadcast.one")}</h1>
			<p className="lead">{page.summary}</p>
			<p className="hint">{[page.written, page.replyTo].filter(Boolean).join(" · ")}</p>
			<ReportText report={report} />
			<MailBatch page={page} />
			<details>
				<summary>{t("broadcast.text")}</summary>
				<div className="outbox">
					{page.texts.map(({ language, subject, body }) => (
						<LetterText key={language} subject={subject} body={body} />
					))}
				</div>
			</details>
		</ConsoleFrame>
	);
}
